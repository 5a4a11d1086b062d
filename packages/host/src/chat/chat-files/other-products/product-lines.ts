import { ATTACHMENT_LIMITS, type Attachment, type Entry, type StoredBlock } from '@gatehouse/domain'
import { truncateText } from '@gatehouse/domain/text'
import { CHAT_FILE, CHAT_FILE_LIMITS, type ChatFileLine } from '@gatehouse/domain/chats'
import type { Digest } from '../../../ports/index.ts'
import type { ProductAttachment, ProductChat, ProductMessage } from './product-chat.ts'
import { turnsOf, type ProductTurn } from './product-turns.ts'

/** Characters of a text that stay in its entry; longer ones are data. */
const MAX_INLINE = 8192
const PREVIEW = 2000
const MAX_LABEL = 255

/**
 * A chat of another product as the lines of docs/chat-format.md, so that it comes in as any file does. Throws
 * `chat/import-refused`.
 */
export async function* productLines(
  chat: ProductChat,
  { product, digest }: { product: string; digest: Digest },
): AsyncGenerator<string> {
  const lines = new Lines(product, digest)
  const turns = await turnsOf(chat)
  yield JSON.stringify({
    kind: 'chat',
    ...CHAT_FILE,
    title: chat.title.slice(0, 200),
    titled: chat.title !== '',
    createdAt: chat.createdAt,
    updatedAt: chat.updatedAt,
    exportedAt: chat.updatedAt,
  } satisfies ChatFileLine)
  for (const turn of turns) {
    yield lines.turn(turn)
    yield* lines.entriesOf(turn)
  }
  yield JSON.stringify({
    kind: 'end',
    turns: turns.length,
    entries: lines.entries,
    absent: lines.absent,
  } satisfies ChatFileLine)
}

class Lines {
  entries = 0
  absent = 0
  readonly #product: string
  readonly #digest: Digest
  readonly #known = new Set<string>()

  constructor(product: string, digest: Digest) {
    this.#product = product
    this.#digest = digest
  }

  turn({ id, parentId, messages, isChosen }: ProductTurn): string {
    const times = messages.map(({ at }) => at)
    const models = messages.flatMap((one) => (one.kind === 'model' && one.model ? one.model : []))
    const [modelId] = models
    const step = Math.max(1, messages.filter(({ kind }) => kind === 'model').length)
    return JSON.stringify({
      kind: 'turn',
      id,
      parentId,
      chosen: isChosen,
      pinned: false,
      origin: 'message',
      status: 'done',
      model: modelId ? { providerId: this.#product, modelId: modelId.slice(0, 200) } : null,
      step,
      stepLimit: step,
      failure: null,
      startedAt: times[0] ?? 0,
      endedAt: times.at(-1) ?? null,
    } satisfies ChatFileLine)
  }

  *entriesOf({ id: turnId, messages }: ProductTurn): Generator<string> {
    let step = 0
    const { results, taken } = pairsOf(messages)
    for (const [index, message] of messages.entries()) {
      const entryId = `${turnId}-${index}`
      if (message.kind === 'person') {
        const attachments = yield* this.#attachments(entryId, message.attachments)
        yield this.#entry(turnId, personEntry(entryId, message, attachments))
        continue
      }
      if (message.kind === 'model') {
        step += 1
        yield this.#entry(turnId, modelEntry(entryId, message, step))
        continue
      }
      // What follows its call is in the entry of the call.
      if (taken.has(index)) continue
      if (step === 0) {
        step += 1
        const empty = { ...message, kind: 'model', text: '', reasoning: '', model: null } as const
        yield this.#entry(turnId, modelEntry(`${entryId}-before`, empty, step))
      }
      const result = message.kind === 'result' ? message : results.get(index)
      const content = result ? yield* this.#text(result.text) : undefined
      yield this.#entry(turnId, this.#call(entryId, { message, result, content, step }))
    }
  }

  #entry(turnId: string, entry: Entry): string {
    this.entries += 1
    return JSON.stringify({ kind: 'entry', turnId, entry } satisfies ChatFileLine)
  }

  #call(
    id: string,
    { message, result, content, step }: CallParts,
  ): Extract<Entry, { kind: 'tool-call' }> {
    const given = message.kind === 'call' ? message.arguments : {}
    const tool = message.tool.slice(0, MAX_LABEL)
    return {
      kind: 'tool-call',
      id,
      step,
      callId: id,
      origin: 'model',
      serverId: this.#product,
      serverName: this.#product === 'chatgpt' ? 'ChatGPT' : 'Claude',
      serverHue: 0,
      toolName: tool,
      toolTitle: tool,
      proposedArguments: given,
      arguments: given,
      ...(result && content
        ? {
            status: 'done',
            result: { content: [content], isError: result.isError },
          }
        : { status: 'unknown', error: 'The export has no result of this call.' }),
      createdAt: message.at,
    }
  }

  *#attachments(
    entryId: string,
    attachments: readonly ProductAttachment[],
  ): Generator<string, Attachment[]> {
    const made: Attachment[] = []
    const taken = attachments.slice(0, ATTACHMENT_LIMITS.count)
    for (const [index, { name, mimeType, bytes, text }] of taken.entries()) {
      const type = mimeType.slice(0, 200) || 'application/octet-stream'
      const content =
        text === null
          ? yield* this.#absent(`${entryId} ${index}`, { mimeType: type, bytes })
          : yield* this.#text(text)
      made.push({
        kind: 'file',
        id: `${entryId}-${index}`,
        name: name.slice(0, MAX_LABEL) || '?',
        mimeType: text === null ? type : 'text/plain',
        bytes: text === null ? bytes : utf8.encode(text).length,
        tokens: text === null ? 0 : Math.ceil(text.length / 4),
        content,
      })
    }
    return made
  }

  *#absent(
    subject: string,
    { mimeType, bytes }: { mimeType: string; bytes: number },
  ): Generator<string, StoredBlock> {
    const hash = this.#digest.sha256(`not in the export ${subject}`)
    this.absent += 1
    yield JSON.stringify({ kind: 'absent', hash } satisfies ChatFileLine)
    const kept = { hash, bytes, mimeType }
    if (mimeType.startsWith('image/')) return { type: 'image', mimeType, kept }
    if (mimeType.startsWith('audio/')) return { type: 'audio', mimeType, kept }
    return { type: 'text', text: '', kept: { ...kept, characters: 0 } }
  }

  /** A long text is data, as it would be had it come about here. */
  *#text(text: string): Generator<string, StoredBlock> {
    if (text.length <= MAX_INLINE) return { type: 'text', text }
    // Half a pair of UTF-16 is nothing that UTF-8 can say.
    const whole = text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    const data = utf8.encode(whole)
    const hash = this.#digest.sha256(whole)
    if (!this.#known.has(hash)) yield* dataLines(hash, data)
    this.#known.add(hash)
    const kept = { hash, bytes: data.length, mimeType: 'text/plain', characters: whole.length }
    return { type: 'text', text: truncateText(whole, PREVIEW), kept }
  }
}

type MessageOf<Kind extends ProductMessage['kind']> = Extract<ProductMessage, { kind: Kind }>

interface CallParts {
  message: MessageOf<'call'> | MessageOf<'result'>
  result: MessageOf<'result'> | undefined
  content: StoredBlock | undefined
  step: number
}

const utf8 = new TextEncoder()

function personEntry(
  id: string,
  { text, at }: MessageOf<'person'>,
  attachments: Attachment[],
): Entry {
  const message = { kind: 'user-message', id, text, createdAt: at } as const
  return attachments.length > 0 ? { ...message, attachments } : message
}

const modelEntry = (
  id: string,
  { text, reasoning, at }: MessageOf<'model'>,
  step: number,
): Entry => ({
  kind: 'assistant-message',
  id,
  step,
  text,
  reasoning,
  status: 'complete',
  createdAt: at,
})

/** Pairs successive calls with the results that follow them, in the same order. */
function pairsOf(messages: readonly ProductMessage[]): {
  results: Map<number, MessageOf<'result'>>
  taken: Set<number>
} {
  const results = new Map<number, MessageOf<'result'>>()
  const taken = new Set<number>()
  let calls: number[] = []
  let next = 0
  for (const [index, message] of messages.entries()) {
    if (message.kind === 'call') calls.push(index)
    const call = message.kind === 'result' ? calls[next] : undefined
    if (message.kind === 'result' && call !== undefined) {
      results.set(call, message)
      taken.add(index)
      next += 1
    }
    if (message.kind === 'model' || message.kind === 'person') {
      calls = []
      next = 0
    }
  }
  return { results, taken }
}

function* dataLines(hash: string, data: Uint8Array): Generator<string> {
  for (let at = 0; at < data.length; at += CHAT_FILE_LIMITS.pieceBytes) {
    const piece = data.subarray(at, at + CHAT_FILE_LIMITS.pieceBytes)
    yield JSON.stringify({
      kind: 'data',
      hash,
      bytes: data.length,
      at,
      data: btoa(Array.from(piece, (byte) => String.fromCharCode(byte)).join('')),
    } satisfies ChatFileLine)
  }
}
