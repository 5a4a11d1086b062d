import { useEffect, useRef, useState, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { useToasts } from '../../../kit/index.ts'
import { useUi, type EntryRef } from '../../../lib/ui-store.tsx'
import { worded } from '../../../lib/words/worded.ts'
import type { TranscriptRow } from './transcript-rows.ts'

/** Milliseconds that an entry stays marked after it was scrolled to. */
const MARKED_MS = 4000

interface Shown {
  conversationId: string
  rows: readonly TranscriptRow[]
  list: RefObject<VirtualizerHandle | null>
  show: (at: EntryRef) => Promise<void>
  /** Stops following the end. */
  leave: () => void
}

/** Goes to the entry that is wanted, and marks for a moment which row it is; or reports that it is no longer there. */
export function useScrollToEntry({
  conversationId,
  rows,
  list,
  show,
  leave,
}: Shown): string | null {
  const place = useUi((ui) => ui.chatPlace)
  const take = useUi((ui) => ui.takeChatPlace)
  const { show: notify } = useToasts()
  const [wanted, setWanted] = useState<string | null>(null)
  const [found, setFound] = useState<string | null>(null)
  const latest = useRef<EntryRef | null>(null)
  useEffect(() => {
    if (place?.conversationId !== conversationId) return
    const taken = take()
    if (!taken) return
    leave()
    latest.current = taken
    show(taken).then(
      () => {
        if (latest.current === taken) setWanted(taken.entryId)
      },
      () => {
        if (!taken.shownOnly) notify({ title: worded('chat', (t) => t('messageLink.gone')) })
      },
    )
  }, [place, conversationId, take, show, leave, notify])
  useEffect(() => {
    if (wanted === null) return undefined
    const index = rows.findIndex((row) => hasEntry(row, wanted))
    const row = rows[index]
    if (!row) return undefined
    leave()
    list.current?.scrollToIndex(index, { align: 'center' })
    const marked = setTimeout(() => {
      // The next place may be wanted already, and not drawn yet.
      setWanted((now) => (now === wanted ? null : now))
      setFound(row.id)
    })
    return () => clearTimeout(marked)
  }, [wanted, rows, list, leave])
  useEffect(() => {
    if (found === null) return undefined
    const timer = setTimeout(() => setFound(null), MARKED_MS)
    return () => clearTimeout(timer)
  }, [found])
  return found
}

function hasEntry(row: TranscriptRow, entryId: string): boolean {
  if (row.id === entryId) return true
  if (row.kind === 'comparison') return row.turn.entries.some(({ id }) => id === entryId)
  return (
    row.kind === 'call' &&
    (row.call.id === entryId || row.earlier?.some(({ id }) => id === entryId) === true)
  )
}
