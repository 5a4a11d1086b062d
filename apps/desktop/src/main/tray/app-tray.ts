import type { Ask, Settings } from '@gatehouse/domain'
import { trayModel, type TrayAction, type TrayModel } from './tray-menu.ts'

/** The icon in the system's tray. */
export interface TrayIcon {
  /** Never throws: where there is no tray, nothing is shown. */
  draw(model: TrayModel, onAction: (action: TrayAction) => void): void
  remove(): void
}

/** What the tray needs of the system. */
export interface TrayPorts {
  icon: TrayIcon
  /** Brings the window to the front, opening it if need be. */
  show: () => void
  quit: () => void
}

export interface AppTrayOptions extends TrayPorts {
  locale: () => string
  /** Has the window show an ask. It answers nothing. */
  open: (askId: string) => void
  setNotifications: (on: boolean) => void
}

/** Keeps the tray in step with what waits and with the settings. */
export interface AppTray {
  note(ask: Ask): void
  follow(settings: Pick<Settings, 'notifications'>): void
  close(): void
}

export function createAppTray(options: AppTrayOptions): AppTray {
  const { icon } = options
  /** Oldest first. */
  const pending = new Set<string>()
  let isQuiet = false
  let drawn = ''

  const actions: Record<TrayAction, () => void> = {
    show: options.show,
    'show-waiting'() {
      const [oldest] = pending
      options.show()
      if (oldest !== undefined) options.open(oldest)
    },
    quiet: () => options.setNotifications(isQuiet),
    quit: options.quit,
  }
  const draw = (): void => {
    const model = trayModel({ waiting: pending.size, isQuiet }, options.locale())
    const next = JSON.stringify(model)
    if (next === drawn) return
    drawn = next
    icon.draw(model, (action) => actions[action]())
  }

  return {
    note(ask) {
      if (ask.state.status === 'pending') pending.add(ask.id)
      else pending.delete(ask.id)
      draw()
    },
    follow({ notifications }) {
      isQuiet = !notifications
      draw()
    },
    close: () => icon.remove(),
  }
}
