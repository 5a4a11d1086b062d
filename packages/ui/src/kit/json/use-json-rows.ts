import { useMemo, useState } from 'react'
import {
  addSeen,
  countUnseenValues,
  jsonPageSize,
  listJsonRows,
  type JsonRow,
  type SeenPages,
} from './json-rows.ts'
import { useCountsUnseenParts, useUnseenPart } from '../text/unseen-parts.tsx'

const nothing: SeenPages = new Map()

/** The visible lines of a JSON value, and the way to open, close or lengthen them. */
export function useJsonRows(value: unknown, expandDepth: number) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [pages, setPages] = useState<SeenPages>(nothing)
  const [all, setAll] = useState({ opening: 0 })
  const isOpen = all.opening > 0
  const rows = useMemo(
    () =>
      listJsonRows(value, {
        toggled,
        pages,
        ...(isOpen ? { expandDepth: Infinity, pageSize: Infinity } : { expandDepth }),
      }),
    [value, toggled, pages, expandDepth, isOpen],
  )
  const unseen = useUnseen(value, rows, isOpen ? everyPage(rows) : pages)
  const opening = useUnseenPart(unseen)
  if (opening > all.opening) {
    setAll({ opening })
    setToggled(new Map())
  }
  const toggle = (row: JsonRow) => {
    if (row.kind === 'leaf') return
    if (row.kind !== 'more') {
      setToggled((before) => new Map(before).set(row.path, !row.expanded))
      return
    }
    const parent = String(row.value)
    setPages((before) => new Map(before).set(parent, (before.get(parent) ?? 1) + 1))
  }
  return { rows, toggle }
}

function everyPage(rows: readonly JsonRow[]): SeenPages {
  return new Map(rows.map((row) => [row.path, Math.ceil(row.size / jsonPageSize)]))
}

/** Counts the values that were never in view; an opened one stays counted as seen. */
function useUnseen(value: unknown, rows: readonly JsonRow[], pages: SeenPages): number {
  const isCounted = useCountsUnseenParts()
  const [kept, setKept] = useState({ value, seen: nothing })
  const before = kept.value === value ? kept.seen : nothing
  const seen = isCounted ? addSeen(before, rows, pages) : before
  if (seen !== kept.seen || kept.value !== value) setKept({ value, seen })
  return useMemo(() => (isCounted ? countUnseenValues(value, seen) : 0), [isCounted, value, seen])
}
