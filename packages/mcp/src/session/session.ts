import type { Client } from '@modelcontextprotocol/client'
import type { ConnectionFailure, ConnectionInfo } from '@gatehouse/domain'
import type { ConnectionOptions } from '@gatehouse/host/ports'
import type { FrameTap } from '../recording/frame-recorder.ts'
import { boundedFacts } from './server-info.ts'
import type { ClientInfo } from '../requests/client/create-client.ts'
import type { Patience } from '../system/timing/pausable-timeouts.ts'
import type { CallTracker } from '../requests/call-tracker.ts'
import type { TaskMail } from '../requests/task-notifications.ts'
import type { OutputLog } from '../recording/output-log.ts'
import type { TimeBox } from '../system/timing/time-limit.ts'

/** What every part of one connection shares. */
export interface SessionContext {
  options: ConnectionOptions
  clientInfo: ClientInfo
  tap: FrameTap
  log: OutputLog
  patience: Patience
  timeBox: TimeBox
  calls: CallTracker
  tasks: TaskMail
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Aborted when the connection is over, for whichever reason. */
  ended: AbortSignal
  /** The session ended without being asked to. */
  onLost(failure: ConnectionFailure): void
  /** The session was begun anew with another client: subscriptions must be made again. */
  onRenewed(client: Client): void
  /** Something that the server said by itself may be lost: lists may have changed unheard. */
  onGap(): void
  /** Called with every client that takes another's place, for as long as they are in the set. */
  renewals: Set<(client: Client) => void>
}

/** An initialised session with a server, over whichever transport. */
export interface Session {
  readonly client: Client
  readonly info: ConnectionInfo
  /**
   * Runs with the present client; once more with a new one when the server forgot the session, unless
   * what it refused is sent once only: that rejects with `SessionForgottenError`.
   */
  request<T>(run: (client: Client) => Promise<T>): Promise<T>
  /** Never rejects. */
  close(): Promise<void>
}

/** What both sides agreed on, read from a connected client. */
export function describeSession(
  client: Client,
  facts: { pid?: number; startedAt: number; transport: string; log: Pick<OutputLog, 'say'> },
): ConnectionInfo {
  return {
    era: client.getProtocolEra() ?? 'legacy',
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    transport: facts.transport,
    ...boundedFacts(client, facts.log),
    ...(facts.pid === undefined ? {} : { pid: facts.pid }),
    connectMs: Math.max(0, Math.round(performance.now() - facts.startedAt)),
  }
}
