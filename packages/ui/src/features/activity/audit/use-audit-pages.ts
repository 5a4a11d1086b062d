import type { AuditGroup, AuditPage, AuditRow } from '@gatehouse/domain/audit'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useLatestAuditPage } from '../../../lib/queries/index.ts'
import { latestOfEachCall, withLatestPage, withOlderPage, type LoadedPages } from './audit-pages.ts'

export interface AuditFilter {
  text: string
  group: AuditGroup | undefined
}

export interface AuditPages {
  latest: UseQueryResult
  rows: AuditRow[]
  /** There may be more, and this has them read. */
  more: (() => void) | undefined
  failed: boolean
  /** Chats have more places with the words than were looked at: calls before them may be left out. */
  isCut: boolean
}

/** The audit record, read page by page as the person scrolls. It is for one filter: another one needs a new key. */
export function useAuditPages(filter: AuditFilter): AuditPages {
  const { request } = useBridge()
  const latest = useLatestAuditPage(filter)
  const [pages, setPages] = useState<LoadedPages>()
  const [taken, setTaken] = useState<AuditPage>()
  const [failed, setFailed] = useState(false)
  /** The requested page. A newer latest page may need another one: then this one is discarded. */
  const loading = useRef<number | null>(null)
  const { data } = latest
  // While it is drawn, so that a page is never seen beside an older latest one.
  if (data !== undefined && data !== taken) {
    setTaken(data)
    setPages(withLatestPage(pages, data))
  }
  const { text, group } = filter
  const before = pages?.next ?? null
  const more = useCallback(() => {
    if (before === null || loading.current === before) return
    loading.current = before
    setFailed(false)
    request('audit.page', { before, text, group })
      .then(
        (page) => setPages((known) => known && withOlderPage(known, before, page)),
        () => setFailed(loading.current === before),
      )
      .finally(() => {
        if (loading.current === before) loading.current = null
      })
  }, [request, before, text, group])
  const rows = useMemo(() => latestOfEachCall(pages?.rows ?? []), [pages])
  return {
    latest,
    rows,
    more: before === null ? undefined : more,
    failed,
    isCut: data?.isCut === true,
  }
}
