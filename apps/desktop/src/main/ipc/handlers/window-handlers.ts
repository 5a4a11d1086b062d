import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import type { AppAdapters } from './app-handlers.ts'

type WindowRoutes = Extract<keyof RouteHandlers, `window.${string}`>

export function windowHandlers(
  { conversations }: Pick<Host, 'conversations'>,
  { windows, safeStarts }: Pick<AppAdapters, 'windows' | 'safeStarts'>,
): Pick<RouteHandlers, WindowRoutes> {
  return {
    'window.list': () => windows.list(),
    'window.open-chat'({ id, at }) {
      const { isTemporary } = conversations.get(id)
      // Whoever opens it there wants it open.
      const asking = windows.asking()
      if (safeStarts.current(asking)?.conversationId === id) safeStarts.chatReleased(asking)
      windows.showChat({ id, leavesNoTrace: isTemporary === true }, at && { chatPlace: at })
    },
    'window.show-place': ({ place }) => windows.showPlace(place),
    'window.take-place': () => windows.takePlace(),
  }
}
