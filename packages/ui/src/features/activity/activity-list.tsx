import type { Ask, UnsentAnswer } from '@gatehouse/domain'
import type { AuditGroup, AuditRow } from '@gatehouse/domain/audit'
import { useMemo, useState, memo, useEffect } from 'react'
import {
  EmptyState,
  List,
  ListHeading,
  MAX_WITHOUT_VIRTUAL,
  PaneBody,
  PaneHeader,
  SearchField,
  Select,
  VirtualList,
  HueMark,
  ListRow,
  RevealText,
  Button,
  Spinner,
} from '../../kit/index.ts'
import { useAskWords } from '../../lib/words/ask-words.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAsks, useDebounced, useUnsentAnswers } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/queries/query-states.tsx'
import { RunningSamplings } from '../../lib/chats/running-samplings.tsx'
import { AuditMenu } from './audit/audit-menu.tsx'
import { useAuditPages, type AuditFilter, type AuditPages } from './audit/use-audit-pages.ts'
import { useOpenActivity } from './open-activity.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useNow } from '../../lib/formats/now.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { useTimeLeft } from '../../lib/formats/time-left.ts'
import { subjectOf } from './audit/record-facts.tsx'

/** Drawn again only for another record: the list changes with every question. */
const RecordRow = memo(function RecordRow({
  record,
  selected,
}: {
  record: AuditRow
  selected: boolean
}) {
  const t = useT('activity')
  const { brief } = useFormats()
  const now = useNow(60_000)
  const open = useUi((ui) => ui.openActivity)
  const kind = t(`kind.${record.kind}`)
  const decided = record.decision !== 'none' || record.kind === 'tool-call'
  const subject = subjectOf(record)
  const detail = decided
    ? `${record.serverName} · ${t(`decision.${record.decision}`)}`
    : subject === ''
      ? record.serverName
      : kind
  return (
    <ListRow
      leading={<HueMark hue={record.serverHue} />}
      title={<RevealText text={subject || kind} wrap={false} />}
      detail={detail !== '' && <RevealText text={detail} wrap={false} />}
      trailing={brief(record.at, now)}
      selected={selected}
      onClick={() => open(record.id)}
    />
  )
})

/** Row of the person's unsent answer to an ask that is over, or of the note that it expired. */
const UnsentAnswerRow = memo(function UnsentAnswerRow({
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
      leading={<HueMark hue={unsent.serverHue} />}
      title={<RevealText text={unsent.subject || t('unsent.title')} wrap={false} />}
      detail={<RevealText text={unsent.serverName} wrap={false} />}
      trailing={brief(unsent.at, now)}
      selected={selected}
      onClick={() => open(unsent.id)}
    />
  )
})

const KINDS: Record<AuditGroup, readonly Ask['kind'][]> = {
  calls: ['tool-approval'],
  forms: ['elicitation', 'elicitation-wait'],
  sampling: ['sampling-request', 'sampling-response'],
  roots: ['roots'],
  'sign-ins': ['sign-in'],
  rules: [],
  servers: [],
  messages: [],
  links: [],
}

/** The second column of Activity: pending asks, then past actions. */
export function ActivityList() {
  const t = useT('activity')
  const common = useT('common')
  const [typed, setTyped] = useState('')
  const [group, setGroup] = useState<AuditGroup | 'all'>('all')
  const filter: AuditFilter = {
    text: useDebounced(typed.trim().slice(0, 200)),
    group: group === 'all' ? undefined : group,
  }
  return (
    <>
      <PaneHeader kind="list" title={common('sections.activity')} actions={<AuditMenu />} />
      <div className="flex flex-col gap-2 px-3 pb-1">
        <SearchField label={t('search')} value={typed} onValueChange={setTyped} />
        <Select
          label={t('group.label')}
          labelHidden
          value={group}
          onValueChange={setGroup}
          options={[
            { value: 'all', label: t('group.all') },
            ...(Object.keys(KINDS) as AuditGroup[]).map((value) => ({
              value,
              label: t(`group.${value}`),
            })),
          ]}
        />
      </div>
      <div className="flex flex-col gap-2 px-2 empty:hidden">
        <RunningSamplings />
      </div>
      <MatchingRows key={`${filter.group ?? ''} ${filter.text}`} filter={filter} />
    </>
  )
}

/** Of what waits and of the record, what matches the filter. */
function MatchingRows({ filter }: { filter: AuditFilter }) {
  const asks = useAsks()
  const audit = useAuditPages(filter)
  return (
    <QueryStates query={asks} lines={2}>
      {(pending) => (
        <QueryStates query={audit.latest}>
          {() => (
            <>
              {audit.isCut && <SearchLimitNote />}
              <Rows pending={pending} audit={audit} filter={filter} />
            </>
          )}
        </QueryStates>
      )}
    </QueryStates>
  )
}

function SearchLimitNote() {
  const t = useT('activity')
  return (
    <p role="note" className="px-3.5 py-1 text-small text-pretty text-fg-2">
      {t('cutNote')}
    </p>
  )
}

type Row =
  | { kind: 'heading'; label: string }
  | { kind: 'ask'; ask: Ask }
  | { kind: 'unsent'; unsent: UnsentAnswer }
  | { kind: 'record'; record: AuditRow }
  | { kind: 'more'; more: () => void; failed: boolean }

interface RowsProps {
  pending: Ask[]
  audit: AuditPages
  filter: AuditFilter
}

function Rows({ pending, audit, filter }: RowsProps) {
  const t = useT('activity')
  const common = useT('common')
  const rows = useRows({ pending, audit, filter })
  const { ask, unsent, record } = useOpenActivity()
  const open = ask?.id ?? unsent?.id ?? record?.id
  const isAll = filter.text === '' && filter.group === undefined
  if (rows.length === 0)
    return isAll ? (
      <EmptyState title={t('nothing')} description={t('nothingNote')} />
    ) : (
      <p role="status" className="px-3.5 py-2 text-note text-fg-3">
        {t('noMatches')}
      </p>
    )
  const draw = (row: Row) => {
    switch (row.kind) {
      case 'heading':
        return <ListHeading key={row.label}>{row.label}</ListHeading>
      case 'ask':
        return <PendingAskRow key={row.ask.id} ask={row.ask} selected={row.ask.id === open} />
      case 'unsent':
        return (
          <UnsentAnswerRow
            key={row.unsent.id}
            unsent={row.unsent}
            selected={row.unsent.id === open}
          />
        )
      case 'record':
        return (
          <RecordRow key={row.record.id} record={row.record} selected={row.record.id === open} />
        )
      case 'more':
        return <MoreRow key="more" more={row.more} failed={row.failed} />
    }
  }
  const label = common('sections.activity')
  // As soon as there may be more than one page, so that the list is not another one when the next is here.
  if (rows.length > MAX_WITHOUT_VIRTUAL || audit.more)
    return <VirtualList label={label} rows={rows} draw={draw} />
  return (
    <PaneBody>
      <List label={label} className="pb-2">
        {rows.map(draw)}
      </List>
    </PaneBody>
  )
}

function useRows({ pending, audit, filter }: RowsProps): Row[] {
  const t = useT('activity')
  const askWords = useT('asks')
  const words = useAskWords()
  const unsent = useUnsentAnswers().data
  const { rows: records, more, failed } = audit
  const { text, group } = filter
  return useMemo(() => {
    const terms = text.toLowerCase().split(/\s+/u)
    const fits = (value: string): boolean =>
      terms.every((term) => value.toLowerCase().includes(term))
    const asks = pending.filter(
      (ask) =>
        (group === undefined || KINDS[group].includes(ask.kind)) &&
        fits(`${words.title(ask)} ${words.from(ask)}`),
    )
    const left = (unsent ?? []).filter(
      (one) => group === undefined && fits(`${one.subject} ${one.serverName}`),
    )
    const under = (label: string, rows: Row[]): Row[] =>
      rows.length === 0 ? [] : [{ kind: 'heading', label }, ...rows]
    return [
      ...under(
        t('waiting'),
        asks.map((ask) => ({ kind: 'ask', ask })),
      ),
      ...under(
        askWords('unsent.list'),
        left.map((one) => ({ kind: 'unsent', unsent: one })),
      ),
      ...under(
        t('earlier'),
        records.map((record) => ({ kind: 'record', record })),
      ),
      ...(more ? [{ kind: 'more' as const, more, failed }] : []),
    ]
  }, [pending, unsent, records, more, failed, text, group, words, t, askWords])
}

/** Row of a pending ask: the request, its age, and the time left if it is short. */
function PendingAskRow({ ask, selected }: { ask: Ask; selected: boolean }) {
  const t = useT('activity')
  const words = useAskWords()
  const { duration } = useFormats()
  const now = useNow(10_000)
  const open = useUi((ui) => ui.openActivity)
  const waited = Math.max(0, Math.floor((now - ask.createdAt) / 1000) * 1000)
  const time = useTimeLeft(ask)
  const asks = useT('asks')
  const since = waited < 10_000 ? t('justNow') : t('ago', { time: duration(waited) })
  const left = time?.isSoon ? time.left : undefined
  return (
    <ListRow
      leading={<HueMark hue={ask.serverHue} />}
      title={<RevealText text={words.title(ask)} wrap={false} />}
      detail={<RevealText text={words.from(ask)} wrap={false} />}
      trailing={
        left === undefined ? (
          since
        ) : (
          <span className="text-warning">{asks('expiry.left', { left })}</span>
        )
      }
      selected={selected}
      onClick={() => open(ask.id)}
    />
  )
}

/** The end of the loaded pages. It is drawn only when scrolled near, and then loads more. */
function MoreRow({ more, failed }: { more: () => void; failed: boolean }) {
  const t = useT('activity')
  useEffect(() => {
    if (!failed) more()
  }, [more, failed])
  return failed ? (
    <Button size="small" variant="ghost" className="mx-1.5 mt-1" onClick={more}>
      {t('readOn')}
    </Button>
  ) : (
    <p role="status" className="flex items-center gap-2 px-3.5 py-2 text-note text-fg-3">
      <Spinner />
      {t('reading')}
    </p>
  )
}
