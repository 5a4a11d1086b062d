import {
  PROTOCOL_REVISIONS,
  type HttpTransportKind,
  type ProtocolPreference,
  type ServerConfig,
  type ServerDraftInput,
} from '@gatehouse/domain'

/** Form of a server's network path and protocol. */
export interface ConnectionForm {
  /** `auto`, `legacy` or a revision. */
  protocol: string
  httpTransport: HttpTransportKind
  proxy: 'system' | 'none' | 'own'
  proxyUrl: string
  proxyUser: string
  proxyPassword: string
  /** A password is in the keychain; its value never comes here. */
  proxyPasswordStored: boolean
  caFile: string
}

export function emptyConnection(): ConnectionForm {
  return {
    protocol: 'auto',
    httpTransport: 'auto',
    proxy: 'system',
    proxyUrl: '',
    proxyUser: '',
    proxyPassword: '',
    proxyPasswordStored: false,
    caFile: '',
  }
}

export function connectionFormOf({ protocol, transport, network }: ServerConfig): ConnectionForm {
  const proxy = network?.proxy ?? 'system'
  const form: ConnectionForm = {
    ...emptyConnection(),
    protocol: typeof protocol === 'string' ? protocol : protocol.pin,
    httpTransport: transport.kind === 'http' ? (transport.httpTransport ?? 'auto') : 'auto',
    caFile: network?.caFile ?? '',
  }
  return typeof proxy === 'string'
    ? { ...form, proxy }
    : {
        ...form,
        proxy: 'own',
        proxyUrl: proxy.url,
        proxyUser: proxy.user ?? '',
        proxyPasswordStored: proxy.password !== undefined,
      }
}

/** The revisions to choose from; one that was pinned elsewhere stays among them. */
export function revisionsFor(protocol: string): string[] {
  const known: string[] = [...PROTOCOL_REVISIONS]
  return protocol === 'auto' || protocol === 'legacy' || known.includes(protocol)
    ? known
    : [...known, protocol]
}

export function protocolOf({ protocol }: ConnectionForm): ProtocolPreference {
  return protocol === 'auto' || protocol === 'legacy' ? protocol : { pin: protocol }
}

type Network = NonNullable<ServerDraftInput['network']>

/** Absent when nothing differs from what is usual. */
export function networkOf(form: ConnectionForm): { network?: Network } {
  const caFile = form.caFile.trim()
  const proxy = form.proxy === 'own' ? ownProxy(form) : form.proxy
  if (proxy === 'system' && caFile === '') return {}
  return { network: { proxy, ...(caFile === '' ? {} : { caFile }) } }
}

function ownProxy(form: ConnectionForm): Exclude<Network['proxy'], string> {
  const url = form.proxyUrl.trim()
  const user = form.proxyUser.trim()
  if (user === '') return { url }
  if (form.proxyPassword !== '') return { url, user, password: form.proxyPassword }
  return form.proxyPasswordStored ? { url, user, password: null } : { url, user }
}
