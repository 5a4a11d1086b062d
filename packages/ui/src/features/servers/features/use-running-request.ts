import type { ToolCallProgress } from '@gatehouse/domain'
import { useState } from 'react'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { useAction, useRequestProgress } from '../../../lib/queries/index.ts'
import { newKey } from '../form/server-form-state.ts'

/** A request that a person waits for, known to main by its id. */
export interface RunningRequest {
  requestId: string
  progress: ToolCallProgress | null
  /** To be called as it begins. */
  begin: () => void
  cancel: () => void
}

export function useRunningRequest(): RunningRequest {
  const { cache } = useBridge()
  const [requestId] = useState(newKey)
  const progress = useRequestProgress(requestId)
  const cancel = useAction('server.cancel-request', { quiet: true })
  return {
    requestId,
    progress,
    begin: () => cache.set(queryKeys.requestProgress(requestId), null),
    cancel: () => cancel.mutate({ requestId }),
  }
}
