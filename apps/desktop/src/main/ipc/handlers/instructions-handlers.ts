import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type InstructionsRoutes = Extract<keyof RouteHandlers, `instructions.${string}`>

export function instructionsHandlers({
  instructions,
}: Host): Pick<RouteHandlers, InstructionsRoutes> {
  return {
    'instructions.of-server': ({ serverId }) => instructions.view(serverId),
    'instructions.allow': ({ serverId }) => instructions.allow(serverId),
    'instructions.refuse': ({ serverId }) => instructions.refuse(serverId),
  }
}
