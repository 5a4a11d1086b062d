import { serializeMessage } from '@modelcontextprotocol/client'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { FrameTap } from '../frame-tap.ts'
import { malformedAnswer, unusableAnswer } from '../malformed-answer.ts'
import { parseJson } from '../parse-json.ts'
import { createLineSplitter, type LongLine } from './line-splitter.ts'
import { toMessage } from './to-message.ts'

/** The largest message that is read, in bytes. */
export const MAX_MESSAGE_BYTES = 67_108_864

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
    const value = parseJson(text)
    if (value === undefined) {
      options.onStray(text)
      return
    }
    // Revision 2025-03-26 had batches.
    if (Array.isArray(value)) for (const part of value) readValue(part, undefined)
    else readValue(value, text)
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

  function readLongLine(line: LongLine): void {
    const start = line.head.toString('utf8')
    options.tap.malformed(start, line.bytes)
    options.onStray(`${start.slice(0, 200)}… (a message of ${line.bytes} bytes, too large to read)`)
    const id = answeredId(line)
    if (id === undefined) return
    const message = `The answer has ${line.bytes} bytes. At most ${options.maxBytes ?? MAX_MESSAGE_BYTES} bytes are read.`
    options.onMessage(unusableAnswer(id, message))
  }

  return createLineSplitter({
    maxBytes: options.maxBytes ?? MAX_MESSAGE_BYTES,
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

/** Serialisers write `id` near the start or at the very end of an answer. */
function answeredId({ head, tail }: LongLine): number | undefined {
  const match =
    /"id"\s*:\s*(\d{1,15})\s*}\s*$/.exec(tail.toString('latin1')) ??
    /^\s*{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*,/.exec(
      head.toString('latin1'),
    )
  return match ? Number(match[1]) : undefined
}
