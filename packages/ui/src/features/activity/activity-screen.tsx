import { Inbox } from 'lucide-react'
import { EmptyState, PaneHeader } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAsks, useLatestAuditPage } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/queries/query-states.tsx'
import { RecordPane } from './audit/record-pane.tsx'
import { useOpenActivity } from './open-activity.ts'
import { PendingAskPane } from './pending-ask-pane.tsx'
import { UnsentAnswerPane } from './unsent-answer-pane.tsx'

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
