import type { AuditPage, AuditRow } from '@gatehouse/domain/audit'

/** The latest part of the record as far as it was read, latest first, without gaps. */
export interface HistoryPages {
  rows: readonly AuditRow[]
  /** All from this number on were looked at; `null`: all that there are. */
  next: number | null
  /** The last number that was there. */
  last: number
}

/** Takes in the latest page again; what was read of older ones stays where it follows. */
export function withHead(known: HistoryPages | undefined, head: AuditPage): HistoryPages {
  const { rows, next, last } = head
  const follows = known !== undefined && next !== null && next <= known.last + 1
  if (!follows || (known.next !== null && known.next >= next)) return { rows, next, last }
  const older = known.rows.filter(({ record }) => record < next && record >= head.first)
  return { rows: [...rows, ...older], next: known.next, last }
}

/** Takes in the page that was asked for with `before`; one that does not follow is left out. */
export function withOlder(known: HistoryPages, before: number, page: AuditPage): HistoryPages {
  if (known.next !== before) return known
  return { ...known, rows: [...known.rows, ...page.rows], next: page.next }
}

/** Each call and run once: what was written before its outcome is left out once that is known. */
export function eachOnce(rows: readonly AuditRow[]): AuditRow[] {
  const seen = new Set<string>()
  return rows.filter(({ of }) => {
    if (of === undefined) return true
    if (seen.has(of)) return false
    seen.add(of)
    return true
  })
}
