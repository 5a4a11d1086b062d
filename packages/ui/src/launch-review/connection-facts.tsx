import type { LaunchReview, ServerConfig } from '@gatehouse/domain'
import { RevealText, type KeyValue } from '../kit/index.ts'
import { ExactAddress } from '../lib/exact-address.tsx'
import { useT } from '../lib/i18n.ts'

type Setting = Pick<ServerConfig, 'protocol'> & {
  transport: { kind: string; wire?: string | undefined }
  network?: LaunchReview['draft']['network'] | ServerConfig['network']
}

/** What differs from the usual in how a server is reached and spoken to; empty when nothing does. */
export function useConnectionFacts(): (setting: Setting) => KeyValue[] {
  const t = useT('servers')
  const wires = useTransportWords()
  const mono = (text: string) => <RevealText text={text} className="font-mono text-small" />
  return ({ protocol, transport, network }) => {
    const items: KeyValue[] = []
    if (protocol !== 'auto')
      items.push({
        name: t('connection.protocol'),
        value:
          protocol === 'legacy'
            ? t('connection.protocolLegacy')
            : t('connection.protocolPin', { revision: protocol.pin }),
      })
    if (transport.wire !== undefined && transport.wire !== 'auto')
      items.push({ name: t('connection.wire'), value: wires(transport.wire) })
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
    return items
  }
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
