import { waitForFreshIteration, yieldIfBudgetSpent } from '@gatehouse/base'
import { MESSAGE_BUDGET, objectOfJson } from '@gatehouse/domain'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { endOfTextPart } from '../../message-parsing/text-prefix.ts'

export interface EventSanitizerOptions {
  /** Bytes that one event may have. */
  maxBytes: number
  /** The error of the stream when an event is larger. `begin`: the part that came, with field names. */
  tooLarge(begin: string): Promise<Error>
  /** Replaces the data of a message; `undefined` = it stays, '' = it is emptied. */
  replace(data: string): Replacement | Promise<Replacement>
  /** Resolves when the reader is done with the events before; `undefined` = it is now. Never rejects. */
  ready?(): Promise<void> | undefined
}

type Replacement = string | undefined

/** Events passed on in one turn of the event loop: the reader parses each of them at once. */
const EVENTS_A_TURN = 64

/** Characters passed on in one turn. */
const PART = 524_288

/** Lines of one event; parsers take far longer for many short lines than for a long one. */
const MAX_LINES = MESSAGE_BUDGET.nodes

/**
 * Passes on whole events only, each checked first, with LF as line end: other line ends cost some
 * parsers far more. Ids, event names, `retry` fields and comments stay.
 */
export function sanitizeEvents(
  options: EventSanitizerOptions,
): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  let size = 0
  let lines = 0
  let endedWithReturn = false
  let endedLine = true
  const eventsOf = createEventReader()

  /** Line ends as LF, also where one is cut in two. */
  function normalised(chunk: Uint8Array): string {
    let text = decoder.decode(chunk, { stream: true })
    if (endedWithReturn && text.startsWith('\n')) text = text.slice(1)
    if (text !== '') endedWithReturn = text.endsWith('\r')
    return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  }

  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const text = normalised(chunk)
      const end = endOfLastEvent(text, endedLine)
      if (text !== '') endedLine = text.endsWith('\n')
      const rest = text.slice(end)
      const block = end === 0 ? '' : `${parts.join('')}${text.slice(0, end)}`
      if (end > 0) {
        parts = []
        size = 0
        lines = 0
      }
      parts.push(rest)
      size += end === 0 ? chunk.length : rest.length
      lines += countLines(rest)
      if (size > options.maxBytes || lines > MAX_LINES)
        return options.tooLarge(parts.join('')).then((error) => controller.error(error))
      return block === '' ? undefined : passInTurns(piecesOf(block), controller)
    },
    // Some servers leave out the empty line behind their last event.
    flush(controller) {
      const rest = parts.join('').replace(/\n$/, '')
      return isWholeMessage(rest) ? passInTurns([`${rest}\n\n`], controller) : undefined
    },
  })

  /** The next chunk is read in the same turn, so each piece waits for a turn of its own. */
  async function passInTurns(pieces: string[], controller: Output): Promise<void> {
    for (const piece of pieces) {
      await waitForFreshIteration()
      await options.ready?.()
      await pass(piece, controller)
    }
  }

  function pass(piece: string, controller: Output): void | Promise<void> {
    const parsed = eventsOf(piece)
    const replacements = parsed.events.map((event) =>
      isMessage(event) ? options.replace(event.data) : undefined,
    )
    const put = (final: Replacement[]): void | Promise<void> =>
      enqueueText(replaced(piece, parsed, final), controller)
    // Most are replaced synchronously: a microtask for each of thousands would be noticeable.
    if (replacements.every(isImmediate)) return put(replacements)
    return Promise.all(replacements.map((replacement) => Promise.resolve(replacement))).then(put)
  }
}

interface Block {
  events: EventSourceMessage[]
  pause: number | undefined
}

/** Parses the events of a block. Only whole events are fed to it. */
function createEventReader(): (block: string) => Block {
  let events: EventSourceMessage[] = []
  let pause: number | undefined
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onRetry: (ms) => (pause = ms),
  })
  return (block) => {
    events = []
    pause = undefined
    parser.feed(block)
    return { events, pause }
  }
}

type Output = Pick<TransformStreamDefaultController<Uint8Array>, 'enqueue'>

/** Splits whole events into pieces that one turn can take. */
function piecesOf(block: string): string[] {
  const pieces: string[] = []
  let begin = 0
  let count = 0
  for (let at = block.indexOf('\n\n'); at !== -1; at = block.indexOf('\n\n', at + 2)) {
    count += 1
    if (count < EVENTS_A_TURN) continue
    pieces.push(block.slice(begin, at + 2))
    begin = at + 2
    count = 0
  }
  if (begin < block.length) pieces.push(block.slice(begin))
  return pieces
}

const encoder = new TextEncoder()

/** Enqueues a large text in parts, each in a turn of its own: the reader handles a part at once. */
export function enqueueText(text: string, controller: Output): void | Promise<void> {
  if (text.length > PART) return enqueueInTurns(text, controller)
  controller.enqueue(encoder.encode(text))
}

async function enqueueInTurns(text: string, controller: Output): Promise<void> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = endOfTextPart(text, at, PART)
    controller.enqueue(encoder.encode(text.slice(at, end)))
    await yieldIfBudgetSpent()
  }
}

function isImmediate(replacement: Replacement | Promise<Replacement>): replacement is Replacement {
  return typeof replacement !== 'object'
}

/** Half a message is no JSON. */
function isWholeMessage(rest: string): boolean {
  const data = rest
    .split('\n')
    .flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
    .join('\n')
  return objectOfJson(data) !== undefined
}

function isMessage({ event }: EventSourceMessage): boolean {
  return event === undefined || event === 'message'
}

/** The block as it is, unless the data of one of its events is replaced. */
function replaced(block: string, { events, pause }: Block, data: Replacement[]): string {
  if (data.every((replacement) => replacement === undefined)) return block
  const texts = events.map((event, index) =>
    eventText({ ...event, data: data[index] ?? event.data }),
  )
  return `${pause === undefined ? '' : `retry: ${pause}\n\n`}${texts.join('')}`
}

/** The end of the last complete event in the text; 0 = none. */
function endOfLastEvent(text: string, followsLineEnd: boolean): number {
  const end = text.lastIndexOf('\n\n')
  if (end !== -1) return end + 2
  return followsLineEnd && text.startsWith('\n') ? 1 : 0
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** An event as it stands in a stream. */
export function eventText({ id, event, data }: EventSourceMessage): string {
  const place = id === undefined ? '' : `id: ${id}\n`
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${place}${name}data: ${data.replaceAll('\n', '\ndata: ')}\n\n`
}
