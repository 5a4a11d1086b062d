import type { RouteHandlers, RouteInput, RouteName, RouteOutput } from '@gatehouse/contract'
import { GatehouseError } from '@gatehouse/domain'
import { createRouter } from '../ipc/router.ts'
import { quietLog } from '../soak/server-cycles.ts'

/** A window without a screen: its calls and events pass the same boundary as a real window's. */
export interface HeadlessWindow {
  /** Rejects with what the route's error says. */
  request<Name extends RouteName>(route: Name, input: RouteInput<Name>): Promise<RouteOutput<Name>>
}

export function openHeadlessWindow(handlers: RouteHandlers): HeadlessWindow {
  const router = createRouter({ handlers, checkOutputs: true, log: quietLog })
  return {
    async request<Name extends RouteName>(route: Name, input: RouteInput<Name>) {
      const result = cloneAsContextBridge(await router.handle(route, cloneAsContextBridge(input)))
      if (!result.ok) throw new GatehouseError(result.error.code, result.error.message)
      return result.data as RouteOutput<Name>
    },
  }
}

/** A structured clone, less the keys that Electron's context bridge drops without a word. */
export function cloneAsContextBridge<Value>(value: Value): Value {
  const copy = structuredClone(value)
  const open: unknown[] = [copy]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) Reflect.deleteProperty(next, '__proto__')
    open.push(...(Object.values(next) as unknown[]))
  }
  return copy
}
