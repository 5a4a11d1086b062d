import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type DataFlowRoutes = Extract<keyof RouteHandlers, `data-flow.${string}`>

export function dataFlowHandlers({ flowRules }: Host): Pick<RouteHandlers, DataFlowRoutes> {
  return {
    'data-flow.rules': () => flowRules.list(),
    'data-flow.set-rule': ({ fromId, toId, rule }) => flowRules.set({ fromId, toId }, rule),
  }
}
