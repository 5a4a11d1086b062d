import { useMemo } from 'react'
import { Callout, CardSection, CopyButton, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { describeAddress, type DescribedAddress, type AddressWarning } from './describe-address.ts'

export function useAddress(text: string): DescribedAddress {
  return useMemo(() => describeAddress(text), [text])
}

/** Where an address goes, then the whole of it as text that can be selected and not clicked. */
export function AddressView({
  address,
  copies = true,
}: {
  address: DescribedAddress
  /** True if the whole address is shown, so that it can be used elsewhere. */
  copies?: boolean
}) {
  const t = useT('asks')
  return (
    <CardSection className="flex flex-col gap-2">
      {address.host !== '' && (
        <div className="flex flex-wrap items-baseline gap-x-2" data-testid="ask-domain">
          <span className="text-small text-fg-3">{t('url.goesTo')}</span>
          <span className="font-mono text-title wrap-anywhere text-fg-3">
            {address.subdomain}
            <strong className="font-semibold text-fg">{address.domain}</strong>
            {address.port}
          </span>
        </div>
      )}
      <div className="flex items-start gap-1 rounded-lg border border-line bg-sunken py-1 pr-1 pl-3">
        <div
          role="group"
          tabIndex={0}
          aria-label={t('url.address')}
          data-testid="ask-url"
          className="max-h-72 min-w-0 flex-1 overflow-auto py-0.5 font-mono text-small wrap-anywhere select-text"
        >
          <RevealText text={address.text} />
        </div>
        {copies && <CopyButton text={address.text} label={t('url.copy')} />}
      </div>
    </CardSection>
  )
}

interface WarningWords {
  tone: 'danger' | 'warning' | 'info'
  title: string
  note?: string
}

function useWarningWords(): (warning: AddressWarning, address: DescribedAddress) => WarningWords {
  const t = useT('asks')
  return (warning, { host, unicodeHost = host, userinfo = '' }) => {
    switch (warning) {
      case 'not-web':
        return { tone: 'danger', title: t('url.notWeb'), note: t('url.notWebNote') }
      case 'hidden':
        return { tone: 'danger', title: t('url.hidden'), note: t('url.hiddenNote') }
      case 'userinfo':
        return {
          tone: 'danger',
          title: t('url.userinfo'),
          note: t('url.userinfoNote', { userinfo, host }),
        }
      case 'punycode':
        return {
          tone: 'warning',
          title: t('url.punycode'),
          note: t('url.punycodeNote', { unicode: unicodeHost, ascii: host }),
        }
      case 'not-encrypted':
        return { tone: 'warning', title: t('url.notEncrypted'), note: t('url.notEncryptedNote') }
      case 'ip':
        return { tone: 'warning', title: t('url.ip'), note: t('url.ipNote') }
      case 'local':
        return { tone: 'info', title: t('url.local') }
      case 'local-network':
        return { tone: 'warning', title: t('url.localNetwork'), note: t('url.localNetworkNote') }
      case 'metadata':
        return { tone: 'danger', title: t('url.metadata'), note: t('url.metadataNote') }
    }
  }
}

/** Warnings about an address, before it is opened. */
export function AddressWarnings({ address }: { address: DescribedAddress }) {
  const wordsOf = useWarningWords()
  if (address.warnings.length === 0) return null
  return (
    <CardSection className="flex flex-col gap-2">
      {address.warnings.map((warning) => {
        const { tone, title, note } = wordsOf(warning, address)
        return (
          <Callout key={warning} tone={tone} title={title}>
            {note !== undefined && <RevealText text={note} />}
          </Callout>
        )
      })}
    </CardSection>
  )
}
