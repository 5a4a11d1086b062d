import type { ServerTask, TaskState } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import { useRouteQuery } from './route-query.ts'

const latestFirst = (list: ServerTask[]): ServerTask[] =>
  list.toSorted((a, b) => b.createdAt - a.createdAt)

/** Tool calls that became tasks of their servers, the latest first. */
export function useTasks(): UseQueryResult<ServerTask[]> {
  return useRouteQuery({
    key: queryKeys.tasks,
    route: 'task.list',
    input: {},
    select: latestFirst,
  })
}

/** Tasks that the server itself lists; requested again each time they are shown. */
export function useTasksAtServer(
  serverId: string,
  enabled: boolean,
): UseQueryResult<TaskState[] | null> {
  return useRouteQuery({
    key: queryKeys.tasksAtServer(serverId),
    route: 'task.list-at-server',
    input: { serverId },
    enabled,
  })
}
