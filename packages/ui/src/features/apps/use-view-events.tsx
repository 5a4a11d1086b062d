import type { EventPayload } from '@gatehouse/contract'
import { useEffect, useRef } from 'react'
import { useToasts } from '../../kit/index.ts'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { useAppWords } from './use-app-words.ts'

type ViewEvent = EventPayload<'app-view.event'>['event']

/** Hears the events of one view. */
export function useViewEvents(viewId: string, onEvent: (event: ViewEvent) => void): void {
  const { bridge } = useBridge()
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  useEffect(
    () =>
      bridge.on('app-view.event', (payload) => {
        if (payload.viewId === viewId) latest.current(payload.event)
      }),
    [bridge, viewId],
  )
}

/** Tells the person that a view put something into the draft. */
export function useDraftedToast(serverName: string): (what: 'message' | 'context') => void {
  const { show } = useToasts()
  return (what) => void show({ title: <Drafted what={what} serverName={serverName} /> })
}

function Drafted({ what, serverName }: { what: 'message' | 'context'; serverName: string }) {
  const t = useAppWords()
  return <>{t(`drafted.${what}`, { server: serverName })}</>
}
