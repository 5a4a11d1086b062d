import type { WorkspaceView } from '@gatehouse/domain'
import { useWorkspaces } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** The workspace that was chosen, else the first. */
export function useOpenWorkspace(): WorkspaceView | undefined {
  const list = useWorkspaces().data
  const chosen = useUi((ui) => ui.workspaceId)
  return list?.find(({ id }) => id === chosen) ?? list?.[0]
}
