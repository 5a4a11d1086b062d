import { createHash } from 'node:crypto'
import { valueOfJson, type AuditCheck } from '@gatehouse/domain'
import type { Database } from './database.ts'

/** Rows that are read in one turn of the event loop. */
const ROWS_AT_ONCE = 100

/** The hash of a record that follows one with the hash `previous`; both in hex, '' before the first. */
export function chainHash(previous: string, text: string): string {
  return createHash('sha256').update(`${previous}\n${text}`).digest('hex')
}

/** A column that may be empty. */
export const textColumn = (value: unknown): string => (typeof value === 'string' ? value : '')

interface Link {
  seq: number
  text: string
  hash: string
}

/** Reads the chain of the table `audit` from its begin. */
export function createAuditChain(database: Database) {
  const next = database.prepare(
    'SELECT seq, json, hash FROM audit WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const given = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'audit'")
  const lastGiven = (): number => Number(given.rows()[0]?.[0] ?? 0)
  const begin = database.prepare('SELECT begins FROM audit_chain')

  /** `ends.at`: the last number that was given when the last ones were read. */
  async function* links(ends = { at: 0 }): AsyncGenerator<Link> {
    let seq = 0
    for (;;) {
      ends.at = lastGiven()
      const rows = next.rows(seq, ROWS_AT_ONCE)
      for (const row of rows) {
        seq = Number(row[0])
        yield { seq, text: String(row[1]), hash: textColumn(row[2]) }
      }
      if (rows.length < ROWS_AT_ONCE) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  return {
    async check(): Promise<AuditCheck> {
      const found = { records: 0, unchained: 0, head: '' }
      const begins = Number(begin.rows()[0]?.[0] ?? 0)
      const ends = { at: 0 }
      let last: Link | undefined
      for await (const link of links(ends)) {
        found.records += 1
        const kind = link.hash === '' && link.seq >= begins ? 'changed' : faultOf(link, last)
        if (kind) return { ...found, fault: { kind, record: link.seq, at: timeOf(link.text) } }
        if (link.hash === '') found.unchained += 1
        last = link
        found.head = link.hash
      }
      const record = last?.seq ?? 0
      const isCut = record < ends.at
      const at = last ? timeOf(last.text) : null
      return { ...found, fault: isCut ? { kind: 'missing-end', record, at } : null }
    },
    async *lines(): AsyncGenerator<string> {
      let previous = ''
      let count = 0
      for await (const { seq, text, hash } of links()) {
        yield `{"record":${seq},"previous":"${previous}","hash":"${hash}","entry":${text}}`
        previous = hash
        count += 1
      }
      yield `{"records":${count},"head":"${previous}"}`
    },
  }
}

/** What is wrong with a record, seen from the one before it. */
function faultOf({ seq, text, hash }: Link, last: Link | undefined): 'changed' | 'missing' | null {
  if (hash === '') return (last?.hash ?? '') === '' ? null : 'changed'
  // Before the chain began no number says that one is missing.
  if (seq !== (last?.seq ?? 0) + 1 && (last === undefined || last.hash !== '')) return 'missing'
  return hash === chainHash(last?.hash ?? '', text) ? null : 'changed'
}

function timeOf(text: string): number | null {
  const value = valueOfJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const at = value['at']
  return typeof at === 'number' && Number.isInteger(at) && at >= 0 ? at : null
}
