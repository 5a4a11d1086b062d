import type { Ask, Settings } from '@gatehouse/domain'
import { trayModel, type TrayAction, type TrayModel } from './tray-menu.ts'

/** The icon in the system's tray. */
export interface TrayIcon {
  draw(model: TrayModel): void
  remove(): void
}

/** Dependencies of the tray on the system. */
export interface TrayPorts {
  /** Null where there is no tray, which stays so. Never throws. */
  makeIcon: (onAction: (action: TrayAction) => void) => TrayIcon | null
  /** Brings the window to the front, opening it if need be. */
  show: () => void
  /** Opens quick ask. */
  showQuick: () => void
  quit: () => void
}

/** Milliseconds between two drawings: the system takes some to take a menu, and a step can ask for hundreds of calls. */
export const REDRAW_MS = 250

export interface AppTrayOptions extends TrayPorts {
  /** Runs a task after so many milliseconds; the result takes it back. */
  after: (ms: number, task: () => void) => () => void
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
  /** Made when it is first drawn; null for good where there is none, and once it is closed. */
  let icon: TrayIcon | null | undefined
  /** Oldest first. */
  const pending = new Set<string>()
  let isQuiet = false
  let drawn = ''
  /** Ends the pause after a drawing. */
  let endPause: (() => void) | undefined

  const actions: Record<TrayAction, () => void> = {
    show: options.show,
    quick: options.showQuick,
    'show-waiting'() {
      const [oldest] = pending
      options.show()
      if (oldest !== undefined) options.open(oldest)
    },
    quiet: () => options.setNotifications(isQuiet),
    quit: options.quit,
  }
  const draw = (): void => {
    if (endPause) return
    if (icon === undefined) icon = options.makeIcon((action) => actions[action]())
    if (!icon) return
    const model = trayModel({ waiting: pending.size, isQuiet }, options.locale())
    const next = JSON.stringify(model)
    if (next === drawn) return
    drawn = next
    icon.draw(model)
    endPause = options.after(REDRAW_MS, () => {
      endPause = undefined
      draw()
    })
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
    close() {
      endPause?.()
      icon?.remove()
      icon = null
    },
  }
}
