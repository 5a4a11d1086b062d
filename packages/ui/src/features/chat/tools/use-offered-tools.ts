import type { Conversation } from '@gatehouse/domain'
import { knownModelOf } from '@gatehouse/domain/models'
import type { OfferedToolsView } from '@gatehouse/domain/chats'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { useProviders, useServers, useSettings } from '../../../lib/queries/index.ts'

/** The tools of a chat that are offered to its model; requested again when their inputs change. */
export function useOfferedTools(conversation: Conversation): OfferedToolsView | undefined {
  const { id, model, serverIds, setup, foundTools } = conversation
  const { request } = useBridge()
  const servers = useServers().data ?? []
  const { toolSearch, toolSearchShare } = useSettings().data ?? {}
  const tools = servers.map((server) => [
    server.config.id,
    server.connection.status,
    server.toolCount,
    server.toolTokens,
  ])
  const known = knownModelOf(useProviders().data ?? [], model)
  const of = JSON.stringify([
    [model, known?.contextWindow?.value],
    [serverIds, setup, foundTools],
    [toolSearch, toolSearchShare, tools],
  ])
  const { data } = useQuery({
    queryKey: queryKeys.offeredTools(id, of),
    queryFn: () => request('chat.offered-tools', { id }),
    placeholderData: keepPreviousData,
    enabled: model !== null,
  })
  return model === null ? undefined : data
}
