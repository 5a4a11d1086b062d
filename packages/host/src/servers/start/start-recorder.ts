import type { ConnectionEvent } from '@gatehouse/domain'
import { OUTPUT_LINES, type StartRecord } from '@gatehouse/domain/doctor'

/** Characters of a line that the record keeps; the log has the rest. */
const MAX_LINE = 2000

/** Keeps what the last start of one server did, bounded. */
export interface StartRecorder {
  /** Null before the first start. */
  readonly last: StartRecord | null
  record(event: ConnectionEvent, at: number): void
  /** A line that its process printed, with secrets masked. */
  printed(line: string): void
}

export function createStartRecorder(): StartRecorder {
  let record: StartRecord | null = null
  return {
    get last() {
      if (record === null) return null
      const { steps, first, last } = record
      return { ...record, steps: [...steps], first: [...first], last: [...last] }
    },
    record(event, at) {
      if (event.type === 'start-requested') record = emptyRecord(at)
      if (record === null || record.endedAt !== undefined) return
      if (event.type === 'step-reached') {
        // Another process takes over: what the one before it printed explains nothing.
        if (event.step === 'spawn') record = { ...record, ...emptyOutput() }
        record.steps.push({ step: event.step, at })
      }
      if (event.type === 'opened' || event.type === 'failed') {
        record.endedAt = at
        record.printedAtStart = record.printed
      }
    },
    printed(line) {
      if (record === null) return
      record.printed += 1
      const text = line.slice(0, MAX_LINE)
      if (record.first.length < OUTPUT_LINES) record.first.push(text)
      else {
        record.last.push(text)
        if (record.last.length > OUTPUT_LINES) record.last.shift()
      }
    },
  }
}

function emptyRecord(at: number): StartRecord {
  return { at, steps: [{ step: 'resolve', at }], ...emptyOutput() }
}

function emptyOutput(): Pick<StartRecord, 'first' | 'last' | 'printed' | 'printedAtStart'> {
  return { first: [], last: [], printed: 0, printedAtStart: 0 }
}
