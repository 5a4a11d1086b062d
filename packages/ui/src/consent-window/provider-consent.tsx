import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { isThisMachine } from '@gatehouse/domain/launch'
import { TriangleAlert } from 'lucide-react'
import { Callout, RevealText } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { SecretStorageText } from '../lib/servers/secret-storage-note.tsx'
import { ConsentLayout } from './consent-layout.tsx'
import { LabelledAddress } from './exact-text.tsx'

export interface ProviderConsentProps {
  request: Extract<ConsentRequest, { kind: 'provider' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** Where chats, and a key, would go from now on. */
export function ProviderConsent({ request, decide }: ProviderConsentProps) {
  const t = useT('consent')
  const { name, baseUrl, written, before, hasKey, headers, vault } = request
  return (
    <ConsentLayout
      title={t('provider.title')}
      subject={<RevealText text={name} className="font-semibold text-fg" />}
      note={t('provider.note')}
      choices={[{ decision: 'allow', label: t('provider.allow') }]}
      decide={decide}
    >
      <div className="flex flex-col gap-5">
        {isPlain(baseUrl) && (
          <Callout tone="warning" icon={TriangleAlert} title={t('provider.plain')} />
        )}
        {written !== null && (
          <Callout tone="warning" icon={TriangleAlert} title={t('provider.disguised')}>
            <RevealText text={written} className="font-mono text-small" />
          </Callout>
        )}
        <LabelledAddress label={t('provider.address')} url={baseUrl} />
        {before !== null && <LabelledAddress label={t('provider.before')} url={before} />}
        <section>
          <h3 className="mb-1 text-note font-medium text-fg-2">{t('provider.receives')}</h3>
          <ul className="list-disc pl-4 text-body">
            <li>{t('provider.chats')}</li>
            {hasKey && <li>{t('provider.key')}</li>}
            {headers.map((header) => (
              <li key={header.name}>{t('provider.header', { name: header.name })}</li>
            ))}
          </ul>
        </section>
        {(hasKey || headers.some(({ isSecret }) => isSecret)) && (
          <SecretStorageText vault={vault} />
        )}
        <p className="text-note text-fg-2">{t('provider.trust')}</p>
      </div>
    </ConsentLayout>
  )
}

/** True if others on the network can read the text unencrypted; on this machine there is no network. */
function isPlain(text: string): boolean {
  const { protocol, hostname } = new URL(text)
  return protocol === 'http:' && !isThisMachine(hostname)
}
