import { useMemo, useState } from 'react'
import { listJsonRows, type JsonRow } from './json-rows.ts'

/** The visible lines of a JSON value, and the way to open, close or lengthen them. */
export function useJsonRows(value: unknown, expandDepth: number) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(new Map())
  const rows = useMemo(
    () => listJsonRows(value, { toggled, pages, expandDepth }),
    [value, toggled, pages, expandDepth],
  )
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
