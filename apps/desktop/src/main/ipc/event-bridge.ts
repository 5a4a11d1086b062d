import { events as eventSchemas } from '@gatehouse/contract'
import type { EventSink, HostEventName, HostEvents } from '@gatehouse/host/ports'
import type { Log } from '../log.ts'
import { fitsBridge, MAX_BRIDGE_DEPTH } from './input-limits.ts'
import type { TurnEvent } from '@gatehouse/domain'

/** A window as the host sees it; events to a closed one are lost. */
export interface EventTarget {
  isOpen(): boolean
  /** May throw when the payload cannot be cloned. */
  send(name: HostEventName, payload: unknown): void
}

export interface EventBridgeOptions {
  window: EventTarget
  /** Parses payloads; in development and tests. */
  checkPayloads: boolean
  log: Log
}

export interface EventBridge extends EventSink {
  /** Sends what waits, and nothing more from then on. */
  close(): void
}

/**
 * Two frames of a 60 Hz display: incoming text is not read faster, and drawing it in every frame would halve the
 * time for the person's input.
 */
const PACE_MS = 33
/** As many as the host keeps of one server; older ones are gone there too. */
const MAX_WAITING = { 'server.framed': 2000, 'server.logged': 5000 }

type Waiting = { [Name in HostEventName]: { name: Name; payload: HostEvents[Name] } }[HostEventName]

/**
 * Sends the host's events to the window. Streams (turn, frames, logs) are joined and sent at most 30 times a
 * second, and so are the states of a server, of which the last counts. Any other event first flushes the queue, so
 * that the order stays.
 */
export function createEventBridge(options: EventBridgeOptions): EventBridge {
  const waiting = new Map<string, Waiting>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const batch = [...waiting.values()]
    waiting.clear()
    for (const { name, payload } of batch) deliver(options, name, payload)
  }

  return {
    emit(name, payload) {
      if (closed) return
      if (!options.window.isOpen()) {
        waiting.clear()
        return
      }
      const event = { name, payload } as Waiting
      if (!hold(waiting, event)) {
        flush()
        deliver(options, name, payload)
        return
      }
      timer ??= setTimeout(flush, PACE_MS)
    },
    close() {
      flush()
      closed = true
    },
  }
}

/** Puts a streamed event with its like; false when it is not one of a stream. */
function hold(waiting: Map<string, Waiting>, event: Waiting): boolean {
  switch (event.name) {
    case 'turn.events': {
      const { conversationId, turnId, events } = event.payload
      const held = waiting.get(turnId)
      if (held?.name === 'turn.events') coalesceTurnEvents(held.payload.events, events)
      else {
        const own: typeof events = []
        coalesceTurnEvents(own, events)
        waiting.set(turnId, {
          name: 'turn.events',
          payload: { conversationId, turnId, events: own },
        })
      }
      return true
    }
    case 'server.framed':
    case 'server.logged':
      holdLines(waiting, event)
      return true
    // Many servers that start at once report it in hundreds of steps, of which the window draws the last.
    case 'server.changed':
      waiting.set(`${event.name} ${event.payload.config.id}`, event)
      return true
    case 'server.tools-changed':
      waiting.set(`${event.name} ${event.payload.id}`, event)
      return true
    case 'server.list-changed':
      waiting.set(`${event.name} ${event.payload.id} ${event.payload.list}`, event)
      return true
    default:
      return false
  }
}

/** One batch per server, so that a talkative one cannot push out the lines of another. */
function holdLines(
  waiting: Map<string, Waiting>,
  event: Extract<Waiting, { name: 'server.framed' | 'server.logged' }>,
): void {
  for (const line of event.payload) {
    const key = `${event.name} ${line.serverId}`
    const held = waiting.get(key)
    if (held?.name !== event.name) {
      waiting.set(key, { name: event.name, payload: [line] } as Waiting)
      continue
    }
    const lines = held.payload as unknown[]
    lines.push(line)
    if (lines.length > MAX_WAITING[event.name] * 2) lines.splice(0, MAX_WAITING[event.name])
  }
}

function deliver(options: EventBridgeOptions, name: HostEventName, payload: unknown): void {
  const fitting = withoutTooDeep(payload)
  if (fitting === undefined) {
    options.log.warn(`An event ${name} is nested too deeply for the window and was left out.`)
    return
  }
  if (options.checkPayloads) {
    const checked = eventSchemas[name].safeParse(fitting)
    if (!checked.success) {
      const places = checked.error.issues
        .slice(0, 5)
        .map(({ path, message }) => `${path.join('.')}: ${message}`)
      options.log.error(`An event ${name} does not have its shape: ${places.join('; ')}`)
    }
  }
  try {
    options.window.send(name, fitting)
  } catch (error) {
    options.log.error(`An event ${name} could not be sent to the window.`, error)
  }
}

/** A hostile message nested thousands deep must not cost the window the whole batch. */
function withoutTooDeep(payload: unknown): unknown {
  if (fitsBridge(payload)) return payload
  if (!Array.isArray(payload)) return undefined
  const fitting = payload.filter((item) => fitsBridge(item, MAX_BRIDGE_DEPTH - 1))
  return fitting.length > 0 ? fitting : undefined
}

/**
 * Appends `added` to `events`, joining a delta with the one right before it when both are about the same
 * entry. Folding the result with `reduceTurn` gives what folding all of them gives.
 */
function coalesceTurnEvents(events: TurnEvent[], added: readonly TurnEvent[]): void {
  for (const event of added) {
    const last = events.at(-1)
    const joined = last && join(last, event)
    if (joined) events[events.length - 1] = joined
    else events.push(event)
  }
}

function join(last: TurnEvent, next: TurnEvent): TurnEvent | undefined {
  switch (next.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return last.type === next.type && last.entryId === next.entryId
        ? { ...last, text: last.text + next.text }
        : undefined
    case 'tool-input-delta':
      return last.type === next.type ? next : undefined
    case 'tool-call-progressed':
      return last.type === next.type && last.entryId === next.entryId ? next : undefined
    default:
      return undefined
  }
}
