import { useEffect } from 'react'
import { useToasts } from '../../kit/index.ts'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { useUi } from '../../lib/ui-store.tsx'
import { useWindowRole } from '../../lib/windows/window-role.tsx'
import { worded } from '../../lib/words/worded.ts'

/** Says that a server asks for more than may wait, with the way to what waits. */
export function useRefusalNotice(): void {
  const { bridge } = useBridge()
  const { show } = useToasts()
  const goTo = useUi((ui) => ui.goTo)
  const isMain = useWindowRole().kind === 'main'
  useEffect(() => {
    if (!isMain) return undefined
    return bridge.on('ask.refused', ({ serverName }) =>
      show({
        tone: 'warning',
        title: worded('asks', (t) => t('notice.refused', { server: serverName })),
        description: worded('asks', (t) => t('notice.refusedNote')),
        action: {
          label: worded('asks', (t) => t('notice.show')),
          onSelect: () => goTo('activity'),
        },
      }),
    )
  }, [bridge, isMain, goTo, show])
}
