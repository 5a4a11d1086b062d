import type { Turn } from '@gatehouse/domain'
import { useEffect, useRef } from 'react'
import { isOfChat } from '../../lib/ask-chats.ts'
import { useAskWords } from '../../lib/ask-words.ts'
import { useT } from '../../lib/i18n.ts'
import { useAsks } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** Tells screen readers when an answer begins and ends and when something waits; never the words of it. */
export function useAnnouncements(conversationId: string, last: Turn | undefined): void {
  const t = useT('chat')
  const announce = useUi((ui) => ui.announce)
  const asks = useAsks().data
  const status = last?.status
  const before = useRef(status)
  useEffect(() => {
    const was = before.current
    before.current = status
    if (status === was || status === undefined) return
    if (status === 'running') announce(t('transcript.started'))
    else if (was === 'running')
      announce(status === 'stopped' ? t('turn.stopped') : t('transcript.finished'))
  }, [status, announce, t])

  const { sentence } = useAskWords()
  const ask = asks?.find((one) => isOfChat(one, conversationId))
  const askWords = ask && sentence(ask)
  useEffect(() => {
    if (askWords !== undefined) announce(askWords)
  }, [askWords, announce])
}
