import type { ReadResourceResult } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useChangedResources, useResourceReading } from '../../../lib/queries/index.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { useRunningRequest, type RunningRequest } from './use-running-request.ts'

export interface ResourceOnDemand {
  query: UseQueryResult<ReadResourceResult>
  /** The person asked for this URI, so what it holds is shown. */
  shown: boolean
  /** The server reported a change since the person asked. */
  changed: boolean
  running: RunningRequest
  /** Reads it now, whatever is known of it. */
  read: () => void
}

/** Reads a resource when asked, and again when the server reports that it changed. */
export function useResourceOnDemand(serverId: string, uri: string): ResourceOnDemand {
  const { cache } = useBridge()
  const [asked, setAsked] = useState<string | null>(null)
  const shown = asked === uri
  const running = useRunningRequest()
  const query = useResourceReading({ id: serverId, uri, requestId: running.requestId }, shown)
  const { changed, look } = useChangedResources(serverId)
  return {
    query,
    shown,
    changed: changed.includes(uri),
    running,
    read: () => {
      running.begin()
      look(uri)
      setAsked(uri)
      cache.refresh(queryKeys.resourceReading(serverId, uri))
    },
  }
}
