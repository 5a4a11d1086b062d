import { Emitter } from '@gatehouse/base'
import type { Result, RouteInput } from '@gatehouse/contract'
import type { Settings } from '@gatehouse/domain'
import type { HostEvents } from '@gatehouse/host/ports'
import { replaceData } from './backup/replace-data.ts'
import { compose, dataFile, type DesktopPorts } from './compose.ts'
import { createEventBridge, type EventTarget } from './ipc/event-bridge.ts'
import { createRouter } from './ipc/router.ts'
import type { Log } from './log.ts'
import { createPersonNotices } from './notices/person-notices.ts'
import { forgetImportsWithPages } from './page-imports.ts'
import type { ReadableBlobs } from './served-blobs.ts'
import type { AppWindow, AskingPage } from './windows/app-windows.ts'
import { updateData, type UpdatePorts } from './update/update-data.ts'

export interface StartHostInputs {
  dataFolder: string
  desktop: DesktopPorts
  /** All windows. */
  target: EventTarget
  /** Parses outputs and events too; in development and tests. */
  checked: boolean
  /** Brings the data to this version's format first. */
  update: UpdatePorts
  log: Log
}

export interface RunningHost {
  /** Handles a call of a window; waits for the composition if need be; never rejects. */
  handleCall(window: AppWindow, route: unknown, input: unknown): Promise<Result<unknown>>
  /** A page is gone, or was replaced. */
  pageGone(page: AskingPage): void
  /** Rejects when composing failed. */
  blobs(): Promise<ReadableBlobs>
  close(): Promise<void>
}

/**
 * Composes and starts the host behind the router. When composing fails, every call says why, so that
 * the window can.
 */
export function startHost({
  dataFolder,
  desktop,
  target,
  checked,
  update,
  log,
}: StartHostInputs): RunningHost {
  const bridge = createEventBridge({ window: target, checkPayloads: checked, log })
  const change = (settings: RouteInput<'app.change-settings'>): void => {
    handlers
      .then((routes) => routes['app.change-settings'](settings))
      .catch((error: unknown) => log.error('The settings were not changed.', error))
  }
  const notices = createPersonNotices(desktop, {
    open: (id) => bridge.emit('ask.wanted', { id }),
    setNotifications: (notifications) => change({ notifications }),
  })
  desktop.spelling.onAdded((spelling) => change({ spelling }))
  const follow = (settings: Settings): void => {
    desktop.followSettings(settings)
    notices.follow(settings)
  }
  const events = new Emitter<HostEvents>((error) => log.error('An event was not handled.', error))
  events.on('settings.changed', follow)
  events.on('ask.changed', (ask) => notices.note(ask))
  events.on('chat.removed', ({ id }) => desktop.windows.chatRemoved(id))
  events.onAny((name, payload) => bridge.emit(name, payload))
  const composing = (async () => {
    replaceData(dataFolder)
    await updateData(dataFile(dataFolder), update)
    return compose({ dataFolder, events, desktop: { ...desktop, followSettings: follow }, log })
  })()
  const starting = composing.then((composition) => composition.start())
  starting.catch((error: unknown) => log.error('The host did not start.', error))
  const handlers = composing.then((composition) => composition.handlers)
  handlers.catch(() => undefined)
  const router = createRouter({ handlers, checkOutputs: checked, log })
  const noteImport = forgetImportsWithPages((id) => {
    composing.then((composition) => composition.forgetImport(id)).catch(() => undefined)
  })
  return {
    async handleCall({ role, handle, page }, route, input) {
      const result = await router.handle(route, input, handle.guard)
      noteImport(page, route, result)
      // What the person clicks in the tray or a notification is shown in the main window.
      if (route === 'ask.list' && role.kind === 'main') notices.pageListens()
      return result
    },
    pageGone({ window }) {
      if (window.role.kind === 'main') notices.pageGone()
    },
    blobs: async () => (await composing).blobs,
    async close() {
      notices.close()
      const composition = await composing.catch(() => undefined)
      await composition?.close()
      bridge.close()
    },
  }
}
