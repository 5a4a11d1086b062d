import { Inbox } from 'lucide-react'
import { EmptyState, PaneHeader, PaneBody, RevealText } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAsks, useLatestAuditPage } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/queries/query-states.tsx'
import { RecordPane } from './audit/record-pane.tsx'
import { useOpenActivity } from './open-activity.ts'
import type { UnsentAnswer, Ask } from '@gatehouse/domain'
import { UnsentAnswerCard } from '../../lib/drafts/unsent-answer-card.tsx'
import { OpenChatButton } from './open-chat-button.tsx'
import { useEffect } from 'react'
import { AskCardSlot } from '../../lib/chats/ask-card-slot.tsx'
import { chatsOf } from '../../lib/chats/ask-chats.ts'
import { useAskWords } from '../../lib/words/ask-words.ts'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { useUi } from '../../lib/ui-store.tsx'

/** The main pane of Activity: the ask that was chosen, else the oldest that waits, else a record. */
export function ActivityScreen() {
  const t = useT('activity')
  const common = useT('common')
  const asks = useAsks()
  const records = useLatestAuditPage({ text: '', group: undefined }).data?.rows
  const { ask, unsent, record, reading } = useOpenActivity()
  return (
    <QueryStates query={asks}>
      {() => {
        if (ask) return <PendingAskPane key={ask.id} ask={ask} />
        if (unsent) return <UnsentAnswerPane unsent={unsent} />
        if (record) return <RecordPane record={record} />
        if (reading)
          return (
            <>
              <PaneHeader title={common('sections.activity')} />
              <QueryStates query={reading}>{() => null}</QueryStates>
            </>
          )
        return (
          <>
            <PaneHeader title={common('sections.activity')} />
            <EmptyState
              className="flex-1"
              icon={Inbox}
              title={t('nothingWaits')}
              description={t(records?.length ? 'nothingWaitsNote' : 'nothingNote')}
            />
          </>
        )
      }}
    </QueryStates>
  )
}

/** The person's unsent answer to an ask that is over, or the note that it expired. */
function UnsentAnswerPane({ unsent }: { unsent: UnsentAnswer }) {
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

/** An ask that waits, with its card. */
function PendingAskPane({ ask }: { ask: Ask }) {
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
