import type { ConversationView } from '@gatehouse/domain'
import { useEffect, useRef } from 'react'
import { isOfChat } from '../../../lib/chats/ask-chats.ts'
import { useAskWords } from '../../../lib/words/ask-words.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAsks } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'

/**
 * Announces to screen readers when an answer begins and ends and when something waits; never the words of it. Whether
 * one is under way is a matter of the chat: its last turn may be on no page that is here.
 */
export function useAnnouncements({ conversation, turns, isRunning }: ConversationView): void {
  const t = useT('chat')
  const announce = useUi((ui) => ui.announce)
  const asks = useAsks().data
  const isStopped = turns.at(-1)?.status === 'stopped'
  const before = useRef(isRunning)
  useEffect(() => {
    if (before.current === isRunning) return
    before.current = isRunning
    if (isRunning) announce(t('transcript.started'))
    else announce(t(isStopped ? 'turn.stopped' : 'transcript.finished'))
  }, [isRunning, isStopped, announce, t])

  const { sentence } = useAskWords()
  const ask = asks?.find((one) => isOfChat(one, conversation.id))
  const askWords = ask && sentence(ask)
  useEffect(() => {
    if (askWords !== undefined) announce(askWords)
  }, [askWords, announce])
}
