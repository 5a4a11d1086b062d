import type { EventPayload } from '@gatehouse/contract'
import { useEffect, useState } from 'react'
import { useBridge } from '../../lib/bridge.tsx'

type TurnEvents = EventPayload<'turn.events'>['events']

/** Whether a turn runs after these events; undefined when they do not tell. */
function runsAfter(events: TurnEvents): boolean | undefined {
  const relevant = events.filter((event) => event.type !== 'turn-superseded')
  const last = relevant.at(-1)
  return last === undefined ? undefined : last.type !== 'turn-ended'
}

/** The chats in which an answer is under way, as far as it was heard of since the window opened. */
export function useRunningChats(): ReadonlySet<string> {
  const { bridge } = useBridge()
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  useEffect(
    () =>
      bridge.on('turn.events', ({ conversationId, events }) => {
        const runs = runsAfter(events)
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
