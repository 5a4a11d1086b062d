/* What is done with workspaces in more than one place. */
import type { WorkspaceView } from '@gatehouse/domain'
import { useCallback } from 'react'
import { useToasts } from '../../kit/index.ts'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { useAction, useConversations, useWorkspaces } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { upsert } from '../../lib/live/update-list.ts'
import { worded } from '../../lib/words/worded.ts'
import type { LiveCache } from '../../lib/live/live-cache.ts'
import { queryKeys } from '../../lib/queries/query-keys.ts'

/** Deletes a workspace at once and offers to bring it back; the adjacent of an open one is opened. */
export function useDeleteWorkspace(): (workspace: WorkspaceView) => void {
  const { show } = useToasts()
  const { cache } = useBridge()
  const workspaces = useWorkspaces().data
  const chats = useConversations().data
  const selected = useUi((ui) => ui.workspaceId)
  const openWorkspace = useUi((ui) => ui.openWorkspace)
  const { mutate: restore } = useAction('workspace.restore', {
    onSuccess: (workspace) => {
      addToWorkspaceList(cache, workspace)
      openWorkspace(workspace.id)
    },
  })
  const { perform: remove } = useAction('workspace.remove')
  return useCallback(
    ({ id, name }) => {
      const list = workspaces ?? []
      const count = (chats ?? []).filter(({ workspaceId }) => workspaceId === id).length
      const index = list.findIndex((one) => one.id === id)
      const adjacent = list[index + 1] ?? list[index - 1]
      remove({ id }, () => {
        if (id === selected) openWorkspace(adjacent?.id ?? null)
        show({
          title: worded('workspaces', (t) => t('deleted', { name })),
          ...(count === 0
            ? {}
            : { description: worded('workspaces', (t) => t('deletedChats', { count })) }),
          action: {
            label: worded('common', (t) => t('actions.undo')),
            onSelect: () => restore({ id }),
          },
        })
      })
    },
    [workspaces, chats, selected, openWorkspace, remove, restore, show],
  )
}

/** Lists a workspace that main just returned: the response may overtake the event. */
export function addToWorkspaceList(cache: LiveCache, workspace: WorkspaceView): void {
  cache.update<WorkspaceView[]>(queryKeys.workspaces, (list) =>
    upsert(list, workspace, (one) => one.id),
  )
}

/** The workspace that was chosen, else the first. */
export function useOpenWorkspace(): WorkspaceView | undefined {
  const list = useWorkspaces().data
  const chosen = useUi((ui) => ui.workspaceId)
  return list?.find(({ id }) => id === chosen) ?? list?.[0]
}
