import { NEVER_ABORTED } from '@gatehouse/base'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connectionFailureSchema,
  isGatehouseError,
  type ConnectionFailure,
  type Frame,
  type LogLine,
  type ResolvedTransport,
  type Tool,
} from '@gatehouse/domain'
import type {
  Connection,
  ConnectionFactory,
  ConnectionListener,
  ConnectionOptions,
} from '@gatehouse/host/ports'
import {
  createConnectionFactory,
  type ConnectionFactoryOptions,
} from '../../src/connection-factory.ts'

/** All that a connection told its listener, in order. */
export interface Recording {
  listener: ConnectionListener
  steps: string[]
  frames: Omit<Frame, 'serverId' | 'seq'>[]
  logs: Omit<LogLine, 'serverId' | 'seq'>[]
  toolLists: Tool[][]
  listChanges: string[]
  updatedResources: string[]
  completedElicitations: string[]
  roundTrips: number[]
  downs: ConnectionFailure[]
}

/** For tests: a listener that keeps everything. */
export function createRecording(): Recording {
  const kept: Omit<Recording, 'listener'> = {
    steps: [],
    frames: [],
    logs: [],
    toolLists: [],
    listChanges: [],
    updatedResources: [],
    completedElicitations: [],
    roundTrips: [],
    downs: [],
  }
  return {
    ...kept,
    listener: {
      onStep: (step) => kept.steps.push(step),
      onFrame: (frame) => kept.frames.push(frame),
      onLog: (line) => kept.logs.push(line),
      onToolsChanged: (tools) => kept.toolLists.push(tools),
      onListChanged: (list) => kept.listChanges.push(list),
      onResourceUpdated: (uri) => kept.updatedResources.push(uri),
      onElicitationComplete: (id) => kept.completedElicitations.push(id),
      onRoundTrip: (ms) => kept.roundTrips.push(ms),
      onDown: (failure) => kept.downs.push(failure),
    },
  }
}

/** For tests in which no server may ask anything. */
export const nobody: Pick<ConnectionOptions, 'clientFeatures' | 'onRequest'> = {
  clientFeatures: {
    elicitation: { form: false, url: false },
    sampling: false,
    roots: false,
    apps: false,
  },
  onRequest: {
    elicit: () => Promise.reject(new Error('Nobody expected a question.')),
    sample: () => Promise.reject(new Error('Nobody expected a question.')),
    listRoots: () => Promise.reject(new Error('Nobody expected a question.')),
  },
}

export interface TestBench {
  factory: ConnectionFactory
  folder: string
  ledgerFile: string
  open(
    transport: ResolvedTransport,
    options?: Partial<ConnectionOptions>,
    signal?: AbortSignal,
  ): Promise<{ connection: Connection; recording: Recording }>
  /** Opens what must fail, and gives why. */
  openFailing(
    transport: ResolvedTransport,
    options?: Partial<ConnectionOptions>,
  ): Promise<{ failure: ConnectionFailure; recording: Recording }>
  /** Closes every connection that was opened and removes the folder. */
  close(): Promise<void>
}

/** For tests: a factory with a ledger of its own, whose connections are closed together. */
export async function createTestBench(
  options: Partial<ConnectionFactoryOptions> = {},
): Promise<TestBench> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-mcp-'))
  const ledgerFile = join(folder, 'processes.json')
  const factory = createConnectionFactory({
    clientInfo: { name: 'gatehouse-test', version: '0.0.0', title: 'Gatehouse test' },
    ledgerFile,
    // The plain shell: a person's own may take its time.
    baseEnvironment: { ...process.env, SHELL: '/bin/sh' },
    ...options,
  })
  const opened: Connection[] = []

  const open: TestBench['open'] = async (transport, more = {}, signal) => {
    const recording = createRecording()
    const connection = await factory.open(
      {
        serverId: 'server-1',
        serverName: 'Fixture',
        transport,
        protocol: 'auto',
        requestTimeoutMs: 10_000,
        // Processes start slowly where many tests run at once.
        startTimeoutMs: 15_000,
        listener: recording.listener,
        ...nobody,
        ...more,
      },
      signal ?? NEVER_ABORTED,
    )
    opened.push(connection)
    return { connection, recording }
  }

  return {
    factory,
    folder,
    ledgerFile,
    open,
    async openFailing(transport, more = {}) {
      const recording = createRecording()
      const outcome = await open(transport, { ...more, listener: recording.listener }).catch(
        (error: unknown) => error,
      )
      if (!isGatehouseError(outcome) || outcome.code !== 'connection/failed')
        throw new Error(`The connection did not fail as it should: ${String(outcome)}`)
      return { failure: connectionFailureSchema.parse(outcome.data['failure']), recording }
    },
    async close() {
      await Promise.all(opened.map((connection) => connection.close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** For tests: a stdio target. */
export function stdioTarget(
  command: { command: string; args: string[] },
  more: { env?: Record<string, string>; cwd?: string } = {},
): ResolvedTransport {
  return { kind: 'stdio', ...command, env: more.env ?? {}, cwd: more.cwd }
}

/** For tests: polls until `check` gives something. */
export async function eventually<T>(
  check: () => T | undefined | false | Promise<T | undefined | false>,
  ms = 5000,
): Promise<T> {
  const deadline = performance.now() + ms
  for (;;) {
    const value = await check()
    if (value !== undefined && value !== false) return value
    if (performance.now() > deadline) throw new Error(`Nothing came within ${ms} ms.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
