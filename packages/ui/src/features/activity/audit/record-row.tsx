import type { AuditRow } from '@gatehouse/domain/audit'
import { memo } from 'react'
import { HueMark, ListRow, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useNow } from '../../../lib/formats/now.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { subjectOf } from './record-facts.tsx'

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
