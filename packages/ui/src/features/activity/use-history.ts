import type { AuditGroup, AuditPage, AuditRow } from '@gatehouse/domain/audit'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useBridge } from '../../lib/bridge.tsx'
import { useHistoryHead } from '../../lib/queries/index.ts'
import { eachOnce, withHead, withOlder, type HistoryPages } from './history-pages.ts'

export interface HistoryFilter {
  text: string
  group: AuditGroup | undefined
}

export interface History {
  head: UseQueryResult
  rows: AuditRow[]
  /** There may be more, and this has them read. */
  more: (() => void) | undefined
  failed: boolean
  /** Chats have more places with the words than were looked at: calls before them may be left out. */
  isCut: boolean
}

/** The record of decisions, read page by page as the person scrolls. For one filter: another one needs a new key. */
export function useHistory(filter: HistoryFilter): History {
  const { request } = useBridge()
  const head = useHistoryHead(filter)
  const [pages, setPages] = useState<HistoryPages>()
  const [taken, setTaken] = useState<AuditPage>()
  const [failed, setFailed] = useState(false)
  /** The page that is asked for. With another head another one follows, and the first is left out. */
  const loading = useRef<number | null>(null)
  const { data } = head
  // While it is drawn, so that a page is never seen beside an older head.
  if (data !== undefined && data !== taken) {
    setTaken(data)
    setPages(withHead(pages, data))
  }
  const { text, group } = filter
  const before = pages?.next ?? null
  const more = useCallback(() => {
    if (before === null || loading.current === before) return
    loading.current = before
    setFailed(false)
    request('audit.page', { before, text, group })
      .then(
        (page) => setPages((known) => known && withOlder(known, before, page)),
        () => setFailed(loading.current === before),
      )
      .finally(() => {
        if (loading.current === before) loading.current = null
      })
  }, [request, before, text, group])
  const rows = useMemo(() => eachOnce(pages?.rows ?? []), [pages])
  return {
    head,
    rows,
    more: before === null ? undefined : more,
    failed,
    isCut: data?.isCut === true,
  }
}
