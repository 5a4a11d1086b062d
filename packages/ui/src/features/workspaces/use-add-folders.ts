import type { FolderRefusal } from '@gatehouse/domain'
import { useCallback, useEffect } from 'react'
import { useT } from '../../lib/words/i18n.ts'
import { useAction, useWorkspaces } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** As many as one request takes. */
const MAX_AT_ONCE = 200

export interface FolderAdding {
  add: (paths: readonly string[]) => void
  /** With the system's own dialog. */
  choose: () => void
  isPending: boolean
}

/** Adds folders to a workspace; what could not be added is handed over. */
export function useAddFolders(
  id: string,
  onRefused: (refused: readonly FolderRefusal[]) => void,
): FolderAdding {
  const t = useT('workspaces')
  const announce = useUi((ui) => ui.announce)
  const adding = useAction('workspace.add-folders', {
    onSuccess: ({ added, refused }) => {
      onRefused(refused)
      if (added.length > 0) announce(t('added', { count: added.length }))
    },
  })
  const { mutate } = adding
  const add = useCallback(
    (paths: readonly string[]) => {
      if (paths.length > 0) mutate({ id, paths: paths.slice(0, MAX_AT_ONCE) })
    },
    [id, mutate],
  )
  const picking = useAction('app.pick-folders', { onSuccess: add })
  const { mutate: pick } = picking
  const choose = useCallback(() => pick({}), [pick])
  return { add, choose, isPending: adding.isPending || picking.isPending }
}

/** Looks at the folders again when the screen is opened and when the person comes back to the window. */
export function useFreshFolders(): void {
  const { refetch } = useWorkspaces()
  useEffect(() => {
    const look = (): void => void refetch()
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [refetch])
}
