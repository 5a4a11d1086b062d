import type { Ask, UnsentAnswer } from '@gatehouse/domain'
import type { AuditRow } from '@gatehouse/domain/audit'
import { memo, useEffect } from 'react'
import { Button, HueMark, ListRow, RevealText, Spinner } from '../../kit/index.ts'
import { useAskWords } from '../../lib/ask-words.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import { useNow } from '../../lib/now.ts'
import { useTimeLeft } from '../../lib/time-left.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { subjectOf } from './record-facts.tsx'

/** What waits for the person, since when, and what is left of its time when that is about to be over. */
export function AskRow({ ask, selected }: { ask: Ask; selected: boolean }) {
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
      leading={<HueMark hue={ask.serverHue} shape="dot" />}
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

/** What the person had written for an ask that is over, or that it expired. */
export const UnsentRow = memo(function UnsentRow({
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

/** Drawn again only for another record: the list changes with every question. */
export const RecordRow = memo(function RecordRow({
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
      leading={<HueMark hue={record.serverHue} shape="dot" />}
      title={<RevealText text={subject || kind} wrap={false} />}
      detail={detail !== '' && <RevealText text={detail} wrap={false} />}
      trailing={brief(record.at, now)}
      selected={selected}
      onClick={() => open(record.id)}
    />
  )
})

/** The end of what was read. It is drawn only when scrolled near, and then loads more. */
export function MoreRow({ more, failed }: { more: () => void; failed: boolean }) {
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
