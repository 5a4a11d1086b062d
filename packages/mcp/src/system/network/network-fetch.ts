import type { FetchLike } from '@modelcontextprotocol/client'
import type { ResolvedNetwork } from '@gatehouse/domain'
import { chooseProxy, type ProxySources } from './choose-proxy.ts'
import { clientVia, type HttpClient } from './open-http-client.ts'

export interface NetworkFetch {
  /** Rejects as `fetch`, with `ProxyFailure` or `CaFileError`, or as the source of the setting does. */
  fetch: FetchLike
  /** Ends all connections. Never rejects. */
  close(): Promise<void>
}

/**
 * Creates a `fetch` that looks up proxy and authorities for each request, since the setting, the environment and a
 * PAC file may change. Requests with the same settings share connections; open connections stay until they end.
 */
export function createNetworkFetch(
  setting: () => Promise<ResolvedNetwork | undefined>,
  sources: ProxySources,
): NetworkFetch {
  const clients = new Map<string, Promise<HttpClient>>()
  return {
    async fetch(target, init) {
      const network = await setting()
      const proxy = await chooseProxy(new URL(target), network?.proxy ?? 'system', sources)
      const way = JSON.stringify([proxy?.href, network?.caFile])
      const known = clients.get(way)
      const opening = known ?? clientVia(proxy, network?.caFile, sources.environment)
      clients.set(way, opening)
      const client = await opening.catch((error: unknown) => {
        // A file that could not be read may be there again.
        clients.delete(way)
        throw error
      })
      return client.fetch(target, init)
    },
    async close() {
      const closing = [...clients.values()].map(async (opening) => (await opening).close())
      clients.clear()
      await Promise.allSettled(closing)
    },
  }
}
