import { useEffect, useState } from 'react'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { runsAfter } from '../../../lib/live/apply-turn-events.ts'

/** The chats in which an answer is under way, as far as it was announced since the window opened. */
export function useRunningChats(): ReadonlySet<string> {
  const { bridge } = useBridge()
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  useEffect(
    () =>
      bridge.on('turn.events', ({ conversationId, events }) => {
        const runs = events.map(runsAfter).findLast((one) => one !== undefined)
        setRunning((old) => {
          if (runs === undefined || old.has(conversationId) === runs) return old
          const next = new Set(old)
          if (runs) next.add(conversationId)
          else next.delete(conversationId)
          return next
        })
      }),
    [bridge],
  )
  return running
}
