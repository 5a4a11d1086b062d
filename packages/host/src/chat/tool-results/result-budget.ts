import type { ContentBlock } from '@gatehouse/domain'
import { groupedDigits, truncateText } from '@gatehouse/domain/text'
import {
  MAX_MEDIA,
  MAX_MEDIA_BLOCKS,
  MAX_RESULT_CHARACTERS,
  type ModelContentBlock,
  type ModelContent,
} from './model-content-limits.ts'

/** Characters for all results of one step; a late result still gets a few. */
const MAX_STEP = 500_000
const LEAST = 1000
/** Characters of an address, a name or a type in a line about a block. */
const MAX_LABEL = 2000

/** Characters that the results of one step may still take. */
export interface ResultBudget {
  left: number
  /** Characters that one of them may take. */
  readonly most: number
}

/** The handle and position from which a model can read on in a result. */
export interface ReadContinuation {
  /** The name of the result. */
  handle: string
  tool: string
  /** Called when something was left out that can be read. */
  onShortened(): void
}

export const resultBudget = (most = MAX_RESULT_CHARACTERS): ResultBudget => ({
  left: MAX_STEP,
  most,
})

/** `total`: characters of the whole, of which `text` may be the beginning. */
function cap(text: string, limit: number, total = text.length): string {
  if (total <= limit) return text
  const given = truncateText(text, limit)
  const left = groupedDigits(total - given.length)
  return `${given}\n[Shortened: ${left} of ${groupedDigits(total)} characters were left out.]`
}

/** A text in place of a result, such as the error of a server, within the budget. */
export function boundedText(text: string, budget: ResultBudget): string {
  const bounded = cap(text, roomIn(budget))
  budget.left -= bounded.length
  return bounded
}

const roomIn = ({ left, most }: ResultBudget): number => Math.min(most, Math.max(LEAST, left))

/** The result as the model gets it; the person sees all of it. */
export function boundedContent(
  content: ModelContent,
  budget: ResultBudget,
  on: ReadContinuation,
): ContentBlock[] {
  const given = new BlockBudget(roomIn(budget), on)
  const blocks = content.blocks.flatMap((block, part) => given.take(block, part) ?? [])
  budget.left -= given.used
  const missing = content.count - blocks.length
  if (missing > 0) {
    const words = `[${missing} more parts of this result were left out. ${readOnWords(on, { part: blocks.length, from: 0 })}]`
    blocks.push({ type: 'text', text: words })
    on.onShortened()
  }
  return blocks
}

const readOnWords = (
  { tool, handle }: ReadContinuation,
  { part, from }: { part: number; from: number },
): string => `Call ${tool} with result "${handle}", part ${part}, from ${from} to read on.`

/** Takes the blocks of one result, in their order, as long as there is room. */
class BlockBudget {
  readonly #room: number
  readonly #on: ReadContinuation
  #left: number
  #media = 0

  constructor(room: number, on: ReadContinuation) {
    this.#room = room
    this.#left = room
    this.#on = on
  }

  get used(): number {
    return this.#room - Math.max(0, this.#left)
  }

  /** `undefined` when nothing more fits. */
  take(block: ModelContentBlock, part: number): ContentBlock | undefined {
    if (this.#left <= 0) return undefined
    switch (block.type) {
      case 'text':
        return { type: 'text', text: this.#readable(block.text, block.total, part) }
      case 'image':
      case 'audio':
        return this.#picture(block)
      case 'resource_link': {
        const { uri, name, title, description } = block
        return {
          type: 'resource_link',
          uri: this.#label(uri),
          name: this.#label(name),
          ...(title === undefined ? {} : { title: this.#label(title) }),
          ...(description === undefined ? {} : { description: this.#shorten(description) }),
        }
      }
      case 'resource': {
        const { uri, mimeType, text, blob } = block.resource
        const about = {
          uri: this.#label(uri),
          ...(mimeType === undefined ? {} : { mimeType: this.#label(mimeType) }),
        }
        const binary = blob === undefined ? {} : { blob }
        const data = text === undefined ? binary : { text: this.#readable(text, block.total, part) }
        return { type: 'resource', resource: { ...about, ...data } }
      }
    }
  }

  #shorten(text: string, total = text.length): string {
    const bounded = cap(text, Math.max(0, this.#left), total)
    this.#left -= total
    return bounded
  }

  /** A text in which the model can read on after the cut. */
  #readable(text: string, total: number | undefined, part: number): string {
    const from = truncateText(text, Math.max(0, this.#left)).length
    const bounded = this.#shorten(text, total)
    if (bounded === text) return bounded
    this.#on.onShortened()
    return `${bounded}\n[${readOnWords(this.#on, { part, from })}]`
  }

  #label(text: string): string {
    const short = text.slice(0, MAX_LABEL)
    this.#left -= short.length
    return short
  }

  #picture(block: Extract<ContentBlock, { type: 'image' | 'audio' }>): ContentBlock {
    this.#media += 1
    const mimeType = this.#label(block.mimeType)
    if (block.data.length <= MAX_MEDIA && this.#media <= MAX_MEDIA_BLOCKS)
      return { type: block.type, data: block.data, mimeType }
    const text = `[${block.type}, ${mimeType}: too large or one too many to be sent to you; the user sees it]`
    return { type: 'text', text }
  }
}
