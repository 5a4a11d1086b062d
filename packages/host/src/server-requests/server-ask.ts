import type { AskCause, AskExpiry, LogLine, ServerConfig } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import type { RequestSource } from '../ports/index.ts'

/** Gives an ask, or a record of what no one was asked about, a way back to its message. */
export type RecordSourceFrame = (id: string) => void

/** The server that asks. */
export interface AskingServer {
  readonly config: Pick<ServerConfig, 'id' | 'name' | 'hue'>
  /** Digest of who it is now. */
  readonly identity: string
  /** Called with the number of roots that it was given. */
  recordRoots?(count: number): void
  readonly journal: {
    log(line: Omit<LogLine, 'serverId' | 'seq'>): void
    readonly links: { find(source: RequestSource): RecordSourceFrame | undefined }
  }
}

/** The server that asks, and the calls during which it does. */
export interface RequestOrigin {
  server: AskingServer
  causes: AskCause[]
  /** Time after which no one awaits the answer. */
  expiry?: AskExpiry | undefined
  /** Gives a way back to the message that it came in. */
  recordSourceFrame?: RecordSourceFrame | undefined
}

/** Retention periods of the tasks that calls became. */
export interface TaskExpiries {
  /** When what was asked for these calls is needed no longer; undefined while any of them may need it. */
  expiryOf(calls: readonly Pick<AskCause, 'entryId'>[]): AskExpiry | undefined
}

/** The common fields of all asks of servers; `kind` and the rest come from the handler. */
export function serverAsk(
  { server, causes, expiry, recordSourceFrame }: RequestOrigin,
  deps: Pick<HostDependencies, 'ids' | 'clock'>,
) {
  const { id: serverId, name, hue } = server.config
  const id = deps.ids.next()
  recordSourceFrame?.(id)
  return {
    id,
    serverId,
    serverName: name,
    serverHue: hue,
    serverIdentity: server.identity,
    createdAt: deps.clock.now(),
    ...(expiry ? { expiry } : {}),
    state: { status: 'pending' as const },
    causes,
  }
}

/** All chats whose calls a request may be part of. */
export const chatsOf = ({ causes }: Pick<RequestOrigin, 'causes'>): string[] =>
  causes.map(({ conversationId }) => conversationId)
