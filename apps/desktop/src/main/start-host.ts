import type { Result } from '@gatehouse/contract'
import type { Ask, Settings } from '@gatehouse/domain'
import type { EventSink } from '@gatehouse/host/ports'
import { compose, dataFile, type DesktopPorts } from './compose.ts'
import { createEventBridge, type EventTarget } from './ipc/event-bridge.ts'
import { createRouter, type PageGuard } from './ipc/router.ts'
import type { Log } from './log.ts'
import { createPersonNotices } from './notices/person-notices.ts'
import type { ReadableBlobs } from './served-blobs.ts'
import { updateData, type UpdatePorts } from './update/update-data.ts'

export interface StartHostInputs {
  dataFolder: string
  desktop: DesktopPorts
  window: EventTarget
  page: PageGuard
  /** Parses outputs and events too; in development and tests. */
  checked: boolean
  /** Brings the data to this version's format first. */
  update: UpdatePorts
  log: Log
}

export interface RunningHost {
  /** Waits for the composition if need be; never rejects. */
  answer(route: unknown, input: unknown): Promise<Result<unknown>>
  /** The page is gone, or another one took its place: what only it could finish is forgotten. */
  pageGone(): void
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
  window,
  page,
  checked,
  update,
  log,
}: StartHostInputs): RunningHost {
  const bridge = createEventBridge({ window, checkPayloads: checked, log })
  const notices = createPersonNotices(desktop, {
    open: (id) => bridge.emit('ask.wanted', { id }),
    setNotifications(notifications) {
      handlers
        .then((routes) => routes['app.change-settings']({ notifications }))
        .catch((error: unknown) => log.error('The settings were not changed.', error))
    },
  })
  const follow = (settings: Settings): void => {
    desktop.followSettings(settings)
    notices.follow(settings)
  }
  const events: EventSink = {
    emit(name, payload) {
      if (name === 'settings.changed') follow(payload as Settings)
      if (name === 'ask.changed') notices.note(payload as Ask)
      bridge.emit(name, payload)
    },
  }
  const composing = (async () => {
    await updateData(dataFile(dataFolder), update)
    return compose({ dataFolder, events, desktop: { ...desktop, followSettings: follow }, log })
  })()
  const starting = composing.then((composition) => composition.start())
  starting.catch((error: unknown) => log.error('The host did not start.', error))
  const handlers = composing.then((composition) => composition.handlers)
  handlers.catch(() => undefined)
  const router = createRouter({ handlers, checkOutputs: checked, page, log })
  return {
    async answer(route, input) {
      const result = await router.answer(route, input)
      if (route === 'ask.list') notices.pageListens()
      return result
    },
    pageGone() {
      notices.pageGone()
      composing.then((composition) => composition.pageGone()).catch(() => undefined)
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
