import { NEVER_ABORTED } from '@gatehouse/base'
import type { ResolvedTransport } from '@gatehouse/domain'
import type { Connection, ConnectionFactory, RequestAuthorization } from '@gatehouse/host/ports'
import { createRecording, nobody } from '../testing/recorded-connection.ts'

/** A connection as the host opens it; what it tells is dropped. */
export function openBenchConnection(
  factory: ConnectionFactory,
  transport: ResolvedTransport,
  authorization?: RequestAuthorization,
): Promise<Connection> {
  const { listener } = createRecording()
  return factory.open(
    {
      serverId: 'bench',
      serverName: 'Bench',
      transport,
      protocol: 'auto',
      requestTimeoutMs: 60_000,
      startTimeoutMs: 60_000,
      ...nobody,
      ...(authorization ? { authorization } : {}),
      // Kept frames would measure the memory of the bench.
      listener: { ...listener, onFrame: () => undefined, onRoundTrip: () => undefined },
    },
    NEVER_ABORTED,
  )
}
