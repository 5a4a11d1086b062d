import type { AuditCheck, AuditFault } from '@gatehouse/domain/audit'
import { Download, Ellipsis, ShieldCheck } from 'lucide-react'
import { IconButton, Menu, useToasts } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'

/** What can be done with the whole record: checking its integrity, and exporting it. */
export function RecordMenu() {
  const t = useT('activity')
  const { show } = useToasts()
  const words = useCheckWords()
  const check = useAction('audit.check', {
    onSuccess: (found) => show({ tone: toneOf(found), ...words(found) }),
  })
  const save = useAction('audit.export', {
    onSuccess: (written) =>
      written && show({ tone: 'success', title: t('whole.exported'), description: written.path }),
  })
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={t('whole.menu')} data-testid="record-menu" />}
      entries={[
        { label: t('whole.check'), icon: ShieldCheck, onSelect: () => check.mutate({}) },
        { label: t('whole.export'), icon: Download, onSelect: () => save.mutate({}) },
      ]}
    />
  )
}

/** Good only where nothing was left unchecked. */
function toneOf({ records, unchained, fault }: AuditCheck): 'danger' | 'info' | 'success' {
  if (fault) return 'danger'
  return unchained > 0 || records === 0 ? 'info' : 'success'
}

function useCheckWords() {
  const t = useT('activity')
  const { moment, number } = useFormats()
  const means = (unchained: number, deleted: number): string => {
    if (unchained > 0) return t('whole.meansOlder', { count: unchained, number: number(unchained) })
    return deleted > 0 ? t('whole.meansCut', { record: number(deleted) }) : t('whole.means')
  }
  return ({
    records,
    unchained,
    deleted,
    fault,
  }: AuditCheck): { title: string; description: string } => {
    if (fault) {
      const record = number(fault.record)
      const place = placeOf(fault)
      return {
        title: t(`whole.fault.${fault.kind}`),
        description: t(`whole.${place}`, { record, at: fault.at === null ? '' : moment(fault.at) }),
      }
    }
    const chained = records - unchained
    return {
      title: t('whole.intact', { count: chained, number: number(chained) }),
      description: means(unchained, deleted),
    }
  }
}

/** What was deleted has no place any more. */
function placeOf({ kind, at }: AuditFault): 'deletedAt' | 'faultAt' | 'faultAtTime' {
  if (kind === 'deleted') return 'deletedAt'
  return at === null ? 'faultAt' : 'faultAtTime'
}
