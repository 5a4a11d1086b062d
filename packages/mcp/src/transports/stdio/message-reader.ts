import { breachOfJson, MESSAGE_BUDGET, parseScanned, type JsonValue } from '@gatehouse/domain'
import { serializeMessage } from '@modelcontextprotocol/client'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { FrameRecorder } from '../../traffic-log/frame-recorder.ts'
import { errorForInvalid, errorForUnusable } from '../../message-parsing/unusable-response.ts'
import { copyPrefix } from '../../message-parsing/text-prefix.ts'
import {
  toEnvelope,
  type Envelope,
  readEnvelope,
  createMemberReader,
  type MemberReader,
} from '../../message-parsing/envelope.ts'
import { salvageList } from '../../message-parsing/salvage-list.ts'
import {
  responseIdOf,
  describeOutcome,
  refusalOfRequest,
  tooLargeProblem,
  type RefusedMessage,
} from '../../message-parsing/refused-message.ts'
import { createWorkQueue, type Step, type WorkQueue } from '../../system/timing/event-loop.ts'
import { createLineSplitter, type LongLine } from '../../message-parsing/line-splitter.ts'
import { messagesInText } from '../../message-parsing/messages-in-text.ts'
import { normalizeMessage } from '../../message-parsing/normalize-message.ts'
import { toMessage } from '../../message-parsing/to-message.ts'

/** Characters that are passed on of a line that is not a message. */
const MAX_STRAY = 65_536
/** Messages of a batch that are read in one turn. */
const BATCH_PARTS = 100
/** Bytes from which on a message is read in several turns of the event loop. */
const LARGE_MESSAGE = 1_048_576

export interface MessageReader {
  /** Resolves when more can be taken; `undefined` = at once. */
  push(chunk: Buffer): Promise<void> | undefined
  /** Resolves when all that was pushed is read; `undefined` = it is. */
  idle(): Promise<void> | undefined
}

export interface MessageReaderOptions {
  recorder: FrameRecorder
  onMessage(message: JSONRPCMessage): void
  /** A line that is not a message. */
  onStray(line: string): void
  /** True while a request with this id has no response. */
  isWaiting(id: string | number | undefined): boolean
  /** Sends the refusal of a server's own request. */
  onRefusal(response: JSONRPCMessage): void
  maxBytes?: number
}

/**
 * Reads newline-delimited JSON-RPC (MCP 2025-11-25, basic/transports, "stdio"). What is not a message
 * is reported and passed over, never fatal.
 */
export function createMessageReader(options: MessageReaderOptions): MessageReader {
  const turns = createWorkQueue()

  function readLine(line: Buffer): Step | undefined {
    if (line.length === 0) return undefined
    const text = line.toString('utf8')
    const inTurn = (step: () => Step | undefined): Step | undefined =>
      line.length >= LARGE_MESSAGE ? step : step()
    return inTurn(() => {
      const problem = breachOfJson(text)
      const usable = problem ? salvageList(text, problem) : text
      if (problem && usable === undefined)
        return readRefused(readEnvelope(line), (envelope) =>
          refuse({ problem, envelope }, { start: text, bytes: line.length }, options),
        )
      return inTurn(() => {
        const value = parseScanned(usable ?? '')
        return inTurn(() => readParsed(value, text))
      })
    })
  }

  function readParsed(value: unknown, text: string): Step | undefined {
    // Revision 2025-03-26 had batches.
    if (Array.isArray(value) && value.length > 0) return readBatch(value, 0)
    if (value === undefined) readNoise(text, options, readValue)
    else readValue(value, text)
    return undefined
  }

  function readBatch(parts: readonly unknown[], from: number): Step | undefined {
    const next = from + BATCH_PARTS
    for (const part of parts.slice(from, next)) readValue(part, undefined)
    return next < parts.length ? () => readBatch(parts, next) : undefined
  }

  function readValue(value: unknown, text: string | undefined): void {
    const message = toMessage(normalizeMessage(value))
    if (message) {
      options.recorder.received(value, text)
      options.onMessage(message)
      return
    }
    const shown = text ?? toText(value)
    options.recorder.malformed(shown, Buffer.byteLength(shown))
    options.onStray(copyPrefix(shown, MAX_STRAY))
    const response = errorForInvalid(normalizeMessage(value))
    if (response) options.onMessage(response)
  }

  const splitter = createLineSplitter({
    maxBytes: options.maxBytes ?? MESSAGE_BUDGET.bytes,
    onLine: (line) => turns.take(() => readLine(line)),
    ...seenThrough(turns, ({ head, bytes }, envelope) => {
      const problem = tooLargeProblem(bytes, options.maxBytes)
      refuse({ problem, envelope }, { start: head.toString('utf8'), bytes }, options)
    }),
  })
  return {
    push(chunk) {
      splitter.push(chunk)
      return turns.idle()
    },
    idle: turns.idle,
  }
}

/** A line that is no JSON may hold messages: alone on it, or the response that a request waits for. */
function readNoise(
  text: string,
  { onStray, isWaiting }: MessageReaderOptions,
  read: (value: JsonValue, text: string) => void,
): void {
  const { objects, rest } = messagesInText(text)
  const isMeant = (value: unknown): boolean => {
    const message = toMessage(normalizeMessage(value))
    if (!message) return false
    return rest === '' || (!('method' in message) && isWaiting(message.id))
  }
  const meant = objects.filter(({ value }) => isMeant(value))
  for (const { value, text: part } of meant) read(value, part)
  if (meant.length === 0) onStray(copyPrefix(text, MAX_STRAY))
  else if (rest !== '') onStray(copyPrefix(rest, MAX_STRAY))
}

/** Looks at a refused message part by part, each in a turn of its own where it has several. */
function readRefused(
  parts: ReturnType<typeof readEnvelope>,
  then: (envelope: Envelope) => undefined,
): Step | undefined {
  const { done, value } = parts.next()
  return done === true ? then(value) : () => readRefused(parts, then)
}

/** Finds what a line is that is too long to be kept, while it goes by. */
function seenThrough(turns: WorkQueue, onLong: (line: LongLine, envelope: Envelope) => void) {
  let members: MemberReader | undefined
  return {
    onLongPart(part: Buffer) {
      // All of it that had been kept until then comes at once.
      turns.take(() => {
        members ??= createMemberReader()
        members.push(part)
        return undefined
      })
    },
    onLongLine(line: LongLine) {
      turns.take(() => {
        const envelope = toEnvelope(members?.read() ?? new Map())
        members = undefined
        onLong(line, envelope)
        return undefined
      })
    },
  }
}

/** A message as one line of the wire. */
export function toLine(message: JSONRPCMessage): string {
  return serializeMessage(message)
}

/** Only a part of a batch, as else the text is at hand; what is too deep to print has none. */
function toText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return '(part of a batch that nests too deeply)'
  }
}

function refuse(
  refused: RefusedMessage,
  { start, bytes }: { start: string; bytes: number },
  { recorder, onStray, onMessage, onRefusal }: MessageReaderOptions,
): undefined {
  const { problem, envelope } = refused
  recorder.malformed(start, bytes)
  const reason = `a message was refused: ${problem.message} ${describeOutcome(envelope)}`
  onStray(`${copyPrefix(start, 200)}… (${reason})`)
  const id = responseIdOf(envelope)
  if (id !== undefined)
    onMessage(errorForUnusable(id, `The response was refused: ${problem.message}`))
  const refusal = refusalOfRequest(refused)
  if (refusal) onRefusal(refusal)
}
