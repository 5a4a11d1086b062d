import {
  toIpcError,
  type Bridge,
  type EventName,
  type EventPayload,
  type Result,
  type RouteInput,
  type RouteName,
  type RouteOutput,
} from '@gatehouse/contract'
import { emptyAnswer } from '@gatehouse/contract/testing'

/** Handlers of some routes. A route without one answers with the emptiest value of its output schema. */
export type InMemoryHandlers = {
  [Name in RouteName]?: (input: RouteInput<Name>) => RouteOutput<Name> | Promise<RouteOutput<Name>>
}

export interface InMemoryBridge extends Bridge {
  emit<Name extends EventName>(event: Name, payload: EventPayload<Name>): void
  /** Everything that was asked, in order. */
  readonly requests: readonly { route: RouteName; input: unknown }[]
}

/** A bridge without main, for the gallery and component tests. Handlers may throw GatehouseErrors. */
export function createInMemoryBridge(handlers: InMemoryHandlers): InMemoryBridge {
  const listeners = new Map<EventName, Set<(payload: never) => void>>()
  const requests: { route: RouteName; input: unknown }[] = []

  async function request<Name extends RouteName>(
    route: Name,
    input: RouteInput<Name>,
  ): Promise<Result<RouteOutput<Name>>> {
    requests.push({ route, input })
    const handler: InMemoryHandlers[Name] = handlers[route]
    try {
      if (!handler) return { ok: true, data: emptyAnswer(route) as never }
      return { ok: true, data: await handler(input) }
    } catch (error) {
      return { ok: false, error: toIpcError(error) }
    }
  }

  return {
    request,
    requests,
    on(event, listener) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
      return () => set.delete(listener)
    },
    emit(event, payload) {
      for (const listener of listeners.get(event) ?? [])
        (listener as (payload: EventPayload<typeof event>) => void)(payload)
    },
  }
}
