import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { ReviewedServers } from '../launch-review/reviewed-servers.tsx'
import { useT } from '../lib/words/i18n.ts'
import { ConsentLayout } from './consent-layout.tsx'
import type { RevealSecret } from './reveal-secret.ts'

export interface ImportConsentProps {
  request: Extract<ConsentRequest, { kind: 'import' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
  reveal: RevealSecret
}

/** The exact launch of every server that would be taken over. */
export function ImportConsent({ request, decide, reveal }: ImportConsentProps) {
  const t = useT('serverImport')
  const consent = useT('consent')
  const { review, vault } = request
  const count = review.servers.length
  return (
    <ConsentLayout
      title={t('reviewTitle')}
      subject={consent('import.subject', { count })}
      note={t('reviewNote', { count })}
      choices={[
        { decision: 'allow', label: t('addOnly') },
        { decision: 'allow-and-start', label: t('addAndStart', { count }) },
      ]}
      decide={decide}
    >
      <ReviewedServers review={review} vault={vault} reveal={reveal} />
    </ConsentLayout>
  )
}
