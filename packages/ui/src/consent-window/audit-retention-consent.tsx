import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { useFormats } from '../lib/formats/formats.ts'
import { useT } from '../lib/words/i18n.ts'
import { ConsentLayout } from './consent-layout.tsx'

export interface AuditRetentionConsentProps {
  request: Extract<ConsentRequest, { kind: 'audit-retention' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** Old entries of Activity that would be deleted, or sooner than now. */
export function AuditRetentionConsent({ request, decide }: AuditRetentionConsentProps) {
  const t = useT('consent')
  const { number } = useFormats()
  const { before, after, deletes } = request
  return (
    <ConsentLayout
      title={t('retention.title', { count: after })}
      subject={t('retention.subject')}
      choices={[{ decision: 'allow', label: t('retention.allow') }]}
      decide={decide}
    >
      <dl className="flex flex-col gap-4">
        <div>
          <dt className="mb-1 text-note font-medium text-fg-2">{t('retention.before')}</dt>
          <dd>
            {before === null ? t('retention.always') : t('retention.days', { count: before })}
          </dd>
        </div>
        <div>
          <dt className="mb-1 text-note font-medium text-fg-2">{t('retention.after')}</dt>
          <dd>{t('retention.days', { count: after })}</dd>
        </div>
        <div>
          <dt className="mb-1 text-note font-medium text-fg-2">{t('retention.atOnce')}</dt>
          <dd>
            {deletes === 0
              ? t('retention.nothingYet')
              : t('retention.deletes', { count: deletes, number: number(deletes) })}
          </dd>
        </div>
      </dl>
      <p className="mt-4 text-note text-fg-2">{t('retention.meaning')}</p>
    </ConsentLayout>
  )
}
