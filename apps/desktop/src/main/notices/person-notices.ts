import type { Ask, Settings } from '@gatehouse/domain'
import { systemTimers } from '../system-ports.ts'
import { createAppTray, type TrayPorts } from '../tray/app-tray.ts'
import { createAskNotifications, type Notifier } from './ask-notifications.ts'
import { createPendingAskNavigation, type PendingAskNavigation } from './pending-ask-navigation.ts'

interface Ports {
  notifier: Notifier
  tray?: TrayPorts
  locale(): string
}

interface Actions {
  /** Has the window show an ask. It answers nothing. */
  open: (askId: string) => void
  setNotifications: (on: boolean) => void
}

/** All that the system shows of what waits: notifications, the count, the icon in the tray. */
export interface PersonNotices extends Pick<PendingAskNavigation, 'pageListens' | 'pageGone'> {
  note(ask: Ask): void
  follow(settings: Settings): void
  close(): void
}

export function createPersonNotices(
  { notifier, tray: trayPorts, locale }: Ports,
  { open, setNotifications }: Actions,
): PersonNotices {
  const wanted = createPendingAskNavigation(open)
  const shared = {
    locale,
    open: (id: string) => wanted.want(id),
    after: (ms: number, task: () => void) => systemTimers.after(ms, task),
  }
  const notices = createAskNotifications({
    ...shared,
    notifier,
    now: () => performance.now(),
    wallClock: () => Date.now(),
  })
  const tray = trayPorts && createAppTray({ ...shared, ...trayPorts, setNotifications })
  return {
    note(ask) {
      notices.note(ask)
      tray?.note(ask)
    },
    follow(settings) {
      notices.follow(settings)
      tray?.follow(settings)
    },
    pageListens: () => wanted.pageListens(),
    pageGone: () => wanted.pageGone(),
    close() {
      notices.close()
      tray?.close()
    },
  }
}
