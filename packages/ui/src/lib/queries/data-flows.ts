import type { DataFlowRuleView } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { useBridge } from '../bridge/bridge.tsx'
import { queryKeys } from './query-keys.ts'
import { useAction } from './action.ts'
import { useRouteQuery } from './route-query.ts'

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
