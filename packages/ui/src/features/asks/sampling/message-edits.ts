import type { AddedMedia, AddedMessage, MessageEdits, SamplingEdits } from '@gatehouse/domain'
import { movableMessages } from '@gatehouse/domain/server-requests'
import type { SamplingBlock, SamplingMessage } from '@gatehouse/domain/server-requests'

// What a person makes of the list of messages of a sampling request: taken out, moved, added.

/** A message as it stands on the card. */
export interface ListedMessage {
  /** Messages that move together share it: a tool call and the message with the results. */
  key: string
  /** Its place in what the server sent; `null` = the person added it. */
  place: number | null
  role: SamplingMessage['role']
  /** As the server sent it; of a message that was added its text. */
  content: readonly SamplingBlock[]
  media: readonly AddedMedia[]
  isRemoved: boolean
  isMoved: boolean
}

/** Returns the edits of an unchanged list. */
export function messageEdits(sent: readonly SamplingMessage[], edits: SamplingEdits): MessageEdits {
  return (
    edits.messages ?? {
      order: movableMessages(sent).map(String),
      removed: [],
      moved: [],
      added: {},
      media: {},
    }
  )
}

/** Returns all messages in the order of sending, removed ones included. */
export function listedMessages(
  sent: readonly SamplingMessage[],
  edits: SamplingEdits,
): ListedMessage[] {
  const { order, removed, moved, added, media } = messageEdits(sent, edits)
  const starts = movableMessages(sent)
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? sent.length]))
  const isSentOrder = isAscending(order.filter((key) => !isAdded(key)).map(Number))
  return order.flatMap((key): ListedMessage[] => {
    const common = {
      key,
      isRemoved: removed.includes(key),
      isMoved: !isSentOrder && !isAdded(key) && moved.includes(key),
    }
    const own = added[key]
    if (own)
      return [
        {
          ...common,
          place: null,
          role: own.role,
          content: [{ type: 'text', text: own.text }],
          media: media[key] ?? [],
        },
      ]
    const start = Number(key)
    return sent.slice(start, ends.get(start) ?? start).map(({ role, content }, index) => ({
      ...common,
      place: start + index,
      role,
      content,
      media: index === 0 ? (media[key] ?? []) : [],
    }))
  })
}

export const isAdded = (key: string): boolean => key.startsWith('+')

/** True if a model would get a picture or a sound in this message: only in a person's, and none beside results. */
export function takesMedia({ role, content }: ListedMessage): boolean {
  return role === 'user' && content.every((block) => block.type !== 'tool_result')
}

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || (numbers[index - 1] ?? 0) < number)
}

/** With a message one place up or down. */
export function moveMessage(edits: MessageEdits, key: string, by: -1 | 1): MessageEdits {
  const from = edits.order.indexOf(key)
  const to = from + by
  if (from < 0 || to < 0 || to >= edits.order.length) return edits
  const order = edits.order.filter((one) => one !== key)
  order.splice(to, 0, key)
  const others = edits.moved.filter((one) => one !== key)
  return { ...edits, order, moved: isAdded(key) ? others : [...others, key] }
}

/** With a new message below another one (`null`: before all), and its key. */
export function insertMessage(
  edits: MessageEdits,
  message: AddedMessage,
  below: string | null,
): { edits: MessageEdits; key: string } {
  const numbers = Object.keys(edits.added).map((one) => Number(one.slice(1)))
  const key = `+${Math.max(0, ...numbers) + 1}`
  const order = [...edits.order]
  order.splice(below === null ? 0 : order.indexOf(below) + 1, 0, key)
  return { edits: { ...edits, order, added: { ...edits.added, [key]: message } }, key }
}

/** With a message taken out, or put back. */
export function removeMessage(edits: MessageEdits, key: string, isRemoved: boolean): MessageEdits {
  const others = edits.removed.filter((one) => one !== key)
  return { ...edits, removed: isRemoved ? [...others, key] : others }
}

/** With another text or role of a message that was added. */
export function rewriteMessage(
  edits: MessageEdits,
  key: string,
  message: AddedMessage,
): MessageEdits {
  return { ...edits, added: { ...edits.added, [key]: message } }
}

/** With these pictures and sounds added to a message. */
export function withMedia(
  edits: MessageEdits,
  key: string,
  media: readonly AddedMedia[],
): MessageEdits {
  const { [key]: _, ...others } = edits.media
  return { ...edits, media: media.length === 0 ? others : { ...others, [key]: media } }
}

/** Characters of base64 of all that was added. */
export function addedCharacters({ media }: MessageEdits): number {
  return Object.values(media)
    .flat()
    .reduce((sum, { data }) => sum + data.length, 0)
}
