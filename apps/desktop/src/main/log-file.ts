import { mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Log } from './log.ts'
import { appendPrivateFile } from './private-files.ts'

export interface LogFileOptions {
  /** Absolute; its folder is made when the first line is written. */
  file: string
  /** Bytes after which the file is moved to `<file>.old`, replacing the one before. */
  maxBytes: number
  now(): Date
}

const MAX_LINE_CHARACTERS = 20_000

/** Writes synchronously, so that the last words before a crash are kept. Never throws. */
export function createLogFile({ file, maxBytes, now }: LogFileOptions): Log {
  const write = (level: string, text: string): void => {
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= maxBytes) {
        renameSync(file, `${file}.old`)
      }
      const line = text.slice(0, MAX_LINE_CHARACTERS).replace(/\r?\n/g, '\n    ')
      appendPrivateFile(file, `${now().toISOString()} ${level} ${line}\n`)
    } catch {
      // A full or read-only disk must not take the app down with it.
    }
  }
  return {
    info: (text) => write('info', text),
    warn: (text) => write('warn', text),
    error: (text, cause) =>
      write('error', cause === undefined ? text : `${text}\n${describe(cause)}`),
  }
}

/** Stacks only: other properties of an error (a command's arguments, headers) can hold secrets. */
function describe(cause: unknown, depth = 0): string {
  if (!(cause instanceof Error)) return typeof cause === 'string' ? cause : typeof cause
  const own = cause.stack ?? `${cause.name}: ${cause.message}`
  return cause.cause === undefined || depth > 4
    ? own
    : `${own}\ncaused by ${describe(cause.cause, depth + 1)}`
}
