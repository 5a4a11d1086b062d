import type { UnsentAnswer } from '@gatehouse/domain'
import { PaneBody, PaneHeader } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { UnsentAnswerCard } from '../../lib/drafts/unsent-answer-card.tsx'
import { OpenChatButton } from './open-chat-button.tsx'

/** The person's unsent answer to an ask that is over, or the note that it expired. */
export function UnsentAnswerPane({ unsent }: { unsent: UnsentAnswer }) {
  const t = useT('asks')
  const chat = unsent.causes[0]
  return (
    <>
      <PaneHeader
        title={t(unsent.texts.length > 0 ? 'unsent.title' : 'unsent.expired')}
        actions={chat && <OpenChatButton conversationId={chat.conversationId} />}
      />
      <PaneBody column label={t('unsent.list')} className="py-5">
        <UnsentAnswerCard unsent={unsent} />
      </PaneBody>
    </>
  )
}
