import type { Entry, StoredBlock, StoredResult, ToolCall } from '@gatehouse/domain'
import type {
  ContextSource,
  SamplingContext,
  SamplingRequest,
} from '@gatehouse/domain/server-requests'
import { truncateText } from '@gatehouse/domain/text'
import type { HostDependencies } from '../dependencies.ts'
import type { Stores } from '../ports/index.ts'
import type { RequestOrigin } from './server-ask.ts'

/** Characters of context that one server can have, and all of them: a person reads it before it is sent. */
const MAX_OF_SERVER = 20_000
const MAX_OF_ALL = 60_000
/** Turns of the branch that are looked through, backwards. */
const MAX_TURNS = 100
/** Characters of a turn beyond which it is not read for this. */
const MAX_TURN = 4_000_000
/** Characters of a call's arguments. */
const MAX_ARGUMENTS = 300

type Dependencies = Pick<HostDependencies, 'pause'> & {
  stores: {
    turns: Pick<Stores['turns'], 'get' | 'size'>
    dataFlows: Pick<Stores['dataFlows'], 'rules'>
  }
}

/**
 * The context that could be added to a request that asks for it; see `samplingContextSchema`. Undefined when it asks
 * for none, or when no call, or calls of several chats, may have caused it: then it is unknown whose context it would
 * be.
 */
export async function samplingContext(
  request: SamplingRequest,
  { server, causes }: RequestOrigin,
  deps: Dependencies,
): Promise<SamplingContext | undefined> {
  const { includeContext = 'none' } = request
  const [cause] = causes
  if (includeContext === 'none' || !cause) return undefined
  if (causes.some(({ conversationId }) => conversationId !== cause.conversationId)) return undefined
  const gathered = new Gathered(server.config.id, includeContext, deps)
  const { turns } = deps.stores
  let turnId: string | null = causes.at(-1)?.turnId ?? null
  for (let read = 0; turnId !== null && read < MAX_TURNS && !gathered.isFull; read += 1) {
    await deps.pause()
    const isReadable: boolean = turns.size(turnId) <= MAX_TURN
    const turn = isReadable ? turns.get(turnId) : null
    if (!turn) break
    gathered.add(turn.entries)
    turnId = turn.parentId
  }
  if (turnId !== null) gathered.leaveOut()
  return gathered.context()
}

interface OpenSource {
  facts: Pick<ContextSource, 'serverId' | 'serverName' | 'serverHue'>
  /** Latest first. */
  texts: string[]
  characters: number
  isShortened: boolean
}

/** Results by the server that gave them, latest first, until there is no room. */
class Gathered {
  readonly #askingServerId: string
  readonly #wants: 'thisServer' | 'allServers'
  readonly #barred: ReadonlySet<string | null>
  readonly #barredNames = new Set<string>()
  readonly #sources = new Map<string, OpenSource>()
  #characters = 0
  #isLeftOut = false

  constructor(
    askingServerId: string,
    wants: 'thisServer' | 'allServers',
    { stores }: Dependencies,
  ) {
    this.#askingServerId = askingServerId
    this.#wants = wants
    const rules = stores.dataFlows.rules().filter(({ rule }) => rule === 'never')
    this.#barred = new Set(
      rules.flatMap(({ fromId, toId }) => (toId === askingServerId ? [fromId] : [])),
    )
  }

  get isFull(): boolean {
    if (this.#characters >= MAX_OF_ALL) return true
    return (
      this.#wants === 'thisServer' && this.#sources.get(this.#askingServerId)?.isShortened === true
    )
  }

  /** Something before all that was read was not read. */
  leaveOut(): void {
    this.#isLeftOut = true
  }

  add(entries: readonly Entry[]): void {
    for (const entry of entries.toReversed())
      if (entry.kind === 'tool-call' && entry.result) this.#addResult(entry, entry.result)
  }

  context(): SamplingContext {
    const sources = [...this.#sources.values()].map(({ facts, texts, isShortened }) => ({
      ...facts,
      results: texts.length,
      text: texts.toReversed().join('\n\n'),
      isShortened: isShortened || this.#isLeftOut,
    }))
    const own = sources.filter(({ serverId }) => serverId === this.#askingServerId)
    const others = sources.filter(({ serverId }) => serverId !== this.#askingServerId)
    return { sources: [...own, ...others], barred: [...this.#barredNames] }
  }

  #addResult(call: ToolCall, result: StoredResult): void {
    const { serverId, serverName, serverHue } = call
    const isOwn = serverId === this.#askingServerId
    if (serverId === null || (this.#wants === 'thisServer' && !isOwn)) return
    if (!isOwn && this.#barred.has(serverId)) {
      this.#barredNames.add(serverName)
      return
    }
    const source = this.#sources.get(serverId) ?? {
      facts: { serverId, serverName, serverHue },
      texts: [],
      characters: 0,
      isShortened: false,
    }
    if (source.isShortened) return
    const room = Math.min(MAX_OF_SERVER - source.characters, MAX_OF_ALL - this.#characters)
    if (room <= 0) this.#isLeftOut = true
    const whole = resultText(call, result)
    const text = truncateText(whole.text, Math.max(0, room))
    source.isShortened = whole.isCut || text.length < whole.text.length
    if (text === '') return
    source.texts.push(text)
    source.characters += text.length
    this.#characters += text.length
    this.#sources.set(serverId, source)
  }
}

/** A result as text: of one that is in a file the beginning that is in the chat. */
function resultText(call: ToolCall, result: StoredResult): { text: string; isCut: boolean } {
  const given = truncateText(JSON.stringify(call.arguments), MAX_ARGUMENTS)
  const blocks = result.content.map(blockText)
  const structured = result.structuredContent
  const all =
    blocks.length === 0 && structured !== undefined
      ? [{ text: JSON.stringify(structured), isCut: false }]
      : blocks
  const head = `${call.toolName} ${given}${result.isError ? ' (error)' : ''}:`
  return {
    text: [head, ...all.map(({ text }) => text)].join('\n'),
    isCut: result.more !== undefined || all.some(({ isCut }) => isCut),
  }
}

function blockText(block: StoredBlock): { text: string; isCut: boolean } {
  switch (block.type) {
    case 'text':
      return { text: block.text, isCut: block.kept !== undefined }
    case 'image':
    case 'audio':
      return { text: `[${block.type}]`, isCut: false }
    case 'resource_link':
      return { text: `[resource ${block.uri}]`, isCut: false }
    case 'resource': {
      const { uri, text = '', kept } = block.resource
      return { text: `[resource ${uri}]\n${text}`, isCut: kept !== undefined }
    }
  }
}
