import type { AskCause, AskExpiry, LogLine, ServerConfig } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'

/** The server that asks. */
export interface AskingServer {
  readonly config: Pick<ServerConfig, 'id' | 'name' | 'hue'>
  /** Digest of who it is now. */
  readonly identity: string
  readonly journal: { log(line: Omit<LogLine, 'serverId' | 'seq'>): void }
}

/** Who asks, and during which calls. */
export interface RequestOrigin {
  server: AskingServer
  causes: AskCause[]
  /** When nobody comes for the answer any more. */
  expiry?: AskExpiry | undefined
}

/** How long servers keep the tasks that calls became. */
export interface TaskExpiries {
  /** When what was asked for these calls is needed no longer; undefined while any of them may need it. */
  expiryOf(calls: readonly Pick<AskCause, 'entryId'>[]): AskExpiry | undefined
}

/** What all asks of servers have in common; `kind` and the rest come from the handler. */
export function serverAsk(
  { server, causes, expiry }: RequestOrigin,
  deps: Pick<HostDependencies, 'ids' | 'clock'>,
) {
  const { id, name, hue } = server.config
  return {
    id: deps.ids.next(),
    serverId: id,
    serverName: name,
    serverHue: hue,
    serverIdentity: server.identity,
    createdAt: deps.clock.now(),
    ...(expiry ? { expiry } : {}),
    state: { status: 'pending' as const },
    causes,
  }
}
