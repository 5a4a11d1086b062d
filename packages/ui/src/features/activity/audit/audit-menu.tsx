import type { AuditCheck, AuditFault } from '@gatehouse/domain/audit'
import { Download, Ellipsis, ShieldCheck } from 'lucide-react'
import { IconButton, Menu, useToasts } from '../../../kit/index.ts'
import { formatsOf } from '../../../lib/formats/formats.ts'
import { useT, type Language } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { verbatim, worded } from '../../../lib/words/worded.ts'

/** Menu for the whole record: checking its integrity, and exporting it. */
export function AuditMenu() {
  const t = useT('activity')
  const { show } = useToasts()
  const check = useAction('audit.check', {
    onSuccess: (found) =>
      show({
        tone: toneOf(found),
        title: worded('activity', (_t, language) => checkWords(language, found).title),
        description: worded('activity', (_t, language) => checkWords(language, found).description),
      }),
  })
  const save = useAction('audit.export', {
    onSuccess: (written) =>
      written &&
      show({
        tone: 'success',
        title: worded('activity', (to) => to('whole.exported')),
        description: verbatim(written.path),
      }),
  })
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={t('whole.menu')} data-testid="audit-menu" />}
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

function checkWords(
  language: Language,
  { records, unchained, deleted, fault }: AuditCheck,
): { title: string; description: string } {
  const t = language.words('activity')
  const { moment, number } = language.once(formatsOf)
  const means = (): string => {
    if (unchained > 0) return t('whole.meansOlder', { count: unchained, number: number(unchained) })
    return deleted > 0 ? t('whole.meansCut', { record: number(deleted) }) : t('whole.means')
  }
  if (fault) {
    const record = number(fault.record)
    const at = fault.at === null ? '' : moment(fault.at)
    return {
      title: t(`whole.fault.${fault.kind}`),
      description: t(`whole.${placeOf(fault)}`, { record, at }),
    }
  }
  const chained = records - unchained
  return {
    title: t('whole.intact', { count: chained, number: number(chained) }),
    description: means(),
  }
}

/** Deleted entries have no place any more. */
function placeOf({ kind, at }: AuditFault): 'deletedAt' | 'faultAt' | 'faultAtTime' {
  if (kind === 'deleted') return 'deletedAt'
  return at === null ? 'faultAt' : 'faultAtTime'
}
