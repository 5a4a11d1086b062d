import type { AuditCheck } from '@gatehouse/domain'
import { Download, Ellipsis, ShieldCheck } from 'lucide-react'
import { IconButton, Menu, useToasts } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'

/** What can be done with the whole record: looking whether anybody changed it, and taking it along. */
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
  return ({ records, unchained, fault }: AuditCheck): { title: string; description: string } => {
    if (fault) {
      const record = number(fault.record)
      const place = fault.at === null ? 'faultAt' : 'faultAtTime'
      return {
        title: t(`whole.fault.${fault.kind}`),
        description: t(`whole.${place}`, { record, at: fault.at === null ? '' : moment(fault.at) }),
      }
    }
    const chained = records - unchained
    return {
      title: t('whole.intact', { count: chained, number: number(chained) }),
      description:
        unchained === 0
          ? t('whole.means')
          : t('whole.meansOlder', { count: unchained, number: number(unchained) }),
    }
  }
}
