import type { ServerInstructionsView } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { useBridge } from '../bridge/bridge.tsx'
import { queryKeys } from './query-keys.ts'
import { useAction } from './action.ts'
import { useRouteQuery } from './route-query.ts'

/** The instructions of a server for models, and whether they are sent. */
export function useServerInstructions(serverId: string): UseQueryResult<ServerInstructionsView> {
  return useRouteQuery({
    key: queryKeys.serverInstructions(serverId),
    route: 'instructions.of-server',
    input: { serverId },
    recheck: true,
  })
}

/** Allowing is decided in the consent window. */
export function useInstructionsActions(serverId: string) {
  const { cache } = useBridge()
  const onSuccess = () => {
    cache.refresh(queryKeys.serverInstructions(serverId))
    cache.refresh(queryKeys.auditRecords)
  }
  return {
    allow: useAction('instructions.allow', { onSuccess }),
    refuse: useAction('instructions.refuse', { onSuccess }),
  }
}
