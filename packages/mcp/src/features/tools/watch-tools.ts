import { delay, SerialQueue } from '@gatehouse/base'
import type { Client, SubscriptionFilter } from '@modelcontextprotocol/client'
import type { Tool } from '@gatehouse/domain'
import { z } from 'zod'
import type { OutputLog } from '../../traffic-log/output-log.ts'

/** Milliseconds before a subscription that ended is opened again; doubles up to the second. */
const RELISTEN_MS = 1000
const MAX_RELISTEN_MS = 60_000

export interface ToolWatch {
  /** Listens to a client, in place of any earlier one. */
  attach(client: Client): void
  /** Reads the list again soon. */
  refresh(): void
  dispose(): void
}

export interface ToolWatchOptions {
  log: OutputLog
  list(signal: AbortSignal): Promise<Tool[]>
  onChanged(tools: Tool[]): void
  /** A subscription was opened again: lists may have changed unheard. */
  onGap(): void
}

/**
 * Reads the tools again when the server reports that they changed: `notifications/tools/list_changed`,
 * in the modern era through `subscriptions/listen`, which is opened again whenever it ends.
 */
export function createToolWatch(options: ToolWatchOptions): ToolWatch {
  const ended = new AbortController()
  let attached = new AbortController()
  const reading = createRefresher(readAgain)

  function refresh(): void {
    if (!ended.signal.aborted) reading.soon()
  }

  async function readAgain(): Promise<void> {
    if (ended.signal.aborted) return
    try {
      const tools = await options.list(ended.signal)
      if (!ended.signal.aborted) options.onChanged(tools)
    } catch (error) {
      if (ended.signal.aborted) return
      const reason = error instanceof Error ? error.message : String(error)
      options.log.write(
        'warning',
        `The changed tool list could not be read: ${reason.slice(0, 300)}`,
      )
    }
  }

  async function listen(client: Client, signal: AbortSignal): Promise<void> {
    for (let pause = RELISTEN_MS; !signal.aborted;) {
      try {
        const subscription = await client.listen(changesOf(client), { signal })
        if (pause > RELISTEN_MS) options.onGap()
        pause = RELISTEN_MS
        if ((await subscription.closed) === 'local') return
      } catch (error) {
        if (signal.aborted) return
        const reason = error instanceof Error ? error.message : String(error)
        options.log.write(
          'debug',
          `Changes of the lists cannot be received now: ${reason.slice(0, 300)}`,
        )
      }
      await delay(pause, signal)
      pause = Math.min(pause * 2, MAX_RELISTEN_MS)
    }
  }

  return {
    attach(client) {
      attached.abort('Another client took over.')
      attached = new AbortController()
      const anyParams = { params: z.looseObject({}) }
      client.setNotificationHandler('notifications/tools/list_changed', anyParams, refresh)
      const isModern = client.getProtocolEra() === 'modern'
      if (isModern && Object.keys(changesOf(client)).length > 0)
        void listen(client, attached.signal)
    },
    refresh,
    dispose() {
      reading.stop()
      attached.abort('The connection is closing.')
      ended.abort('The connection is closing.')
    },
  }
}

/** The lists whose changes the server declares to notify; received on one stream. */
function changesOf(client: Client): SubscriptionFilter {
  const { tools, prompts, resources } = client.getServerCapabilities() ?? {}
  return {
    ...(tools?.listChanged === true ? { toolsListChanged: true } : {}),
    ...(prompts?.listChanged === true ? { promptsListChanged: true } : {}),
    ...(resources?.listChanged === true ? { resourcesListChanged: true } : {}),
  }
}

/** Milliseconds in which several notices count as one. */
const QUIET_MS = 150
/** The longest pause between two readings for a server that reports changes all the time. */
const MAX_PAUSE_MS = 5000

interface Refresher {
  /** Reads soon; however often this is asked for, once. */
  soon(): void
  stop(): void
}

/** Readings one after the other, with pauses that grow while more of them are asked for. */
function createRefresher(read: () => Promise<void>): Refresher {
  let timer: ReturnType<typeof setTimeout> | undefined
  const readings = new SerialQueue()
  let pause = QUIET_MS
  let lastRead = -Infinity
  return {
    soon() {
      if (timer !== undefined) return
      const isCalm = performance.now() - lastRead > MAX_PAUSE_MS
      pause = isCalm ? QUIET_MS : Math.min(pause * 2, MAX_PAUSE_MS)
      timer = setTimeout(() => {
        timer = undefined
        lastRead = performance.now()
        void readings.run(read)
      }, pause)
    },
    stop: () => clearTimeout(timer),
  }
}
