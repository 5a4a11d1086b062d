import { MESSAGE_BUDGET } from '@gatehouse/domain'
import { serializeMessage } from '@modelcontextprotocol/client'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { FrameTap } from '../frame-tap.ts'
import { malformedAnswer, unusableAnswer } from '../malformed-answer.ts'
import {
  answeredId,
  readMessage,
  tooLargeProblem,
  type RefusedMessage,
} from '../refused-message.ts'
import { createLineSplitter, type LongLine } from './line-splitter.ts'
import { toMessage } from './to-message.ts'

export interface MessageReader {
  push(chunk: Buffer): void
}

export interface MessageReaderOptions {
  tap: FrameTap
  onMessage(message: JSONRPCMessage): void
  /** A line that is no message. */
  onStray(line: string): void
  maxBytes?: number
}

/**
 * Reads newline-delimited JSON-RPC (MCP 2025-11-25, basic/transports, "stdio"). What is not a message
 * is reported and passed over, never fatal.
 */
export function createMessageReader(options: MessageReaderOptions): MessageReader {
  function readLine(line: Buffer): void {
    if (line.length === 0) return
    const text = line.toString('utf8')
    const read = readMessage(text)
    if (read === undefined) {
      options.onStray(text)
      return
    }
    if ('problem' in read) {
      refuse(read, text, line.length)
      return
    }
    const { value } = read
    // Revision 2025-03-26 had batches.
    if (Array.isArray(value)) for (const part of value) readValue(part, undefined)
    else readValue(value, text)
  }

  function refuse({ problem, answers }: RefusedMessage, start: string, bytes: number): void {
    options.tap.malformed(start, bytes)
    options.onStray(`${start.slice(0, 200)}… (a message was refused: ${problem.message})`)
    if (answers === undefined) return
    options.onMessage(unusableAnswer(answers, `The answer was refused: ${problem.message}`))
  }

  function readValue(value: unknown, text: string | undefined): void {
    const message = toMessage(value)
    if (message) {
      options.tap.received(value, text)
      options.onMessage(message)
      return
    }
    const shown = text ?? toText(value)
    options.tap.malformed(shown, Buffer.byteLength(shown))
    options.onStray(shown)
    const answer = malformedAnswer(value)
    if (answer) options.onMessage(answer)
  }

  function readLongLine({ head, tail, bytes }: LongLine): void {
    const start = head.toString('utf8')
    const answers = answeredId(start, tail.toString('latin1'))
    const problem = tooLargeProblem(bytes, options.maxBytes)
    refuse({ problem, ...(answers === undefined ? {} : { answers }) }, start, bytes)
  }

  return createLineSplitter({
    maxBytes: options.maxBytes ?? MESSAGE_BUDGET.bytes,
    onLine: readLine,
    onLongLine: readLongLine,
  })
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
