import type { AuditRecord } from '@gatehouse/domain'
import type { KeyValue } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** Facts of the record's retention setting and of its deletions. */
export function useRetentionFacts({ retention, cut }: AuditRecord): KeyValue[] {
  const t = useT('activity')
  const { moment, number } = useFormats()
  const days = (count: number | null): string =>
    count === null ? t('facts.keptAlways') : t('facts.keptDays', { count })
  const facts: KeyValue[] = []
  if (retention)
    facts.push(
      { name: t('facts.keptBefore'), value: days(retention.before) },
      { name: t('facts.keptAfter'), value: days(retention.after) },
    )
  if (!cut) return facts
  const [first, last] = [number(cut.first), number(cut.through)]
  facts.push(
    {
      name: t('facts.deleted'),
      value: t('facts.deletedEntries', {
        count: cut.records,
        number: number(cut.records),
        first,
        last,
      }),
    },
    { name: t('facts.olderThan'), value: moment(cut.before) },
    {
      name: t('facts.lastDeleted'),
      value: (
        <span className="font-mono text-small wrap-anywhere">{cut.head || t('facts.noHash')}</span>
      ),
    },
  )
  if (cut.fault)
    facts.push({
      name: t('facts.deletedFault'),
      value: t('facts.deletedFaultAt', { record: number(cut.fault.record) }),
    })
  return facts
}
