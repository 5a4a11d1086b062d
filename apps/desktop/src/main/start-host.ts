import type { Result } from '@gatehouse/contract'
import type { Settings } from '@gatehouse/domain'
import type { EventSink } from '@gatehouse/host/ports'
import { compose, type DesktopPorts } from './compose.ts'
import { createEventBridge, type WindowLink } from './ipc/event-bridge.ts'
import { createRouter, type PageGuard } from './ipc/router.ts'
import type { Log } from './log.ts'

export interface StartHostInputs {
  dataFolder: string
  desktop: DesktopPorts
  window: WindowLink
  page: PageGuard
  /** Parses outputs and events too; in development and tests. */
  checked: boolean
  log: Log
}

export interface RunningHost {
  /** Waits for the composition if need be; never rejects. */
  answer(route: unknown, input: unknown): Promise<Result<unknown>>
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
  log,
}: StartHostInputs): RunningHost {
  const bridge = createEventBridge({ window, checkPayloads: checked, log })
  const events: EventSink = {
    emit(name, payload) {
      if (name === 'settings.changed') desktop.followSettings(payload as Settings)
      bridge.emit(name, payload)
    },
  }
  const composing = (async () => compose({ dataFolder, events, desktop, log }))()
  const starting = composing.then((composition) => composition.start())
  starting.catch((error: unknown) => log.error('The host did not start.', error))
  const handlers = composing.then((composition) => composition.handlers)
  handlers.catch(() => undefined)
  const router = createRouter({ handlers, checkOutputs: checked, page, log })
  return {
    answer: (route, input) => router.answer(route, input),
    async close() {
      const composition = await composing.catch(() => undefined)
      await composition?.close()
      bridge.close()
    },
  }
}
