import type { ConnectionListener } from '@gatehouse/host/ports'
import type { LogLine } from '@gatehouse/domain'
import { copyPrefix, detachString } from '../message-parsing/text-prefix.ts'
import { createLogRateLimit } from './log-rate-limit.ts'
import { createLineSplitter } from '../message-parsing/line-splitter.ts'

/** Bytes of one printed line that are kept. */
const MAX_LINE = 8192
/** Lines of each stream that a failure shows. */
const LAST_LINES = 20
/** Lines a second that reach the log. */
const LINES_PER_SECOND = 400
/** The host's own small notes a second: a server that breaks rules all the time causes many. */
const NOTES_PER_SECOND = 50
const FLOOD = `More than ${LINES_PER_SECOND} lines were printed in a second; the rest of them is not kept.`

const MANY_NOTES = `More than ${NOTES_PER_SECOND} things in a second were not as they should be; the rest of them is not noted.`

export interface OutputLog {
  pushStderr(chunk: Buffer): void
  endStderr(): void
  /** A line on stdout that is not a message. */
  addNonMessageLine(line: string): void
  /** Writes a line of the host itself. */
  write(level: LogLine['level'], text: string): void
  /** Notes a response that belongs to no request, for the words of a time-out. */
  noteUnknownResponse(id: string | number | undefined): void
  /** A sentence about the last such response, with a space before it; empty if there was none. */
  unknownResponse(): string
  lastLines(): string[]
  /** Another process takes over: what the one before printed explains nothing any more. */
  forgetLines(): void
  nonMessageLines(): string[]
  /** Lines that were printed on both streams. */
  printedLines(): number
  /** When something was printed last, as `performance.now()`. */
  lastOutputAt(): number | undefined
}

/** The output of a server as bounded log lines; the last ones are kept for a failure. */
export function createOutputLog(
  listener: Pick<ConnectionListener, 'onLog'>,
  now: () => number,
): OutputLog {
  const last: Record<'stderr' | 'stdout', string[]> = { stderr: [], stdout: [] }
  let printed = 0
  let outputAt: number | undefined
  let unknownId: string | undefined
  const allowPrint = createLogRateLimit(LINES_PER_SECOND, now)
  const allowNote = createLogRateLimit(NOTES_PER_SECOND, now)

  function print(source: 'stderr' | 'stdout', text: string): void {
    const lines = last[source]
    printed += 1
    outputAt = performance.now()
    lines.push(text)
    if (lines.length > LAST_LINES) lines.shift()
    const passes = allowPrint()
    if (passes === 'last') write('warning', FLOOD)
    if (passes !== 'yes') return
    listener.onLog({ at: now(), source, level: source === 'stdout' ? 'warning' : 'info', text })
  }

  function write(level: LogLine['level'], text: string): void {
    const passes = level === 'debug' ? allowNote() : 'yes'
    if (passes === 'no') return
    const line = passes === 'last' ? MANY_NOTES : text
    listener.onLog({ at: now(), source: 'host', level, text: detachString(line) })
  }

  const stderr = createLineSplitter({
    maxBytes: MAX_LINE,
    onLine: (line) => print('stderr', line.toString('utf8')),
    onLongLine: (line) => print('stderr', cutLine(line.head.toString('utf8'), line.bytes)),
  })

  return {
    pushStderr(chunk) {
      // A bar of progress has no line ends.
      outputAt = performance.now()
      stderr.push(chunk)
    },
    endStderr: () => stderr.end(),
    addNonMessageLine: (line) => {
      if (line.trim() === '') return
      print('stdout', line.length > MAX_LINE ? cutLine(line, Buffer.byteLength(line)) : line)
    },
    write,
    noteUnknownResponse: (id) => void (unknownId = copyPrefix(JSON.stringify(id) ?? 'none', 64)),
    unknownResponse: () =>
      unknownId === undefined
        ? ''
        : ` It sent a response with the id ${unknownId}, which no open request has.`,
    lastLines: () => [...last.stderr],
    forgetLines() {
      last.stderr = []
      last.stdout = []
    },
    nonMessageLines: () => [...last.stdout],
    printedLines: () => printed,
    lastOutputAt: () => outputAt,
  }
}

function cutLine(text: string, bytes: number): string {
  return `${copyPrefix(text, MAX_LINE)}… (cut; the line has ${bytes} bytes)`
}
