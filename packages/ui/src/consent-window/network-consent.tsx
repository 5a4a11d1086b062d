import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import type { NetworkReach } from '@gatehouse/domain/network'
import { Callout, RevealText } from '../kit/index.ts'
import { CertificateList } from '../lib/servers/certificate-list.tsx'
import { ExactAddress } from '../lib/media/exact-address.tsx'
import { useT } from '../lib/words/i18n.ts'
import { SecretStorageText } from '../lib/servers/secret-storage-note.tsx'
import { ConsentLayout } from './consent-layout.tsx'

export interface NetworkConsentProps {
  request: Extract<ConsentRequest, { kind: 'network' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** Another proxy for all models and servers, or further certificates that are believed. */
export function NetworkConsent({ request, decide }: NetworkConsentProps) {
  const t = useT('consent')
  const { before, after, vault } = request
  const hasPassword = typeof after.proxy === 'object' && after.proxy.hasPassword
  return (
    <ConsentLayout
      title={t('network.title')}
      subject={t('network.subject')}
      choices={[{ decision: 'allow', label: t('network.allow') }]}
      decide={decide}
    >
      <div className="flex flex-col gap-5">
        {after.certificates.length > 0 && (
          <Callout tone="warning" title={t('network.authoritiesMeaning')} />
        )}
        <Reach label={t('network.after')} reach={after} />
        <Reach label={t('network.before')} reach={before} />
        {hasPassword && <SecretStorageText vault={vault} />}
        {typeof after.proxy === 'object' && (
          <p className="text-note text-fg-2">{t('network.proxyMeaning')}</p>
        )}
      </div>
    </ConsentLayout>
  )
}

function Reach({ label, reach }: { label: string; reach: NetworkReach }) {
  const t = useT('network')
  const { proxy, certificates } = reach
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-body font-semibold">{label}</h3>
      <div>
        <h4 className="mb-1 text-note font-medium text-fg-2">{t('proxy')}</h4>
        {typeof proxy === 'string' ? (
          t(proxy)
        ) : (
          <div className="rounded-lg border border-line bg-sunken px-3 py-2">
            <ExactAddress url={proxy.url} />
            {proxy.user !== null && (
              <span className="block text-small text-fg-2">
                <RevealText text={t('as', { user: proxy.user })} />
              </span>
            )}
            {proxy.hasPassword && (
              <span className="block text-small text-fg-2">{t('withPassword')}</span>
            )}
          </div>
        )}
      </div>
      <div>
        <h4 className="mb-1 text-note font-medium text-fg-2">{t('authorities')}</h4>
        {certificates.length === 0 ? (
          t('noAuthorities')
        ) : (
          <CertificateList certificates={certificates} />
        )}
      </div>
    </section>
  )
}
