import {
  serverDraftSchema,
  type ServerConfig,
  type ServerDraft,
  type StoredValue,
} from '@gatehouse/domain'

/** A draft that leaves a server that is started by command as it is; stored secrets stay stored. */
export function draftOfServer(config: ServerConfig): ServerDraft {
  const { id, name, transport, protocol, network, start, requestTimeoutMs } = config
  const proxy = network?.proxy
  return serverDraftSchema.parse({
    id,
    name,
    transport:
      transport.kind === 'stdio'
        ? { ...transport, env: transport.env.map(draftValue) }
        : { ...transport, headers: transport.headers.map(draftValue) },
    protocol,
    ...(network
      ? {
          network: {
            ...network,
            proxy:
              typeof proxy === 'object' && proxy.password ? { ...proxy, password: null } : proxy,
          },
        }
      : {}),
    start,
    requestTimeoutMs,
  })
}

const draftValue = ({ name, value }: { name: string; value: StoredValue }) =>
  value.kind === 'plain'
    ? { name, value: value.value, secret: false }
    : { name, value: null, secret: true }
