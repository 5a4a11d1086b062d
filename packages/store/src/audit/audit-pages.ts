/** Reads the record of decisions by pages, and looks in it for words. */
import { waitForFreshIteration } from '@gatehouse/base'
import { auditRecordSchema, type AuditRecord } from '@gatehouse/domain'
import { AUDIT_GROUPS, type AuditPage, type AuditRow } from '@gatehouse/domain/audit'
import type { AuditPageRequest, AuditStore } from '@gatehouse/host/ports'
import type { Database } from '../file/database.ts'
import type { RowReader } from '../read-rows.ts'

/** Rows that are read in one turn of the event loop. */
const ROWS_AT_ONCE = 100
/** Rows that one request looks at, found or not: a long search is many requests. */
const MAX_LOOKED_AT = 5000
/** Characters of a title or subject in a list. */
const MAX_SHOWN = 300

interface Row {
  seq: number
  text: string
  record: () => AuditRecord | null
}

export function createAuditPages(
  database: Database,
  read: RowReader,
): Pick<AuditStore, 'page' | 'get'> {
  const before = database.prepare(
    'SELECT seq, json, id FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT ?',
  )
  const behind = database.prepare(
    'SELECT seq, json, id FROM audit WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const one = database.prepare('SELECT seq, json, id FROM audit WHERE id = ?')
  const ends = database.prepare(
    // Together in one they would be a look at all rows.
    'SELECT (SELECT min(seq) FROM audit), (SELECT max(seq) FROM audit)',
  )
  const rowOf = ([seq, json, id]: unknown[]): Row => ({
    seq: Number(seq),
    text: String(json),
    record: () => read({ table: 'audit', id, json }, auditRecordSchema),
  })

  return {
    async page(request) {
      const [first, last] = (ends.rows()[0] ?? []).map(Number)
      const matches = matcherOf(request)
      const page: AuditPage = { rows: [], next: null, first: first ?? 0, last: last ?? 0 }
      let end = request.before ?? Number.MAX_SAFE_INTEGER
      for (let looked = 0; looked < MAX_LOOKED_AT; looked += ROWS_AT_ONCE) {
        const rows = before.rows(end, ROWS_AT_ONCE).map(rowOf)
        for (const row of rows) {
          if (page.rows.length === request.limit) return { ...page, next: row.seq + 1 }
          const record = matches(row)
          if (record) page.rows.push(listed(row.seq, record))
        }
        if (rows.length < ROWS_AT_ONCE) return page
        end = rows.at(-1)?.seq ?? end
        await waitForFreshIteration()
      }
      return { ...page, next: end }
    },
    async get(id) {
      const [found] = one.rows(id).map(rowOf)
      const record = found?.record() ?? null
      if (found === undefined || record?.outcome !== 'under-way') return record
      let { seq } = found
      for (let looked = 0; looked < MAX_LOOKED_AT; looked += ROWS_AT_ONCE) {
        const rows = behind.rows(seq, ROWS_AT_ONCE).map(rowOf)
        const key = JSON.stringify(partOf(record))
        for (const row of rows) {
          const later = row.text.includes(key) ? row.record() : null
          if (later && partOf(later) === partOf(record)) return later
        }
        if (rows.length < ROWS_AT_ONCE) break
        seq = rows.at(-1)?.seq ?? seq
        await waitForFreshIteration()
      }
      return record
    },
  }
}

/** The id that the records of one call or run share. */
function partOf({ kind, entryId, runId }: AuditRecord): string | undefined {
  return (kind === 'tool-call' ? entryId : runId) ?? undefined
}

function listed(seq: number, record: AuditRecord): AuditRow {
  const { id, at, kind, serverName, serverHue, subject, decision, outcome, tool } = record
  const of = partOf(record)
  return {
    record: seq,
    id,
    at,
    kind,
    serverName: serverName.slice(0, MAX_SHOWN),
    serverHue,
    subject: subject.slice(0, MAX_SHOWN),
    decision,
    outcome,
    ...(tool && {
      tool: { name: tool.name.slice(0, MAX_SHOWN), title: tool.title.slice(0, MAX_SHOWN) },
    }),
    ...(of !== undefined && { of }),
  }
}

/** Reads a row that fits; `null` for others, most of which are recognized by their text alone. */
function matcherOf({ text, group, entries }: AuditPageRequest): (row: Row) => AuditRecord | null {
  const terms = text
    .toLowerCase()
    .split(/\s+/u)
    .filter((term) => term !== '')
  // In the JSON itself these are written in another way.
  const plain = terms.filter((term) => !/["\\]/.test(term))
  const kinds = group && AUDIT_GROUPS[group]
  return ({ text: json, record: parse }) => {
    if (kinds && !kinds.some((kind) => json.includes(`"${kind}"`))) return null
    const isNamed = entries.size > 0 && entries.has(entryIn(json))
    const lower = terms.length === 0 || isNamed ? '' : json.toLowerCase()
    if (!isNamed && !plain.every((term) => lower.includes(term))) return null
    const record = parse()
    if (record === null || (kinds && !kinds.includes(record.kind))) return null
    if (terms.length === 0 || (isNamed && entries.has(record.entryId ?? ''))) return record
    const words = wordsOf(record).toLowerCase()
    return terms.every((term) => words.includes(term)) ? record : null
  }
}

const ENTRY = /"entryId":"([A-Za-z0-9_-]{1,64})"/

const entryIn = (json: string): string => ENTRY.exec(json)?.[1] ?? ''

/** The text of a record to search: all of its texts, and none of its field names. */
function wordsOf(record: AuditRecord): string {
  const { subject, serverName, page, words, reason, tool, model, sent, fields, flows, flowRule } =
    record
  return [
    subject,
    serverName,
    tool?.name,
    tool?.title,
    page,
    words,
    reason,
    model?.id,
    model?.provider,
    sent?.excerpt,
    flowRule?.fromName,
    ...(flows ?? []).map(({ fromName }) => fromName),
    ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
  ]
    .filter((word) => word !== undefined)
    .join('\n')
}
