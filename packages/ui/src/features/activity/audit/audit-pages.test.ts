import type { AuditPage, AuditRow } from '@gatehouse/domain/audit'
import { expect, it } from 'vitest'
import { latestOfEachCall, withLatestPage, withOlderPage, type LoadedPages } from './audit-pages.ts'

const row = (record: number, of?: string): AuditRow => ({
  record,
  id: `r${record}`,
  at: record,
  kind: 'roots',
  serverName: 's',
  serverHue: 0,
  subject: '',
  decision: 'share',
  outcome: 'done',
  ...(of === undefined ? {} : { of }),
})

/** Records from `from` down to `to`. */
function pageOf(from: number, to: number, change: Partial<AuditPage> = {}): AuditPage {
  const rows = Array.from({ length: from - to + 1 }, (_, n) => row(from - n))
  return { rows, next: to > 1 ? to : null, first: 1, last: from, ...change }
}

const numbers = ({ rows }: LoadedPages) => rows.map(({ record }) => record)
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n)

it('older pages are put behind, and a new latest page in front, without gaps or repeats', () => {
  let known = withLatestPage(undefined, pageOf(100, 91))
  known = withOlderPage(known, 91, pageOf(90, 81))
  known = withOlderPage(known, 81, pageOf(80, 71))
  expect(numbers(known)).toEqual(down(100, 71))
  known = withLatestPage(known, pageOf(103, 94))
  expect(numbers(known)).toEqual(down(103, 71))
  expect(known.next).toBe(71)
  // Just as far as was known.
  known = withLatestPage(known, pageOf(113, 104))
  expect(numbers(known)).toEqual(down(113, 71))
})

it('where more came than a page has, it begins anew: a gap would hide some', () => {
  let known = withLatestPage(undefined, pageOf(100, 91))
  known = withOlderPage(known, 91, pageOf(90, 81))
  known = withLatestPage(known, pageOf(120, 111))
  expect(numbers(known)).toEqual(down(120, 111))
  expect(known.next).toBe(111)
})

it('a page that was asked for before it began anew is left out', () => {
  const known = withLatestPage(undefined, pageOf(120, 111))
  expect(withOlderPage(known, 91, pageOf(90, 81))).toBe(known)
})

it('what was deleted meanwhile goes, and the end of the record is the end', () => {
  let known = withLatestPage(undefined, pageOf(100, 91))
  known = withOlderPage(known, 91, pageOf(90, 81))
  known = withLatestPage(known, pageOf(101, 92, { first: 85 }))
  expect(numbers(known)).toEqual(down(101, 85))
  known = withLatestPage(known, { ...pageOf(102, 95), next: null, first: 95 })
  expect(numbers(known)).toEqual(down(102, 95))
  expect(known.next).toBeNull()
})

it('a call is shown once, as it ended', () => {
  const rows = [row(5, 'a'), row(4), row(3, 'b'), row(2, 'a'), row(1)]
  expect(latestOfEachCall(rows).map(({ record }) => record)).toEqual([5, 4, 3, 1])
})
