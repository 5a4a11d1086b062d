import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { useState } from 'react'
import { Checkbox, RevealText } from '../kit/index.ts'
import { ExactValue } from '../launch-review/exact-value.tsx'
import { ReviewedServers } from '../launch-review/reviewed-servers.tsx'
import { useT } from '../lib/words/i18n.ts'
import { ConsentLayout } from './consent-layout.tsx'
import type { RevealSecret } from './reveal-secret.ts'

export interface ImportConsentProps {
  request: Extract<ConsentRequest, { kind: 'import' }>
  decide: (decision: ConsentDecision, chosen: readonly string[]) => Promise<boolean>
  reveal: RevealSecret
}

/** The exact launch of every server that would be taken over. */
export function ImportConsent({ request, decide, reveal }: ImportConsentProps) {
  const t = useT('serverImport')
  const consent = useT('consent')
  const { review, vault } = request
  const count = review.servers.length
  const [trusted, setTrusted] = useState<readonly string[]>([])
  return (
    <ConsentLayout
      title={t('reviewTitle')}
      subject={consent('import.subject', { count })}
      note={t('reviewNote', { count })}
      choices={[
        { decision: 'allow', label: t('addOnly') },
        { decision: 'allow-and-start', label: t('addAndStart', { count }) },
      ]}
      decide={(decision) => decide(decision, trusted)}
    >
      <ReviewedServers review={review} vault={vault} reveal={reveal} />
      {unknownSigners(review).map(({ certificate, signer }) => (
        <section key={certificate} className="mt-4 flex flex-col gap-1">
          <Checkbox
            label={<RevealText text={t('bundle.trustSigner', { signer: signer || '?' })} />}
            checked={trusted.includes(certificate)}
            onCheckedChange={(is) =>
              setTrusted([
                ...trusted.filter((one) => one !== certificate),
                ...(is ? [certificate] : []),
              ])
            }
          />
          <p className="text-small text-fg-3">
            {t('bundle.certificate')} <ExactValue text={certificate} />
          </p>
          <p className="text-small text-fg-3">{t('bundle.trustNote')}</p>
        </section>
      ))}
    </ConsentLayout>
  )
}

interface UnknownSigner {
  certificate: string
  signer: string
}

/** Signers of the bundles of a review whom the person may trust, each certificate once. */
function unknownSigners({ servers }: ImportConsentProps['request']['review']): UnknownSigner[] {
  const signers = new Map<string, UnknownSigner>()
  for (const { bundle } of servers)
    if (bundle?.trust === 'unknown' && bundle.certificate !== null)
      signers.set(bundle.certificate, {
        certificate: bundle.certificate,
        signer: bundle.signer ?? '',
      })
  return [...signers.values()]
}
