import type { WorkspaceView } from '@gatehouse/domain'
import { upsert } from '../../lib/update-list.ts'
import type { LiveCache } from '../../lib/live-cache.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** Lists a workspace that main just answered with: the answer may overtake the event. */
export function listWorkspace(cache: LiveCache, workspace: WorkspaceView): void {
  cache.update<WorkspaceView[]>(queryKeys.workspaces, (list) =>
    upsert(list, workspace, (one) => one.id),
  )
}
