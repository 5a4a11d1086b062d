import { redirectUriOf, type ServerConfig, type SignInRedirect } from '@gatehouse/domain'
import type { LaunchReview } from '@gatehouse/domain/launch'
import { RevealText, type KeyValue } from '../kit/index.ts'
import { ExactAddress } from '../lib/media/exact-address.tsx'
import { useT } from '../lib/words/i18n.ts'

type Client = Pick<
  NonNullable<ServerConfig['oauthClient']>,
  'grant' | 'issuer' | 'id' | 'scopes' | 'statementFile' | 'provider'
> & { credential: { kind: 'none' | 'secret' | 'key'; value?: unknown; keyId?: string | undefined } }

type Setting = Pick<ServerConfig, 'protocol'> & {
  transport: { kind: string; httpTransport?: string | undefined }
  network?: LaunchReview['draft']['network'] | ServerConfig['network']
  oauthClient?: Client | undefined
  signInRedirect?: SignInRedirect | undefined
}

/** Returns the unusual settings of a server's connection; empty when there are none. */
export function useConnectionFacts(): (setting: Setting) => KeyValue[] {
  const t = useT('servers')
  const httpTransports = useTransportWords()
  const mono = (text: string) => <RevealText text={text} className="font-mono text-small" />
  const client = useClientFacts()
  return ({ protocol, transport, network, oauthClient, signInRedirect }) => {
    const items: KeyValue[] = []
    if (protocol !== 'auto')
      items.push({
        name: t('connection.protocol'),
        value:
          protocol === 'legacy'
            ? t('connection.protocolLegacy')
            : t('connection.protocolPin', { revision: protocol.pin }),
      })
    if (transport.httpTransport !== undefined && transport.httpTransport !== 'auto')
      items.push({
        name: t('connection.httpTransport'),
        value: httpTransports(transport.httpTransport),
      })
    const proxy = network?.proxy
    if (proxy === 'none')
      items.push({ name: t('connection.proxy'), value: t('connection.proxyNone') })
    else if (typeof proxy === 'object')
      items.push({
        name: t('connection.proxy'),
        value: (
          <>
            <ExactAddress url={proxy.url} />
            {proxy.user !== undefined && proxy.user !== '' && (
              <span className="block text-small text-fg-2">
                <RevealText text={t('connection.proxyAs', { user: proxy.user })} />
              </span>
            )}
          </>
        ),
      })
    if (network?.caFile !== undefined && network.caFile !== '')
      items.push({ name: t('connection.caFile'), value: mono(network.caFile) })
    if (oauthClient && transport.kind === 'http') items.push(...client(oauthClient))
    if (signInRedirect && transport.kind === 'http')
      items.push({ name: t('client.redirect.uri'), value: mono(redirectUriOf(signInRedirect)) })
    return items
  }
}

/** As which client the app signs in, and who alone may receive it. */
function useClientFacts(): (client: Client) => KeyValue[] {
  const t = useT('servers')
  const mono = (text: string) => <RevealText text={text} className="font-mono text-small" />
  return ({ grant, issuer, id, credential, scopes, statementFile, provider }) => [
    { name: t('client.title'), value: t(`client.grant.${grant}`) },
    { name: t('client.issuer'), value: <ExactAddress url={issuer} /> },
    { name: t('client.id'), value: mono(id) },
    {
      name: t('client.credential'),
      value: (
        <>
          {t(`client.kind.${credential.kind}`)}
          {credential.keyId !== undefined && <> {mono(credential.keyId)}</>}
          {credential.kind !== 'none' && (
            <span className="block text-small text-fg-2">
              {t(typeof credential.value === 'string' ? 'review.newSecret' : 'review.keptSecret')}
            </span>
          )}
        </>
      ),
    },
    ...(statementFile === undefined
      ? provider
        ? [{ name: t('client.idToken'), value: t('client.fromBrowser') }]
        : []
      : [{ name: t('client.statementFile'), value: mono(statementFile) }]),
    ...(provider
      ? [
          { name: t('client.provider'), value: <ExactAddress url={provider.issuer} /> },
          { name: t('client.providerId'), value: mono(provider.id) },
        ]
      : []),
    {
      name: t('client.scopes'),
      value: scopes.length === 0 ? t('client.anyScopes') : mono(scopes.join(' ')),
    },
  ]
}

/** A transport's own name; one that was registered keeps the name it was given. */
export function useTransportWords(): (transport: string) => string {
  const t = useT('servers')
  return (transport) => {
    switch (transport) {
      case 'stdio':
        return t('transport.stdio')
      case 'streamable-http':
        return t('transport.streamableHttp')
      case 'http-sse':
        return t('transport.httpSse')
      default:
        return transport
    }
  }
}
