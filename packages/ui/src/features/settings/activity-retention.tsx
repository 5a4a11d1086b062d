import type { AuditDays } from '@gatehouse/domain/audit'
import { Select } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'

const CHOICES = [
  { value: 'always', days: null },
  { value: '365', days: 365 },
  { value: '90', days: 90 },
  { value: '30', days: 30 },
] as const satisfies { value: string; days: AuditDays }[]

/** For how long entries of Activity are kept. Main asks in its own window before more is deleted than now. */
export function ActivityRetention({ days }: { days: AuditDays }) {
  const t = useT('settings')
  const { mutate, isPending } = useAction('audit.set-retention')
  return (
    <Select
      className="max-w-96"
      label={t('general.retention')}
      description={t(days === null ? 'general.retentionNone' : 'general.retentionNote')}
      disabled={isPending}
      value={CHOICES.find((one) => one.days === days)?.value ?? null}
      options={CHOICES.map((one) => ({
        value: one.value,
        label:
          one.days === null
            ? t('general.retentionAlways')
            : t('general.retentionDays', { count: one.days }),
      }))}
      onValueChange={(value) => {
        const choice = CHOICES.find((one) => one.value === value)
        if (choice) mutate({ days: choice.days })
      }}
    />
  )
}
