import type { AuditPage, AuditRow } from '@gatehouse/domain/audit'

/** Pages of the record that were read: from the latest entry down, without gaps. */
export interface LoadedPages {
  rows: readonly AuditRow[]
  /** All from this number on were looked at; `null`: all that there are. */
  next: number | null
  /** The last number that was there. */
  last: number
}

/** Merges a new latest page; older pages stay where they follow it. */
export function withLatestPage(known: LoadedPages | undefined, latest: AuditPage): LoadedPages {
  const { rows, next, last } = latest
  const follows = known !== undefined && next !== null && next <= known.last + 1
  if (!follows || (known.next !== null && known.next >= next)) return { rows, next, last }
  const older = known.rows.filter(({ record }) => record < next && record >= latest.first)
  return { rows: [...rows, ...older], next: known.next, last }
}

/** Takes in the page that was asked for with `before`; one that does not follow is left out. */
export function withOlderPage(known: LoadedPages, before: number, page: AuditPage): LoadedPages {
  if (known.next !== before) return known
  return { ...known, rows: [...known.rows, ...page.rows], next: page.next }
}

/** Returns each call and run once: the record before its outcome is left out once that is known. */
export function latestOfEachCall(rows: readonly AuditRow[]): AuditRow[] {
  const seen = new Set<string>()
  return rows.filter(({ of }) => {
    if (of === undefined) return true
    if (seen.has(of)) return false
    seen.add(of)
    return true
  })
}
