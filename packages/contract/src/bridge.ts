export { SPELLING_LIMITS } from '@gatehouse/domain/spelling-limits'
import type { EventName, EventPayload } from './events.ts'
import type { Result } from './result.ts'
import type { RouteInput, RouteName, RouteOutput } from './routes.ts'

/** IPC channel of every request, and of every event. */
export const REQUEST_CHANNEL = 'gatehouse:request'
export const EVENT_CHANNEL = 'gatehouse:event'
/** The channel on which the preload script sends main dropped files; page script cannot reach it. */
export const DROP_CHANNEL = 'gatehouse:dropped'
/** Marks the elements that attach what is dropped on them. */
export const ATTACHES_ATTRIBUTE = 'data-attaches'
/** The use of dropped files: attached to a message, or anything else that a folder is picked for. */
export type DropPurpose = 'attach' | 'pick'
/**
 * The channel on which main sends the port of a server's interface; the preload script passes it on to the page as a
 * message with this type.
 */
export const APP_PORT_CHANNEL = 'gatehouse:app-port'
/** The one event that does not come from main: only the preload script knows a dropped file's path. */
export const FILES_DROPPED = 'window.files-dropped' satisfies EventName

/** The type of `window.bridge`: two functions. */
export interface Bridge {
  /** Never rejects. */
  request<Name extends RouteName>(
    route: Name,
    input: RouteInput<Name>,
  ): Promise<Result<RouteOutput<Name>>>
  /** Receives one kind of event until the returned function is called. */
  on<Name extends EventName>(
    event: Name,
    listener: (payload: EventPayload<Name>) => void,
  ): () => void
}
