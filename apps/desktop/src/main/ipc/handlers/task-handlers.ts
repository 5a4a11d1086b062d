import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

export const taskHandlers = ({ tasks }: Host): HandlersOf<'task'> => ({
  'task.list': () => tasks.list(),
  'task.cancel': ({ id }) => tasks.cancel(id),
  'task.list-at-server': ({ serverId }) => tasks.listAt(serverId),
})
