import type { SkillContents } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { isBridgeError } from '../../../lib/bridge/bridge-error.ts'
import { useSkillReadingQuery } from '../../../lib/queries/index.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { useRunningRequest, type RunningRequest } from '../features/use-running-request.ts'

export interface SkillReadingState {
  query: UseQueryResult<SkillContents>
  /** The file that the person asked for; `null` = none yet. */
  asked: string | null
  running: RunningRequest
  /** Reason not to use the skill: its server sent something else than it described. */
  refusal: Error | null
  /** Reads a file of the skill now, whatever is known of it. */
  read: (file: string) => void
  forget: () => void
}

/** Reads one file of a skill at a time, each only when the person asks for it. */
export function useSkillReading(serverId: string, uri: string): SkillReadingState {
  const { cache } = useBridge()
  const [asked, setAsked] = useState<string | null>(null)
  const running = useRunningRequest()
  const query = useSkillReadingQuery(
    { id: serverId, uri, file: asked ?? uri, requestId: running.requestId },
    asked !== null,
  )
  const { error } = query
  const isRefused = asked !== null && isBridgeError(error) && error.code === 'skill/unverified'
  return {
    query,
    asked,
    running,
    refusal: isRefused ? error : null,
    read: (file) => {
      running.begin()
      setAsked(file)
      cache.refresh(queryKeys.skillReading(serverId, uri, file))
    },
    forget: () => setAsked(null),
  }
}
