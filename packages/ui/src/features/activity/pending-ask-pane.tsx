import type { Ask } from '@gatehouse/domain'
import { useEffect } from 'react'
import { PaneBody, PaneHeader, RevealText } from '../../kit/index.ts'
import { AskCardSlot } from '../../lib/chats/ask-card-slot.tsx'
import { chatsOf } from '../../lib/chats/ask-chats.ts'
import { useAskWords } from '../../lib/words/ask-words.ts'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { useT } from '../../lib/words/i18n.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { OpenChatButton } from './open-chat-button.tsx'

/** An ask that waits, with its card. */
export function PendingAskPane({ ask }: { ask: Ask }) {
  const t = useT('activity')
  const { title } = useAskWords()
  useStayWhenExpired(ask)
  const chat = chatsOf(ask)[0]
  return (
    <>
      <PaneHeader
        title={<RevealText text={title(ask)} wrap={false} />}
        actions={chat && <OpenChatButton conversationId={chat.id} />}
      />
      <PaneBody column label={t('waiting')} className="py-5">
        <AskCardSlot ask={ask} />
      </PaneBody>
    </>
  )
}

/** Who had an ask before them when it expired continues to see that it did. */
function useStayWhenExpired({ id, serverName }: Ask): void {
  const t = useT('asks')
  const { bridge } = useBridge()
  const openActivity = useUi((ui) => ui.openActivity)
  const announce = useUi((ui) => ui.announce)
  useEffect(
    () =>
      bridge.on('ask.changed', ({ id: changed, state }) => {
        if (changed !== id || state.status !== 'withdrawn' || state.reason !== 'expired') return
        announce(t('withdrawn.expired', { server: serverName }))
        openActivity(id)
      }),
    [bridge, id, serverName, t, openActivity, announce],
  )
}
