import { setTimeout as delay } from 'node:timers/promises'
import { NEVER_ABORTED } from '@gatehouse/base'
import type { JsonObject, Tool } from '@gatehouse/domain'
import type { Connection } from '@gatehouse/host/ports'
import {
  hostileServerCommand,
  startHostileHttpServer,
  type HostileHttpServer,
  type MisbehaviourRow,
} from '@gatehouse/testkit'
import {
  createTestBench,
  stdioTarget,
  type Recording,
  type TestBench,
} from '../testing/recorded-connection.ts'

export type HostileTransport = 'stdio' | 'http'
export type HostileEra = 'legacy' | 'modern'

/** Milliseconds without a response after which the withShortTimeout connection times out. */
export const SHORT_TIMEOUT_MS = 400

/** A connection to a server that misbehaves, next to one to a server that does not. */
export interface Hostile {
  transport: HostileTransport
  era: HostileEra
  connection: Connection
  /** Another connection to the same server, which waits {@link SHORT_TIMEOUT_MS} for a response. */
  withShortTimeout(): Promise<Connection>
  recording: Recording
  call(name: string, options?: HostileCall): ReturnType<Connection['callTool']>
  logged(pattern: RegExp): boolean
}

export interface HostileCall {
  connection?: Connection
  arguments?: JsonObject
  signal?: AbortSignal
  onProgress?(progress: number): void
}

/** For tests: one hostile server for each transport and era, and a healthy one beside them. */
export interface HostileBench {
  bench: TestBench
  hostile(transport: HostileTransport, era: HostileEra): Promise<Hostile>
  /** The same with a new connection, for when a fault ended the one before. */
  renewed(transport: HostileTransport, era: HostileEra): Promise<Hostile>
  /** The slowest response of the healthy server while `work` ran, in milliseconds, with its outcome. */
  alongside<T>(work: Promise<T>): Promise<{ slowestMs: number; outcome: T }>
  close(): Promise<void>
}

export async function createHostileBench(): Promise<HostileBench> {
  const bench = await createTestBench({ headStartMs: 9000, graceMs: 500 })
  const { connection: healthy } = await bench.open(
    stdioTarget(hostileServerCommand({ era: 'legacy' })),
  )
  const servers: HostileHttpServer[] = []
  const opened = new Map<string, Promise<Hostile>>()

  function renewed(transport: HostileTransport, era: HostileEra): Promise<Hostile> {
    const hostile = openHostile({ bench, servers }, transport, era)
    opened.set(`${transport} ${era}`, hostile)
    return hostile
  }

  return {
    bench,
    renewed,
    hostile: (transport, era) => opened.get(`${transport} ${era}`) ?? renewed(transport, era),
    async alongside(work) {
      const watched = { isOver: false, slowestMs: 0 }
      const outcome = work.finally(() => (watched.isOver = true))
      outcome.catch(() => undefined)
      do {
        const at = performance.now()
        // Calls without a pause would take the processor from the work beside them.
        await delay(20)
        await healthy.callTool(
          { tool: plain('hello'), arguments: {}, onProgress: () => undefined },
          NEVER_ABORTED,
        )
        watched.slowestMs = Math.max(watched.slowestMs, performance.now() - at)
      } while (!watched.isOver)
      return { slowestMs: watched.slowestMs, outcome: await outcome }
    },
    async close() {
      await bench.close()
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}

async function openHostile(
  { bench, servers }: { bench: TestBench; servers: HostileHttpServer[] },
  transport: HostileTransport,
  era: HostileEra,
): Promise<Hostile> {
  const http = transport === 'http' ? await startHostileHttpServer({ era }) : undefined
  if (http) servers.push(http)
  const target = http
    ? ({ kind: 'http', url: http.url, headers: {} } as const)
    : stdioTarget(hostileServerCommand({ era }))
  const { connection, recording } = await bench.open(target, { requestTimeoutMs: 15_000 })
  const tools = await connection.listTools(NEVER_ABORTED)
  let withShortTimeout: Promise<Connection> | undefined
  return {
    transport,
    era,
    connection,
    recording,
    withShortTimeout() {
      withShortTimeout ??= bench
        .open(target, { requestTimeoutMs: SHORT_TIMEOUT_MS, listener: recording.listener })
        .then((other) => other.connection)
      return withShortTimeout
    },
    call: (name, call = {}) =>
      (call.connection ?? connection).callTool(
        {
          tool: tools.find((tool) => tool.name === name) ?? plain(name),
          arguments: call.arguments ?? {},
          onProgress: ({ progress }) => call.onProgress?.(progress),
        },
        call.signal ?? NEVER_ABORTED,
      ),
    logged: (pattern) => recording.logs.some((line) => pattern.test(line.text)),
  }
}

/** For tests: a row of the table once for each transport and era that it names. */
export function casesOf<Id extends string>(
  rows: readonly (MisbehaviourRow & { id: Id })[],
): { id: Id; transport: HostileTransport; era: HostileEra; does: string; outcome: string }[] {
  return rows.flatMap(
    ({ id, does, outcome, over = ['stdio', 'http'], eras = ['legacy', 'modern'] }) =>
      over.flatMap((transport) => eras.map((era) => ({ id, transport, era, does, outcome }))),
  )
}

function plain(name: string): Tool {
  return { name, inputSchema: { type: 'object' } }
}
