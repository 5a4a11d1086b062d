import type { Client } from '@modelcontextprotocol/client'
import type { Session, SessionContext } from '../session/session.ts'
import type { ScriptTimeLimiter } from '../system/timing/script-time-limit.ts'
import type { CallTracker } from './call-tracker.ts'
import type { TaskNotifications } from './task-notifications.ts'

/** The context that all requests of one connection share. */
export interface ConnectionContext extends SessionContext {
  timeLimiter: ScriptTimeLimiter
  calls: CallTracker
  taskNotifications: TaskNotifications
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Aborted when the connection is over, for whatever reason. */
  ended: AbortSignal
  /** Called with each client that takes over, for as long as they are in the set. */
  renewals: Set<(client: Client) => void>
}

/** The connection that a request is sent over. */
export interface RequestContext {
  session: Session
  context: ConnectionContext
}
