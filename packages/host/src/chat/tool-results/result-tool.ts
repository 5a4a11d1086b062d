import {
  attachedBlocks,
  isGatehouseError,
  MESSAGE_BUDGET,
  blocksIn,
  parseJson,
  type Attachment,
  type BlobRef,
  type ContentBlock,
  type Entry,
  type JsonObject,
  type StoredBlock,
  type StoredResult,
  type ToolCall,
  type ToolResult,
  type UserMessage,
} from '@gatehouse/domain'
import { binariesOf, structuredText } from './structured-content-text.ts'
import type { BlobStore, ByteRange, ModelTool, Stores } from '../../ports/index.ts'

/** The name that the provider sees. No tool of a server has it: their names all contain `__`. */
export const RESULT_TOOL = 'read_result'

/** The server name that its calls show. */
const HOST_NAME = 'Gatehouse'

/** Characters that one call gives: less than what a model is given of one result. */
const MAX_READ = 40_000

/** Offered while something in the context was shortened: what was left out can be read with it. */
export const resultTool: ModelTool = {
  name: RESULT_TOOL,
  description:
    'Reads more of a tool result or an attachment of this chat that was shortened. Where something was left out, it says which result, part and position to read on from.',
  inputSchema: {
    type: 'object',
    properties: {
      result: { type: 'string', description: 'The id that the shortened result gives.' },
      part: { type: 'integer', minimum: 0, default: 0 },
      from: { type: 'integer', minimum: 0, default: 0, description: 'The first character.' },
    },
    required: ['result'],
  },
}

/** The handle by which a model names a result of its chat. */
export const resultHandle = (turnId: string, call: Pick<ToolCall, 'id'>): string =>
  `${turnId}/${call.id}`

/** The handle of an attachment of a message. */
export const attachmentHandle = (
  turnId: string,
  message: Pick<UserMessage, 'id'>,
  attachment: Pick<Attachment, 'id'>,
): string => `${turnId}/${message.id}/${attachment.id}`

export const isHostCall = ({ serverId, serverName }: ToolCall): boolean =>
  serverId === null && serverName === HOST_NAME

/** Marks a call as the host's own: it needs no approval, and nothing leaves the app. */
export const builtInToolCallFacts = (tool: string) =>
  ({
    serverId: null,
    serverName: HOST_NAME,
    serverHue: 0,
    toolName: tool,
    toolTitle: tool,
  }) as const

/** The blocks of the file that was read last: a model mostly reads on in the same one. */
export interface LastReadBlocks {
  hash?: string
  blocks?: ContentBlock[]
}

type Dependencies = Pick<Stores, 'turns' | 'blobs'> & { last?: LastReadBlocks }

/** An excerpt of a result of the same chat. Never rejects for a mistake of the model: the result names it. */
export async function readResult(
  args: JsonObject,
  conversationId: string,
  { turns, blobs, last = {} }: Dependencies,
): Promise<ToolResult> {
  const { result: handle, part = 0, from = 0 } = args
  const [turnId = '', entryId = '', attachmentId] =
    typeof handle === 'string' ? handle.split('/') : []
  const turn = turns.withEntry(turnId, entryId)
  const entry = turn?.conversationId === conversationId ? turn.entries[0] : undefined
  const found = entry && contentOf(entry, attachmentId)
  if (!found) return failure('There is no such result in this chat.')
  if (!isPlace(part) || !isPlace(from))
    return failure('"part" and "from" are whole numbers from 0.')
  try {
    const text = await new ResultParts(blobs, last).find(found, part)
    if (text === null) return failure('This result has no such part, or it is not text.')
    const range = { start: from, end: from + MAX_READ }
    const excerpt = await text(range)
    const rest = excerpt.length < MAX_READ ? '' : `\n[Read on from ${from + excerpt.length}.]`
    return { isError: false, content: [{ type: 'text', text: excerpt + rest }] }
  } catch (error) {
    if (!isGatehouseError(error)) throw error
    return failure(error.message)
  }
}

/** The content of an entry that can be read further: a call's result, or one of a message's attachments. */
function contentOf(entry: Entry, attachmentId: string | undefined): StoredResult | undefined {
  if (entry.kind === 'tool-call') return entry.result
  if (entry.kind !== 'user-message') return undefined
  const attachment = entry.attachments?.find(({ id }) => id === attachmentId)
  return attachment && { content: attachedBlocks(attachment), isError: false }
}

/** The texts of a result by their place: its blocks in order, then its structured content. */
class ResultParts {
  readonly #blobs: BlobStore
  readonly #last: LastReadBlocks

  constructor(blobs: BlobStore, last: LastReadBlocks) {
    this.#blobs = blobs
    this.#last = last
  }

  async find(result: StoredResult, index: number): Promise<ReadText | null> {
    const { content, more, structured, structuredContent } = result
    const block = content[index]
    if (block) return this.#textOf(block)
    const after = index - content.length
    if (more && after < more.count) return blockJson((await this.#blocks(more.kept))[after])
    if (after !== (more?.count ?? 0)) return null
    if (structured && binariesOf(content).length === 0) return this.#kept(structured.kept)
    if (!structured && structuredContent === undefined) return null
    // Places count in what the model was given, not in what the server sent.
    const text = await structuredText(result, this.#blobs)
    return text === undefined ? null : inline(text)
  }

  #textOf(block: StoredBlock): ReadText | null {
    if (block.type === 'text') return block.kept ? this.#kept(block.kept) : inline(block.text)
    if (block.type !== 'resource' || block.resource.text === undefined) return null
    return block.resource.kept ? this.#kept(block.resource.kept) : inline(block.resource.text)
  }

  #kept(ref: BlobRef): ReadText {
    return (range) => this.#blobs.text(ref, range)
  }

  async #blocks(ref: BlobRef): Promise<ContentBlock[]> {
    const { hash, blocks: known } = this.#last
    if (known && hash === ref.hash) return known
    const json = parseJson(await this.#blobs.data(ref), { budget: MESSAGE_BUDGET })
    const blocks = json.ok ? blocksIn(json.value) : []
    Object.assign(this.#last, { hash: ref.hash, blocks })
    return blocks
  }
}

type ReadText = (range: ByteRange) => Promise<string>

const inline =
  (text: string): ReadText =>
  ({ start, end }) =>
    Promise.resolve(text.slice(start, end))

function blockJson(block: ContentBlock | undefined): ReadText | null {
  if (block?.type === 'text') return inline(block.text)
  if (block?.type === 'resource' && block.resource.text !== undefined)
    return inline(block.resource.text)
  return null
}

const isPlace = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const failure = (text: string): ToolResult => ({ isError: true, content: [{ type: 'text', text }] })
