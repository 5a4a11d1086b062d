import { useBridge } from '../bridge/bridge.tsx'
import { queryKeys } from './query-keys.ts'
import { useAction } from './action.ts'

/** Sets which calls a chat asks about; a wider mode is decided in the consent window, where servers may be trusted. */
export function useSetChatMode() {
  const { cache } = useBridge()
  return useAction('chat.set-approval-mode', {
    onSuccess: () => cache.refresh(queryKeys.grants),
  })
}

/** The same for the chats of a workspace. */
export function useSetWorkspaceMode() {
  const { cache } = useBridge()
  return useAction('workspace.set-approval-mode', {
    onSuccess: () => cache.refresh(queryKeys.grants),
  })
}
