import { useEffect } from 'react'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { PASTED_PLACE } from '../../lib/drafts/pasted-place.ts'
import { useUiStore } from '../../lib/ui-store.tsx'

/** Goes where main sends this window: another window asked for it. */
export function useNavigationRequests(): void {
  const { bridge, request } = useBridge()
  const store = useUiStore()
  useEffect(() => {
    const take = (): void => {
      request('window.take-place', {}).then(
        (place) => {
          if (!place) return
          // What is not named stays; nothing is taken away.
          const { tool, installLink, ...rest } = place
          const named = Object.entries(rest).filter(([, value]) => value !== undefined)
          store.setState(Object.fromEntries(named))
          if (installLink !== undefined) {
            const { overlay, keep, show } = store.getState()
            // What is typed in a dialog stays: the link can be opened again.
            if (overlay !== null) return
            keep(PASTED_PLACE, installLink)
            show({ kind: 'add-server' })
          }
          if (tool && place.serverId) store.getState().openTool({ serverId: place.serverId, tool })
        },
        () => undefined,
      )
    }
    take()
    return bridge.on('window.place-wanted', take)
  }, [bridge, request, store])
}
