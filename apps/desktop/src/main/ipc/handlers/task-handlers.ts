import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type TaskRoutes = Extract<keyof RouteHandlers, `task.${string}`>

export function taskHandlers({ tasks }: Host): Pick<RouteHandlers, TaskRoutes> {
  return {
    'task.list': () => tasks.list(),
    'task.cancel': ({ id }) => tasks.cancel(id),
    'task.list-at-server': ({ serverId }) => tasks.listAt(serverId),
  }
}
