import type { RouteOutput } from '@gatehouse/contract'
import type { AuditGroup, AuditPage } from '@gatehouse/domain/audit'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useBridge } from '../bridge/bridge.tsx'
import { queryKeys } from './query-keys.ts'
import { useRouteQuery } from './route-query.ts'
import type { Ask, UnsentAnswer } from '@gatehouse/domain'

/** The latest page of what was decided and done. */
export function useLatestAuditPage(filter: {
  text: string
  group: AuditGroup | undefined
}): UseQueryResult<AuditPage> {
  const { text, group } = filter
  return useRouteQuery({
    key: [...queryKeys.auditRecords, 'page', text, group ?? null],
    route: 'audit.page',
    input: { text, group },
    recheck: true,
  })
}

/** A record, with the turn that it is in while its chat is there. */
export type RecordInChat = NonNullable<RouteOutput<'audit.get'>>

/** The one with this id; the one before stays until it is there. */
export function useAuditRecord(id: string | null): UseQueryResult<RecordInChat | null> {
  const { request } = useBridge()
  return useQuery({
    queryKey: [...queryKeys.auditRecords, 'record', id],
    queryFn: () => (id === null ? null : request('audit.get', { id })),
    enabled: id !== null,
    // That another one was not there does not matter for this one.
    placeholderData: (previous: RecordInChat | null | undefined) => previous ?? undefined,
  })
}

/** Pending asks, oldest first. */
export function useAsks(): UseQueryResult<Ask[]> {
  return useRouteQuery({ key: queryKeys.asks, route: 'ask.list', input: {} })
}

/** The person's unsent answers to withdrawn asks, latest first. */
export function useUnsentAnswers(): UseQueryResult<UnsentAnswer[]> {
  return useRouteQuery({ key: queryKeys.unsentAnswers, route: 'ask.unsent', input: {} })
}
