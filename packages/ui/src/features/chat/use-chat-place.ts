import { useEffect, useState, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { useUi, type EntryRef } from '../../lib/ui-store.tsx'
import type { TranscriptRow } from './transcript-rows.ts'

/** How long an entry stays marked after it was scrolled to. */
const MARKED_MS = 4000

interface Shown {
  conversationId: string
  rows: readonly TranscriptRow[]
  list: RefObject<VirtualizerHandle | null>
  show: (at: EntryRef) => Promise<void>
  /** Stops following the end. */
  leave: () => void
}

/** Goes to the entry that was searched for, and says for a moment which row it is. */
export function useChatPlace({ conversationId, rows, list, show, leave }: Shown): string | null {
  const place = useUi((ui) => ui.chatPlace)
  const take = useUi((ui) => ui.takeChatPlace)
  const [wanted, setWanted] = useState<string | null>(null)
  const [found, setFound] = useState<string | null>(null)
  useEffect(() => {
    if (place?.conversationId !== conversationId) return
    const taken = take()
    if (!taken) return
    leave()
    // What is gone meanwhile is not gone to.
    show(taken).then(
      () => setWanted(taken.entryId),
      () => undefined,
    )
  }, [place, conversationId, take, show, leave])
  useEffect(() => {
    if (wanted === null) return undefined
    const index = rows.findIndex(({ id }) => id === wanted)
    if (index < 0) return undefined
    leave()
    list.current?.scrollToIndex(index, { align: 'center' })
    const marked = setTimeout(() => {
      setWanted(null)
      setFound(wanted)
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
