import type { Ask } from '@gatehouse/domain'
import { useEffect, useMemo, useState } from 'react'
import { whenIdle } from '../../../lib/windows/when-idle.ts'
import type { TranscriptRow } from './transcript-rows.ts'

/** Cards that stay drawn while they are scrolled out of view; of more, those that wait the longest. */
const MAX_KEPT = 40
/** Of them, those that are drawn at once; the others follow one by one, each when the window is idle. */
const AT_ONCE = 4

/**
 * The rows, by index, that stay drawn wherever the person scrolls: a question that is being read or
 * edited keeps its state. Twenty cards drawn in one go would hold the window, so of many only the first
 * are. One that was drawn stays as long as it waits.
 */
export function useWaitingRows(
  rows: readonly TranscriptRow[],
  asks: readonly Ask[] | undefined,
  /** Ids of the calls whose interfaces run: they would end with their rows. */
  live: readonly string[] = NO_VIEWS,
): number[] {
  const { calls, plans } = useMemo(() => findWaiting(rows, causesOf(asks)), [rows, asks])
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(NONE)
  const kept = calls.filter(({ id }, place) => place < AT_ONCE || drawn.has(id))
  const next = calls.find(({ id }, place) => place >= AT_ONCE && !drawn.has(id))?.id
  useEffect(() => {
    if (next === undefined) return undefined
    const waiting = new Set(calls.map(({ id }) => id))
    return whenIdle(() =>
      setDrawn((before) => new Set([...before].filter((id) => waiting.has(id)).concat(next))),
    )
  }, [calls, next])
  return [...kept.map(({ index }) => index), ...plans, ...liveRows(rows, live)]
}

const NONE: ReadonlySet<string> = new Set()
const NO_VIEWS: readonly string[] = []

function liveRows(rows: readonly TranscriptRow[], live: readonly string[]): number[] {
  if (live.length === 0) return []
  return rows.flatMap((row, index) =>
    row.kind === 'app' && live.includes(row.call.id) ? [index] : [],
  )
}

/** The calls because of which servers ask something. */
function causesOf(asks: readonly Ask[] = []): ReadonlySet<string> {
  return new Set(
    asks.flatMap((ask) =>
      ask.kind === 'tool-approval' ? [] : ask.causes.map((cause) => cause.entryId),
    ),
  )
}

interface WaitingCall {
  id: string
  index: number
}

/** Only the last turn can wait, so the search goes up from the end and stops where that turn begins. */
function findWaiting(
  rows: readonly TranscriptRow[],
  causes: ReadonlySet<string>,
): { calls: WaitingCall[]; plans: number[] } {
  const calls: WaitingCall[] = []
  const plans: number[] = []
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index]
    if (row?.kind === 'call' && (row.call.status === 'waiting' || causes.has(row.id)))
      calls.push({ id: row.id, index })
    // What is marked, open or typed in it stays, and so do its keys.
    if (row?.kind === 'plan' || row?.kind === 'comparison') plans.push(index)
    if (row?.kind === 'user' || row?.kind === 'footer') break
  }
  return { calls: calls.toReversed().slice(0, MAX_KEPT), plans }
}
