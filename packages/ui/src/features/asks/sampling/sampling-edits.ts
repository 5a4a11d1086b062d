import type {
  SamplingAnswer,
  SamplingBlock,
  SamplingRequest,
} from '@gatehouse/domain/server-requests'
import type { BlockEdits, SamplingEdits } from '@gatehouse/domain'
import { listedMessages, type ListedMessage } from './message-edits.ts'

export const noBlockEdits: BlockEdits = { texts: {}, removed: [] }
export const noEdits: SamplingEdits = { ...noBlockEdits, removedStops: [] }

export type EditProblem = 'max-tokens' | 'temperature' | 'messages' | 'empty-message'

/** A request as the person edited it. */
export interface EditedRequest {
  request: SamplingRequest
  /** Number of differences from the request. */
  count: number
  problems: EditProblem[]
}

/** A block's place, the key of its edits: `2.0` is the first block of the third message. */
export function blockKey(message: number, block: number): string {
  return `${message}.${block}`
}

/** A call and its result belong together and to the server, so only these can be taken out. */
export function isRemovable(block: SamplingBlock): boolean {
  return block.type === 'text' || block.type === 'image' || block.type === 'audio'
}

/** The blocks that are left, with their new texts. A text that was emptied is taken out. */
function editBlocks<Block extends SamplingBlock>(
  blocks: readonly Block[],
  edits: BlockEdits,
  placeOf: (index: number) => string,
): { blocks: Block[]; count: number } {
  let count = 0
  const kept: Block[] = []
  for (const [index, block] of blocks.entries()) {
    const place = placeOf(index)
    const text = block.type === 'text' ? (edits.texts[place] ?? block.text) : undefined
    const changed = block.type === 'text' && text !== block.text
    const removed =
      (isRemovable(block) && edits.removed.includes(place)) || (changed && text === '')
    if (changed || removed) count += 1
    if (!removed) kept.push(changed ? { ...block, text } : block)
  }
  return { blocks: kept, count }
}

interface EditedMessage {
  blocks: SamplingBlock[]
  count: number
  /** The person added it and wrote nothing. */
  isEmpty?: boolean
}

/** Returns the outgoing part of one message: nothing of a removed one. */
function editListed(listed: ListedMessage, edits: SamplingEdits): EditedMessage {
  const { place, content, media, isRemoved } = listed
  if (isRemoved) return { blocks: [], count: 0 }
  if (place === null) {
    const texts = content.filter((block) => block.type !== 'text' || block.text.trim() !== '')
    const blocks = [...texts, ...media]
    return { blocks, count: 1 + media.length, isEmpty: blocks.length === 0 }
  }
  const { blocks, count } = editBlocks(content, edits, (block) => blockKey(place, block))
  return { blocks: [...blocks, ...media], count: count + media.length }
}

/** Returns the request for the model, with its problems. */
export function editRequest(asked: SamplingRequest, edits: SamplingEdits): EditedRequest {
  const problems: EditProblem[] = []
  const request: SamplingRequest = { ...asked }
  let count = 0

  request.messages = []
  const counted = new Set<string>()
  for (const listed of listedMessages(asked.messages, edits)) {
    const { role, key } = listed
    const edited = editListed(listed, edits)
    count += edited.count
    if (edited.isEmpty) problems.push('empty-message')
    // What is taken out or moved together is one change.
    if ((listed.isRemoved || listed.isMoved) && listed.place !== null && !counted.has(key)) {
      counted.add(key)
      count += 1
    }
    if (edited.blocks.length > 0) request.messages.push({ role, content: edited.blocks })
  }
  if (request.messages.length === 0) problems.push('messages')

  if ((edits.systemPrompt ?? asked.systemPrompt ?? '') !== (asked.systemPrompt ?? '')) {
    count += 1
    if (edits.systemPrompt) request.systemPrompt = edits.systemPrompt
    else delete request.systemPrompt
  }
  count += editNumbers(asked, edits, { request, problems })
  const { stopSequences = [] } = asked
  const stops = stopSequences.filter((_, index) => !edits.removedStops.includes(index))
  if (stops.length < stopSequences.length) {
    count += stopSequences.length - stops.length
    if (stops.length > 0) request.stopSequences = stops
    else delete request.stopSequences
  }
  return { request, count, problems }
}

/** A server's limit may be lowered, never raised (MCP 2025-11-25, client/sampling). */
function editNumbers(
  asked: SamplingRequest,
  edits: SamplingEdits,
  { request, problems }: { request: SamplingRequest; problems: EditProblem[] },
): number {
  let count = 0
  const tokens = edits.maxTokens?.trim()
  if (tokens !== undefined && tokens !== String(asked.maxTokens)) {
    count += 1
    const value = /^\d+$/.test(tokens) ? Number(tokens) : 0
    if (value >= 1 && value <= asked.maxTokens) request.maxTokens = value
    else problems.push('max-tokens')
  }
  const temperature = edits.temperature?.trim()
  if (temperature !== undefined && temperature !== displayedTemperature(asked)) {
    count += 1
    const value = Number(temperature)
    if (temperature === '') delete request.temperature
    else if (Number.isFinite(value) && value >= 0) request.temperature = value
    else problems.push('temperature')
  }
  return count
}

export function displayedTemperature({ temperature }: SamplingRequest): string {
  return temperature === undefined ? '' : String(temperature)
}

/** Returns the answer for the server; `null` when nothing is left of it. */
export function editAnswer(
  given: SamplingAnswer,
  edits: BlockEdits,
): { response: SamplingAnswer | null; count: number } {
  const { blocks, count } = editBlocks(given.content, edits, String)
  return { response: blocks.length > 0 ? { ...given, content: blocks } : null, count }
}

/** The edits with a block's text changed; its first text again is not an edit. */
export function withText<Edits extends BlockEdits>(
  edits: Edits,
  place: string,
  { text, first }: { text: string; first: string },
): Edits {
  const { [place]: _, ...texts } = edits.texts
  return { ...edits, texts: text === first ? texts : { ...texts, [place]: text } }
}

/** The edits with a block taken out, or put back. */
export function withRemoved<Edits extends BlockEdits>(
  edits: Edits,
  place: string,
  removed: boolean,
): Edits {
  const others = edits.removed.filter((one) => one !== place)
  return { ...edits, removed: removed ? [...others, place] : others }
}
