import type { Ask, AuditRecord, UnsentAnswer } from '@gatehouse/domain'
import { memo, useMemo, useState } from 'react'
import {
  Button,
  EmptyState,
  HueMark,
  List,
  ListRow,
  ListSection,
  PaneBody,
  PaneHeader,
  RevealText,
  SearchField,
  useIncrementalList,
  type IncrementalList,
} from '../../kit/index.ts'
import { useAskWords } from '../../lib/ask-words.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import { useNow } from '../../lib/now.ts'
import { useAskHistory, useAsks, useUnsentAnswers } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/query-states.tsx'
import { RunningSamplings } from '../../lib/running-samplings.tsx'
import { useUi } from '../../lib/ui-store.tsx'
import { RecordMenu } from './record-menu.tsx'
import { useOpenActivity } from './open-activity.ts'
import { subjectOf } from './record-facts.tsx'

/** The second column of Activity: what waits for the person, then what was done. */
export function ActivityList() {
  const t = useT('activity')
  const common = useT('common')
  const asks = useAsks()
  const history = useAskHistory()
  const [filter, setFilter] = useState('')
  return (
    <>
      <PaneHeader kind="list" title={common('sections.activity')} actions={<RecordMenu />} />
      <div className="px-3 pb-1">
        <SearchField label={t('search')} value={filter} onValueChange={setFilter} />
      </div>
      <PaneBody>
        <div className="flex flex-col gap-2 px-2 empty:hidden">
          <RunningSamplings />
        </div>
        <QueryStates query={asks} lines={2}>
          {(pending) => (
            <QueryStates query={history}>
              {(records) =>
                pending.length + records.length === 0 ? (
                  <EmptyState title={t('nothing')} description={t('nothingNote')} />
                ) : (
                  <Rows pending={pending} records={records} filter={filter.trim().toLowerCase()} />
                )
              }
            </QueryStates>
          )}
        </QueryStates>
      </PaneBody>
    </>
  )
}

/** Rows that are drawn at first, and by each press of "Show more". */
const ROWS = { first: 50, step: 100 }

function Rows({
  pending,
  records,
  filter,
}: {
  pending: Ask[]
  records: AuditRecord[]
  filter: string
}) {
  const t = useT('activity')
  const common = useT('common')
  const askWords = useT('asks')
  const words = useAskWords()
  const open = useOpenActivity()
  const unsent = useUnsentAnswers().data ?? []
  const asks = useMemo(
    () =>
      pending.filter((ask) =>
        `${words.title(ask)} ${words.from(ask)}`.toLowerCase().includes(filter),
      ),
    [pending, filter, words],
  )
  const done = useMemo(
    () =>
      records.filter((record) =>
        `${subjectOf(record)} ${record.serverName}`.toLowerCase().includes(filter),
      ),
    [records, filter],
  )
  const askSteps = useIncrementalList(asks.length, ROWS)
  const doneSteps = useIncrementalList(done.length, ROWS)
  if (asks.length + unsent.length + done.length === 0)
    return <p className="px-3.5 py-2 text-note text-fg-3">{t('noMatches')}</p>
  return (
    <List label={common('sections.activity')} className="pb-2">
      {asks.length > 0 && (
        <ListSection label={t('waiting')}>
          {asks.slice(0, askSteps.shown).map((ask) => (
            <AskRow key={ask.id} ask={ask} selected={ask.id === open.ask?.id} />
          ))}
          <MoreRows steps={askSteps} />
        </ListSection>
      )}
      {unsent.length > 0 && (
        <ListSection label={askWords('unsent.list')}>
          {unsent.map((one) => (
            <UnsentRow key={one.id} unsent={one} selected={one.id === open.unsent?.id} />
          ))}
        </ListSection>
      )}
      {done.length > 0 && (
        <ListSection label={t('earlier')}>
          {done.slice(0, doneSteps.shown).map((record) => (
            <RecordRow key={record.id} record={record} selected={record.id === open.record?.id} />
          ))}
          <MoreRows steps={doneSteps} />
        </ListSection>
      )}
    </List>
  )
}

function MoreRows({ steps }: { steps: IncrementalList }) {
  const t = useT('chat')
  if (steps.left === 0) return null
  return (
    <Button size="small" variant="ghost" className="mx-1.5 mt-1" onClick={steps.more}>
      {t('transcript.moreEntries', { count: steps.next, left: steps.left })}
    </Button>
  )
}

function AskRow({ ask, selected }: { ask: Ask; selected: boolean }) {
  const t = useT('activity')
  const words = useAskWords()
  const { duration } = useFormats()
  const now = useNow(10_000)
  const open = useUi((ui) => ui.openActivity)
  const waited = Math.max(0, Math.floor((now - ask.createdAt) / 1000) * 1000)
  return (
    <ListRow
      leading={<HueMark hue={ask.serverHue} shape="dot" />}
      title={<RevealText text={words.title(ask)} wrap={false} />}
      detail={<RevealText text={words.from(ask)} wrap={false} />}
      trailing={waited < 10_000 ? t('justNow') : t('ago', { time: duration(waited) })}
      selected={selected}
      onClick={() => open(ask.id)}
    />
  )
}

const UnsentRow = memo(function UnsentRow({
  unsent,
  selected,
}: {
  unsent: UnsentAnswer
  selected: boolean
}) {
  const t = useT('asks')
  const { brief } = useFormats()
  const now = useNow(60_000)
  const open = useUi((ui) => ui.openActivity)
  return (
    <ListRow
      leading={<HueMark hue={unsent.serverHue} shape="dot" />}
      title={<RevealText text={unsent.subject || t('unsent.title')} wrap={false} />}
      detail={<RevealText text={unsent.serverName} wrap={false} />}
      trailing={brief(unsent.at, now)}
      selected={selected}
      onClick={() => open(unsent.id)}
    />
  )
})

/** Drawn anew only for another record: there may be hundreds, and the list changes with every question. */
const RecordRow = memo(function RecordRow({
  record,
  selected,
}: {
  record: AuditRecord
  selected: boolean
}) {
  const t = useT('activity')
  const { brief } = useFormats()
  const now = useNow(60_000)
  const open = useUi((ui) => ui.openActivity)
  const kind = t(`kind.${record.kind}`)
  const decided = record.decision !== 'none' || record.kind === 'tool-call'
  const note = decided ? t(`decision.${record.decision}`) : kind
  return (
    <ListRow
      leading={<HueMark hue={record.serverHue} shape="dot" />}
      title={<RevealText text={subjectOf(record) || kind} wrap={false} />}
      detail={decided ? <RevealText text={`${record.serverName} · ${note}`} wrap={false} /> : note}
      trailing={brief(record.at, now)}
      selected={selected}
      onClick={() => open(record.id)}
    />
  )
})
