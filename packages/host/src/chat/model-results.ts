import type { ContentBlock, ToolCall } from '@gatehouse/domain'

/** Characters of one result that a model is given, whatever kind of block they are in. */
const MAX_RESULT = 50_000
/** Of all results of one step; a result that comes late still gets a little. */
const MAX_STEP = 500_000
const LEAST = 1000
/** Base64 of one picture or sound, and how many of them a result may bring. */
const MAX_MEDIA = 7_000_000
const MAX_MEDIA_BLOCKS = 20
/** Characters of an address, a name or a type in a line about a block. */
const MAX_LABEL = 2000

/** What the results of one step may still take. */
export interface ResultBudget {
  left: number
}

export const resultBudget = (): ResultBudget => ({ left: MAX_STEP })

function cap(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit)}\n[Shortened: ${text.length - limit} of ${text.length} characters were left out.]`
}

/** Words in place of a result, such as a server's error. */
export function boundedWords(text: string, budget: ResultBudget): string {
  const bounded = cap(text, roomIn(budget))
  budget.left -= bounded.length
  return bounded
}

const roomIn = (budget: ResultBudget): number => Math.min(MAX_RESULT, Math.max(LEAST, budget.left))

/** A result as the model is given it; the person sees all of it. */
export function boundedContent(call: ToolCall, budget: ResultBudget): ContentBlock[] {
  const content = [...(call.result?.content ?? [])]
  const structured = call.result?.structuredContent
  if (structured !== undefined && !content.some((block) => block.type === 'text'))
    content.push({ type: 'text', text: JSON.stringify(structured) })
  const given = createTaker(roomIn(budget))
  const blocks = content.flatMap((block) => given.take(block) ?? [])
  budget.left -= given.used()
  const missing = content.length - blocks.length
  if (missing > 0)
    blocks.push({ type: 'text', text: `[${missing} more parts of this result were left out.]` })
  return blocks
}

function createTaker(room: number) {
  let left = room
  let media = 0
  const shorten = (text: string): string => {
    const bounded = cap(text, Math.max(0, left))
    left -= text.length
    return bounded
  }
  const label = (text: string): string => {
    const short = text.slice(0, MAX_LABEL)
    left -= short.length
    return short
  }
  const named = (block: Extract<ContentBlock, { type: 'image' | 'audio' }>): ContentBlock => {
    media += 1
    const mimeType = label(block.mimeType)
    if (block.data.length <= MAX_MEDIA && media <= MAX_MEDIA_BLOCKS)
      return { type: block.type, data: block.data, mimeType }
    const text = `[${block.type}, ${mimeType}: too large or one too many to be sent to you; the user sees it]`
    return { type: 'text', text }
  }
  return {
    used: () => room - Math.max(0, left),
    /** `undefined` when nothing more fits. */
    take(block: ContentBlock): ContentBlock | undefined {
      if (left <= 0) return undefined
      switch (block.type) {
        case 'text':
          return { type: 'text', text: shorten(block.text) }
        case 'image':
        case 'audio':
          return named(block)
        case 'resource_link': {
          const { title, description } = block
          return {
            type: 'resource_link',
            uri: label(block.uri),
            name: label(block.name),
            ...(title === undefined ? {} : { title: label(title) }),
            ...(description === undefined ? {} : { description: shorten(description) }),
          }
        }
        case 'resource': {
          const { uri, mimeType, text, blob } = block.resource
          const about = {
            uri: label(uri),
            ...(mimeType === undefined ? {} : { mimeType: label(mimeType) }),
          }
          if (text === undefined)
            return {
              type: 'resource',
              resource: { ...about, ...(blob === undefined ? {} : { blob }) },
            }
          return { type: 'resource', resource: { ...about, text: shorten(text) } }
        }
      }
    },
  }
}
