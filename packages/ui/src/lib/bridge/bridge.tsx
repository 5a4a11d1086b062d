import type { Bridge } from '@gatehouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react'
import { createDrafts, type Drafts } from '../drafts/drafts.ts'
import { createLiveCache, type LiveCache } from '../live/live-cache.ts'
import { startLiveUpdates } from '../live/live-updates.ts'
import { createQueryClient } from '../queries/query-client.ts'
import { createRequestRoute, type RequestRoute } from './request-route.ts'

interface Connection {
  bridge: Bridge
  request: RequestRoute
  cache: LiveCache
  drafts: Drafts
}

const ConnectionContext = createContext<Connection | null>(null)

/** Everything below talks to main through `bridge`: requests, the cache of what main owns, its events. */
export function BridgeProvider({ bridge, children }: { bridge: Bridge; children: ReactNode }) {
  const { client, connection } = useMemo(() => {
    const created = createQueryClient()
    const request = createRequestRoute(bridge)
    const [cache, drafts] = [createLiveCache(created), createDrafts(request)]
    return { client: created, connection: { bridge, request, cache, drafts } }
  }, [bridge])
  useEffect(() => startLiveUpdates(bridge, connection.cache), [bridge, connection])
  useEffect(() => {
    window.addEventListener('pagehide', connection.drafts.flush)
    return () => window.removeEventListener('pagehide', connection.drafts.flush)
  }, [connection])
  return (
    <ConnectionContext value={connection}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </ConnectionContext>
  )
}

/** The one door to main. Throws outside BridgeProvider. */
export function useBridge(): Connection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('useBridge needs a BridgeProvider around it.')
  return connection
}
