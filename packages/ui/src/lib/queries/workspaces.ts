import type { WorkspaceView } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from '../query-keys.ts'
import { useRouteQuery } from './route-query.ts'

const oldestFirst = (list: WorkspaceView[]): WorkspaceView[] =>
  list.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))

/** Oldest first, with what was found at each folder when it was last looked at. */
export function useWorkspaces(): UseQueryResult<WorkspaceView[]> {
  return useRouteQuery({
    key: queryKeys.workspaces,
    route: 'workspace.list',
    input: {},
    select: oldestFirst,
  })
}
