import type { GrantView, DataFlowRuleView, ServerInstructionsView } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { useBridge } from '../bridge/bridge.tsx'
import { queryKeys } from './query-keys.ts'
import { useAction } from './action.ts'
import { useRouteQuery } from './route-query.ts'
import type { RunningSampling, SamplingPolicyView } from '@gatehouse/domain/server-requests'

/** Standing permissions, the latest first. `recheck`: also checks that each still holds. */
export function useGrants({ recheck = false } = {}): UseQueryResult<GrantView[]> {
  return useRouteQuery({ key: queryKeys.grants, route: 'grant.list', input: {}, recheck })
}

/** The ways to change what is allowed. */
export function useGrantActions() {
  const { cache } = useBridge()
  const refresh = { onSuccess: () => cache.refresh(queryKeys.grants) }
  return {
    revoke: useAction('grant.revoke', refresh),
    revokeAll: useAction('grant.revoke-all', refresh),
    trust: useAction('grant.trust-server', refresh),
    distrust: useAction('grant.distrust-server', refresh),
    mark: useAction('grant.mark-tool', refresh),
    revokeReadOnly: useAction('grant.revoke-read-only', refresh),
  }
}

/** Sets which calls a chat asks about; a wider mode is decided in the consent window, where servers may be trusted. */
export function useSetChatMode() {
  const { cache } = useBridge()
  return useAction('chat.set-approval-mode', {
    onSuccess: () => cache.refresh(queryKeys.grants),
  })
}

/** The same for the chats of a workspace. */
export function useSetWorkspaceMode() {
  const { cache } = useBridge()
  return useAction('workspace.set-approval-mode', {
    onSuccess: () => cache.refresh(queryKeys.grants),
  })
}

/** Decisions about text from one server for another. */
export function useFlowRules(): UseQueryResult<DataFlowRuleView[]> {
  return useRouteQuery({
    key: queryKeys.flowRules,
    route: 'data-flow.rules',
    input: {},
    recheck: true,
  })
}

/** Changes what happens to such text; fewer questions than now are decided in the consent window. */
export function useSetFlowRule() {
  const { cache } = useBridge()
  return useAction('data-flow.set-rule', {
    onSuccess: () => cache.refresh(queryKeys.flowRules),
  })
}

/** Sampling policies of all servers, and today's use. */
export function useSamplingPolicies(): UseQueryResult<SamplingPolicyView[]> {
  const key = queryKeys.samplingPolicies
  return useRouteQuery({ key, route: 'sampling.policies', input: {}, recheck: true })
}

/** Changes what a server may do; more than now is decided in the consent window. */
export function useSetSamplingPolicy() {
  const { cache } = useBridge()
  return useAction('sampling.set-policy', {
    onSuccess: () => cache.refresh(queryKeys.samplingPolicies),
  })
}

/** Models that answer servers now. */
export function useRunningSamplings(): UseQueryResult<RunningSampling[]> {
  return useRouteQuery({ key: queryKeys.runningSamplings, route: 'sampling.running', input: {} })
}

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
