import { MESSAGE_BUDGET } from '@gatehouse/domain'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { endOfTextPart } from '../../message-parsing/text-prefix.ts'
import { yieldIfBudgetSpent, waitForFreshIteration } from '../../system/timing/event-loop.ts'

export interface EventGuard {
  /** The most that one event may have. */
  maxBytes: number
  /** What the stream fails with when one has more. `begin`: what came of it, field names included. */
  tooLarge(begin: string): Promise<Error>
  /** The text that takes the place of a message's; `undefined` = it stays, '' = nothing does. */
  replace(data: string): Replacement | Promise<Replacement>
  /** Resolves when whoever reads the events is done with those before; `undefined` = now. Never rejects. */
  ready?(): Promise<void> | undefined
}

type Replacement = string | undefined

/** Events that are judged and passed on in one turn of the event loop: whoever reads them parses each at once. */
const EVENTS_A_TURN = 64

/** Characters that are passed on in one turn. */
const PART = 524_288

/** Lines of one event; parsers take far longer for many short lines than for a long one. */
const MAX_LINES = MESSAGE_BUDGET.nodes

/**
 * An event stream that passes on whole events only, each judged before, and with LF as its line end:
 * parsers differ in what many other line ends cost them. Ids, names, pauses and comments stay.
 */
export function sanitizeEvents(guard: EventGuard): TransformStream<Uint8Array, Uint8Array> {
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
      if (size > guard.maxBytes || lines > MAX_LINES)
        return guard.tooLarge(parts.join('')).then((error) => controller.error(error))
      return block === '' ? undefined : passInTurns(piecesOf(block), controller)
    },
  })

  /** What follows a chunk is read without a turn in between, so each begins one of its own. */
  async function passInTurns(pieces: string[], controller: Output): Promise<void> {
    for (const piece of pieces) {
      await waitForFreshIteration()
      await guard.ready?.()
      await pass(piece, controller)
    }
  }

  function pass(piece: string, controller: Output): void | Promise<void> {
    const parsed = eventsOf(piece)
    const replacements = parsed.events.map((event) =>
      isMessage(event) ? guard.replace(event.data) : undefined,
    )
    const put = (final: Replacement[]): void | Promise<void> =>
      enqueueText(replaced(piece, parsed, final), controller)
    // Most are judged at once: a turn of the queue for each of thousands would be felt.
    if (replacements.every(isImmediate)) return put(replacements)
    return Promise.all(replacements.map((replacement) => Promise.resolve(replacement))).then(put)
  }
}

interface Block {
  events: EventSourceMessage[]
  pause: number | undefined
}

/** Gives the events of a block; only whole ones are fed. */
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

/** Whole events in pieces of so many that one turn can take them. */
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

/** A large text in parts, each in a turn of its own, as whoever reads it deals with a part at once. */
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

/** Where the last event ends whose empty line is in the text; 0 = nowhere. */
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
