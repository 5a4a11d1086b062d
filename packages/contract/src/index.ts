export { actRuleOf, type ActRule, type RecordedAct } from './acts.ts'
export { appInfoSchema, safeStartSchema, type AppInfo, type SafeStartView } from './app-routes.ts'
export { EVENT_CHANNEL, REQUEST_CHANNEL, type Bridge } from './bridge.ts'
export type { ConsentBridge } from './consent-bridge.ts'
export { MAX_DIAGRAM_CHARACTERS } from './diagram-limit.ts'
export { events, type EventName, type EventPayload } from './events.ts'
export { MAX_MESSAGE_CHARACTERS } from './message-limit.ts'
export { toIpcError, type IpcError, type Result } from './result.ts'
export type { Route } from './route.ts'
export {
  routes,
  type HandlersOf,
  type ParsedInput,
  type RouteHandlers,
  type RouteInput,
  type RouteName,
  type RouteOutput,
} from './routes.ts'
export type { OpenWindows, WindowPlace } from './window-routes.ts'
