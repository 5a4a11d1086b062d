import type { Conversation } from '@gatehouse/domain'
import { useCallback } from 'react'
import { useToasts } from '../../kit/index.ts'
import { useBridge } from '../../lib/bridge.tsx'
import { useT } from '../../lib/i18n.ts'
import { listConversation } from '../../lib/list-conversation.ts'
import { useAction } from '../../lib/queries/index.ts'

/** Writes a temporary chat to disk; it continues as any other. */
export function useKeepChat(): (chat: Conversation) => void {
  const t = useT('chat')
  const { show } = useToasts()
  const { cache } = useBridge()
  const { perform } = useAction('chat.keep')
  return useCallback(
    ({ id }) =>
      perform({ id }, (conversation) => {
        listConversation(cache, conversation)
        show({ tone: 'success', title: t('library.temporary.kept') })
      }),
    [cache, perform, show, t],
  )
}
