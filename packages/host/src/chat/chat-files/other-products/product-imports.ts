import { yieldIfBudgetSpent } from '@gatehouse/base'
import { GatehouseError, type Conversation } from '@gatehouse/domain'
import {
  MAX_SOURCE_ID,
  OTHER_PRODUCT_LIMITS,
  type ChatProduct,
  type ChatImportOutcome,
  type ChatImportPreview,
  type ImportSource,
  type LeftOutOfImport,
} from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../../dependencies.ts'
import { importChat } from '../import-chat.ts'
import { importRefused } from '../import-refusal.ts'
import { parseInSlices } from '../parse-in-slices.ts'
import { readChatGptChat } from './chatgpt-chat.ts'
import { readClaudeChat } from './claude-chat.ts'
import { nothingLeftOut, objectOf, type ProductChat } from './product-chat.ts'
import { productLines } from './product-lines.ts'
import { hasAllMessages, setByPerson } from './replaced-chat.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'events' | 'clock' | 'ids' | 'digest'>

/** One chat of an export file as JSON. */
export interface ProductChatText {
  /** `null`: it is larger than a chat may be. */
  text: string | null
  /** So much of the file was read, 0 to 1. */
  fraction: number
}

/** An export file of another product, which can be read more than once. */
export interface ProductFile {
  /** Without its folder. */
  name: string
  /** Ends early when it is aborted. Throws `chat/not-read`, `chat/import-refused`, also where it is another file by now. */
  chats(signal: AbortSignal): AsyncIterable<ProductChatText>
}

/** Milliseconds between two events of progress. */
const PROGRESS_MS = 100

interface Chosen {
  file: ProductFile
  preview: ChatImportPreview
  /** Ids of the chats that were shown as those that may be updated. */
  updates: ReadonlySet<string>
}

/** Chats of other products: what is in a file is shown first, and taken in when the person wants it. */
export class ProductImports {
  readonly #deps: Dependencies
  #running: AbortController | undefined
  #chosen: Chosen | undefined

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /**
   * Reads what an import would add, without storing it. `null`: it was cancelled. Throws `chat/import-busy`, and as
   * reading does.
   */
  preview(file: ProductFile): Promise<ChatImportPreview | null> {
    this.#chosen = undefined
    return this.#run(async (signal) => {
      const known = new KnownChats(this.#deps)
      const summary = new Summary(file.name.slice(0, 200))
      const updates = new Map<string, string>()
      for await (const { text, fraction } of file.chats(signal)) {
        if (signal.aborted) return null
        const read = await readChat(text)
        summary.add(read, read !== undefined && known.of(read).length > 0)
        const old = read && this.#replaceable(read, known)
        if (old) updates.set(old.id, old.title)
        this.#progress({ fraction, chats: summary.chats })
        await yieldIfBudgetSpent()
      }
      if (signal.aborted) return null
      const preview = summary.finish([...updates.values()])
      this.#chosen = { file, preview, updates: new Set(updates.keys()) }
      return preview
    })
  }

  /** Takes in what was shown last. Throws `chat/import-over`, `chat/import-busy`, `store/…`. */
  import(): Promise<ChatImportOutcome> {
    const chosen = this.#chosen
    if (!chosen) throw new GatehouseError('chat/import-over', 'Choose the file again.')
    return this.#run(async (signal) => {
      const outcome = { imported: 0, updated: 0, unchanged: 0, continued: 0, failed: 0 }
      const known = new KnownChats(this.#deps)
      this.#chosen = undefined
      try {
        for await (const { text, fraction } of chosen.file.chats(signal)) {
          if (signal.aborted) break
          const read = await readChat(text)
          if (read) {
            outcome[await this.#take(chosen, { read, known })] += 1
            this.#progress({ fraction, chats: outcome.imported + outcome.updated })
          }
          await yieldIfBudgetSpent()
        }
      } finally {
        // Thousands of single events would keep the window from answering the person.
        if (outcome.imported + outcome.updated > 0) this.#deps.events.emit('chat.list-changed', {})
      }
      return { ...outcome, isCancelled: signal.aborted }
    })
  }

  /** Ends what runs; a preview that was shown is forgotten. */
  cancel(): void {
    this.#chosen = undefined
    this.#running?.abort()
  }

  /** Imports a chat, or brings the one of an earlier import up to date. */
  async #take(
    { file, preview, updates }: Chosen,
    { read, known }: { read: ReadChat; known: KnownChats },
  ): Promise<Taken> {
    const { product, chat } = read
    const name = `${file.name.slice(0, 200)} (${NAMES[preview.product]})`
    const source = sourceOf(read, this.#deps)
    const there = this.#chatsNow(read, known)
    if (there.some(({ imported }) => imported?.source?.state === source?.state)) return 'unchanged'
    const old = this.#replaceable(read, known)
    if (!old && there.some((one) => !this.#isUntouched(one))) return 'continued'
    const lines = productLines(chat, { product, digest: this.#deps.digest })
    try {
      const made = await importChat({ name, lines, ...(source && { source }) }, this.#deps)
      if (old && updates.has(old.id)) return await this.#replace(old.id, made, known)
      known.add(made)
      return 'imported'
    } catch (error) {
      if (error instanceof GatehouseError && error.code === 'chat/import-refused') return 'failed'
      throw error
    }
  }

  /**
   * Puts an imported chat in the place of an old one that it continues; otherwise both stay. The old one is read again:
   * the person may have used it while the file was read.
   */
  async #replace(oldId: string, made: Conversation, known: KnownChats): Promise<Taken> {
    const { stores, events } = this.#deps
    const { conversations } = stores
    const isContinuation = await hasAllMessages({ newId: made.id, oldId }, this.#deps)
    const old = conversations.get(oldId)
    if (old && !this.#isUntouched(old)) {
      conversations.remove(made.id)
      conversations.purge([made.id])
      return 'continued'
    }
    if (!old || !isContinuation) {
      known.add(made)
      return 'imported'
    }
    const updated = { ...made, ...setByPerson(old, this.#deps) }
    stores.transaction(() => {
      conversations.save(updated)
      conversations.remove(oldId)
    })
    events.emit('chat.removed', { id: oldId })
    known.add(updated)
    return 'updated'
  }

  /** The chats of earlier imports of the same source, as they are now. */
  #chatsNow(read: ReadChat, known: KnownChats): Conversation[] {
    return known.of(read).flatMap((id) => this.#deps.stores.conversations.get(id) ?? [])
  }

  /** The untouched chat that a chat of a file may replace: it has another state, and none that is newer. */
  #replaceable(read: ReadChat, known: KnownChats): Conversation | undefined {
    const there = this.#chatsNow(read, known)
    const state = sourceOf(read, this.#deps)?.state
    if (there.some(({ imported }) => imported?.source?.state === state)) return undefined
    return there.find((chat) => chat.updatedAt <= read.chat.updatedAt && this.#isUntouched(chat))
  }

  /** True if all of a chat came out of its file: nothing was sent, written or queued in it here. */
  #isUntouched({ id, draft, queue }: Conversation): boolean {
    const { turns, attachments } = this.#deps.stores
    if (draft !== '' || queue || attachments.list(id).length > 0) return false
    return turns.nodes(id).every((node) => turns.getWithoutEntries(node.id)?.imported !== undefined)
  }

  async #run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#running)
      throw new GatehouseError('chat/import-busy', 'Another chat is being imported. Wait for it.')
    const running = new AbortController()
    this.#running = running
    try {
      return await work(running.signal)
    } finally {
      this.#running = undefined
    }
  }

  #progressAt = 0

  #progress(progress: { fraction: number; chats: number }): void {
    const now = this.#deps.clock.now()
    if (now - this.#progressAt < PROGRESS_MS) return
    this.#progressAt = now
    this.#deps.events.emit('chat.import-progress', progress)
  }
}

const NAMES: Record<ChatProduct, string> = { chatgpt: 'ChatGPT', claude: 'Claude' }

interface ReadChat {
  product: ChatProduct
  chat: ProductChat
}

/** Outcome of the import of one chat. */
type Taken = 'imported' | 'updated' | 'unchanged' | 'continued' | 'failed'

/** The product's chat, and the state that the file has it in; `undefined` where the file names no id. */
function sourceOf(
  { product, chat }: ReadChat,
  { digest }: Pick<Dependencies, 'digest'>,
): ImportSource | undefined {
  const { id, updatedAt, messages } = chat
  if (id === '' || id.length > MAX_SOURCE_ID) return undefined
  const last = messages.at(-1)
  const text = last && 'text' in last ? last.text : ''
  return { product, id, state: digest.sha256(JSON.stringify([updatedAt, messages.length, text])) }
}

/** The chats of earlier imports, by the ids of their product. */
class KnownChats {
  readonly #ids = new Map<string, string[]>()

  constructor({ stores }: Pick<Dependencies, 'stores'>) {
    for (const chat of stores.conversations.list()) this.add(chat)
  }

  add({ id, imported }: Conversation): void {
    const { source } = imported ?? {}
    if (!source) return
    const key = `${source.product} ${source.id}`
    this.#ids.set(key, [...(this.#ids.get(key) ?? []), id])
  }

  /** Ids here, the newest last. */
  of({ product, chat }: ReadChat): readonly string[] {
    return chat.id === '' ? [] : (this.#ids.get(`${product} ${chat.id}`) ?? [])
  }
}

/** `undefined`: it is no chat, or larger than one may be. */
async function readChat(text: string | null): Promise<ReadChat | undefined> {
  if (text === null) return undefined
  await yieldIfBudgetSpent()
  const value = objectOf(await parseInSlices(text, OTHER_PRODUCT_LIMITS.chat))
  await yieldIfBudgetSpent()
  if (!value) return undefined
  const ofChatGpt = await readChatGptChat(value)
  if (ofChatGpt) return withMessages({ product: 'chatgpt', chat: ofChatGpt })
  const ofClaude = await readClaudeChat(value)
  return ofClaude && withMessages({ product: 'claude', chat: ofClaude })
}

const withMessages = (read: ReadChat): ReadChat | undefined =>
  read.chat.messages.length > 0 ? read : undefined

/** Counts the contents of a file, chat by chat. */
class Summary {
  chats = 0
  readonly #name: string
  readonly #leftOut: LeftOutOfImport = { ...nothingLeftOut(), chats: 0 }
  readonly #titles: string[] = []
  #messages = 0
  #known = 0
  #product: ChatProduct | undefined
  #from = Number.POSITIVE_INFINITY
  #to = 0

  constructor(name: string) {
    this.#name = name
  }

  add(read: ReadChat | undefined, isKnown: boolean): void {
    if (isKnown) this.#known += 1
    if (read) this.chats += 1
    else this.#leftOut.chats += 1
    if (this.chats + this.#leftOut.chats > OTHER_PRODUCT_LIMITS.chats)
      throw importRefused('too-large')
    if (!read) return
    const { chat, product } = read
    this.#product ??= product
    this.#messages += chat.messages.filter(
      ({ kind }) => kind === 'person' || kind === 'model',
    ).length
    // Some exports do not say when.
    this.#from = Math.min(this.#from, chat.createdAt || chat.updatedAt || this.#from)
    this.#to = Math.max(this.#to, chat.updatedAt)
    if (this.#titles.length < OTHER_PRODUCT_LIMITS.titles)
      this.#titles.push(chat.title.slice(0, 200))
    this.#leftOut.attachments += chat.leftOut.attachments
    this.#leftOut.media += chat.leftOut.media
    this.#leftOut.hidden += chat.leftOut.hidden
    this.#leftOut.parts += chat.leftOut.parts
  }

  /** Throws `chat/import-refused` where there is no chat. */
  finish(updates: readonly string[]): ChatImportPreview {
    if (!this.#product) throw importRefused('no-export')
    return {
      name: this.#name,
      product: this.#product,
      chats: this.chats,
      messages: this.#messages,
      known: this.#known,
      from: Math.min(this.#from, this.#to),
      to: this.#to,
      titles: this.#titles,
      updates: updates.length,
      updatedTitles: updates.slice(0, OTHER_PRODUCT_LIMITS.titles),
      leftOut: this.#leftOut,
    }
  }
}
