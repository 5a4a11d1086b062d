import type { Conversation, ConversationView } from '@gatehouse/domain'
import type { NextRequest } from '@gatehouse/domain/chats'
import { knownModelOf } from '@gatehouse/domain/models'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import {
  useConversationValue,
  useProviders,
  useServers,
  useSettings,
} from '../../../lib/queries/index.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'

/** Inputs of the estimate that change with the turns and attachments of a chat, as one comparable string. */
function inputsOf({ turns, attachments }: ConversationView): string {
  const last = turns.at(-1)
  return JSON.stringify([
    [last?.id, last?.step, last?.status, last?.usage],
    attachments.map(({ id }) => id),
  ])
}

/**
 * Estimate of a chat's next request. Requested again when its inputs change; of the draft that is its saved form,
 * which follows the keys after a pause.
 */
export function useNextRequest(conversation: Conversation): NextRequest | undefined {
  const { id, model, serverIds, setup, foundTools, pinnedTurnIds, draft } = conversation
  const { request } = useBridge()
  const inputs = useConversationValue(id, inputsOf)
  const servers = useServers().data ?? []
  const settings = useSettings().data
  const known = knownModelOf(useProviders().data ?? [], model)?.contextWindow
  const of = JSON.stringify([
    [model, known],
    [serverIds, setup, foundTools, pinnedTurnIds],
    servers.map(({ config, connection, toolTokens }) => [config.id, connection.status, toolTokens]),
    [settings?.toolSearch, settings?.toolSearchShare],
    [draft.length, inputs],
  ])
  const { data } = useQuery({
    queryKey: queryKeys.nextRequest(id, of),
    queryFn: () => request('chat.next-request', { id }),
    placeholderData: keepPreviousData,
    enabled: model !== null,
  })
  return model === null ? undefined : (data ?? undefined)
}
