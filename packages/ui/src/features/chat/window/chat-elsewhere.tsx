import type { Conversation } from '@gatehouse/domain'
import { AppWindow } from 'lucide-react'
import { Button, EmptyState, PaneHeader, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useOpenInWindow, useShowInMainWindow } from '../../../lib/windows/chat-window.ts'

/** In place of a chat that has a window of its own: it is written on in one window only. */
export function ChatElsewhere({ conversation }: { conversation: Conversation }) {
  const t = useT('chat')
  const openInWindow = useOpenInWindow()
  const showInMain = useShowInMainWindow()
  const { id } = conversation
  return (
    <>
      <PaneHeader
        title={<RevealText text={oneLine(conversation.title) || t('untitled')} wrap={false} />}
      />
      <EmptyState
        className="min-h-0 flex-1"
        icon={AppWindow}
        title={t('window.elsewhere')}
        description={t('window.elsewhereNote')}
        actions={
          <>
            <Button variant="primary" onClick={() => openInWindow(id)}>
              {t('window.show')}
            </Button>
            <Button onClick={() => showInMain(id)}>{t('window.showHere')}</Button>
          </>
        }
      />
    </>
  )
}
