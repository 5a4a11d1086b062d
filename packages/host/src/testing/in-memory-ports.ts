import { raceAbort } from '@gatehouse/base'
import { GatehouseError, type ConnectionInfo, type Tool, type ToolResult } from '@gatehouse/domain'
import type { FoundRuntime, LaunchPin } from '@gatehouse/domain/launch'
import type {
  Authorizations,
  Clock,
  ConnectionFactory,
  ConnectionListener,
  ConnectionOptions,
  Digest,
  EventSink,
  ExternalLinks,
  HostEventName,
  HostEvents,
  IdSource,
  LaunchTarget,
  ModelClient,
  ModelClients,
  ModelEvent,
  ModelRequest,
  SecretVault,
  ServerFeatures,
  SystemEvent,
  SystemEvents,
  TaskRequest,
  Timers,
  ToolCallRequest,
} from '../ports/index.ts'

/** A clock that moves by hand, with timers that fire when it passes them. */
export function createManualClock(
  start = 1_000_000,
): Clock & Timers & { advance(ms: number): void; waiting(): number } {
  let now = start
  let tasks: { at: number; task: () => void }[] = []
  return {
    now: () => now,
    after(ms, task) {
      const entry = { at: now + ms, task }
      tasks.push(entry)
      return () => {
        tasks = tasks.filter((other) => other !== entry)
      }
    },
    waiting: () => tasks.length,
    advance(ms) {
      now += ms
      const due = tasks.filter((entry) => entry.at <= now)
      tasks = tasks.filter((entry) => entry.at > now)
      for (const entry of due) entry.task()
    },
  }
}

export function createCountingIds(): IdSource {
  let count = 0
  return {
    next: () => `id-${String((count += 1)).padStart(6, '0')}`,
    timeOf: (id) => (id.startsWith('id-') ? 1_000_000 + Number(id.slice(3)) : undefined),
  }
}

/** Not SHA-256: only equal for equal texts, which is all that use cases rely on. */
export const textDigest: Digest = {
  sha256(text) {
    let hash = 5381
    for (let index = 0; index < text.length; index += 1)
      hash = (hash * 33 + text.charCodeAt(index)) >>> 0
    return hash.toString(16).padStart(8, '0').repeat(8)
  },
}

export interface RecordedEvent<Name extends HostEventName = HostEventName> {
  name: Name
  payload: HostEvents[Name]
}

export function createEventRecorder(): EventSink & { recorded: RecordedEvent[] } {
  const recorded: RecordedEvent[] = []
  return { recorded, emit: (name, payload) => void recorded.push({ name, payload }) }
}

/** `inventory`: what the app notes about its own entries, apart from the secrets themselves. */
export function createMemoryVault(): SecretVault & {
  secrets: Map<string, string>
  inventory: Map<string, string>
} {
  const secrets = new Map<string, string>()
  const inventory = new Map<string, string>()
  const mapOf = (ref: string) => (ref.startsWith('kept-secrets/') ? inventory : secrets)
  const state = { kind: 'keychain', name: 'Secret Service' } as const
  return {
    secrets,
    inventory,
    state: () => state,
    probe: () => Promise.resolve(state),
    get(ref) {
      const secret = mapOf(ref).get(ref)
      return Promise.resolve(secret === undefined ? { kind: 'absent' } : { kind: 'there', secret })
    },
    presenceOf: (refs) =>
      Promise.resolve(refs.map((ref) => (mapOf(ref).has(ref) ? 'kept' : 'absent'))),
    set: (ref, secret) => Promise.resolve(void mapOf(ref).set(ref, secret)),
    delete: (ref) => Promise.resolve(void mapOf(ref).delete(ref)),
  }
}

/** Nobody has to sign in, and nothing is kept; what was forgotten is noted. */
export function createNoAuthorizations(): Authorizations & { forgotten: string[] } {
  const forgotten: string[] = []
  return {
    forgotten,
    open: () => ({
      headers: () => Promise.resolve({}),
      noteAccepted: () => undefined,
      noteNonce: () => undefined,
      refused: () => Promise.resolve(false),
    }),
    allowAsking: () => undefined,
    signInAgain: () => undefined,
    view: () => Promise.resolve({ account: null, isDamaged: false, trace: [] }),
    readAssertion: (file) => Promise.resolve(`statement of ${file}`),
    signOut: () => Promise.resolve(),
    forget: (serverId) => Promise.resolve(void forgotten.push(serverId)),
  }
}

/** A browser that keeps what it was to open; http is refused as the app does. */
export function createRecordedLinks(): ExternalLinks & {
  opened: string[]
  copied: string[]
  problem?: string
} {
  const links = {
    opened: new Array<string>(),
    assertOpenable(url: string) {
      if (!url.startsWith('https://'))
        throw new GatehouseError('link/refused', 'The link was not opened: it is not https.')
    },
    readPage: (url: string): string => new URL(url).href,
    openPage: (url: string): Promise<void> => links.open(url),
    open(url: string): Promise<void> {
      const { problem } = links as { problem?: string }
      if (problem) return Promise.reject(new GatehouseError('link/failed', problem))
      return Promise.resolve(void links.opened.push(url))
    },
    copied: new Array<string>(),
    copy: (url: string): Promise<void> => Promise.resolve(void links.copied.push(url)),
  }
  return links
}

const plainInfo: ConnectionInfo = {
  era: 'legacy',
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  connectMs: 1,
}

const plainPin: LaunchPin = {
  files: [
    {
      role: 'program',
      named: 'node',
      path: '/usr/bin/node',
      realPath: '/usr/bin/node',
      size: 1,
      modifiedAt: 1,
      changedAt: 1,
      sha256: '00',
    },
  ],
}

const noFeatures: ServerFeatures = {
  listPrompts: () => Promise.resolve([]),
  getPrompt: () => Promise.resolve({ messages: [] }),
  listResources: () => Promise.resolve([]),
  listResourceTemplates: () => Promise.resolve([]),
  readResource: () => Promise.resolve({ contents: [] }),
  listSkills: () => Promise.resolve([]),
  readSkill: ({ uri }) => Promise.resolve({ uri, verified: true, files: [] }),
  complete: () => Promise.resolve({ values: [] }),
  watchResource: () => Promise.resolve(),
}

/** A computer around the app whose events a test emits. */
export function createManualSystem(): SystemEvents & {
  emit(event: SystemEvent): void
  visible: boolean
} {
  const listeners = new Set<(event: SystemEvent) => void>()
  const system = {
    visible: true,
    isVisible: () => system.visible,
    listen(listener: (event: SystemEvent) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(event: SystemEvent) {
      for (const listener of listeners) listener(event)
    },
  }
  return system
}

/** Behaviour of a scripted server; every field may be changed while a test runs. */
export interface ScriptedServer {
  tools: Tool[]
  /** The negotiated connection; absent = a plain default. */
  info?: ConnectionInfo
  call(request: ToolCallRequest, signal: AbortSignal): Promise<ToolResult>
  /** Ends a task that is known already; absent = never. */
  pollTask?(task: TaskRequest, signal: AbortSignal): Promise<ToolResult>
  openError?: GatehouseError
  opened: ConnectionOptions[]
  listener?: ConnectionListener
  closed: number
  /** Number of notifications about changed roots; absent = never notified. */
  rootsChanges?: number
  /** Log levels that were set. */
  notified?: (string | undefined)[]
  /** Responds to a ping; absent = at once. */
  ping?(signal: AbortSignal): Promise<void>
  /** The files that a review finds; absent = one, `null` = none. */
  pin?: LaunchPin | null
  /** Launches that were looked at for a review. */
  inspected?: LaunchTarget[]
  /** Files that a review finds in the folder and above it. */
  nearby?: string[]
  /** Runtimes of the person; absent = none. */
  runtimes?: FoundRuntime[]
  /** Resolves when the connection opens; absent = at once. */
  opening?: Promise<void>
  /** Features besides tools; absent = none. */
  features?: Partial<ServerFeatures>
}

export function createScriptedConnections(server: ScriptedServer): ConnectionFactory {
  return {
    async open(options) {
      server.opened.push(options)
      server.listener = options.listener
      await server.opening
      if (server.openError) throw server.openError
      const closed = new AbortController()
      return {
        info: server.info ?? plainInfo,
        listTools: () => Promise.resolve(server.tools),
        callTool: (request: ToolCallRequest, signal: AbortSignal) =>
          raceAbort(server.call(request, signal), closed.signal),
        ...noFeatures,
        ...server.features,
        pollTask: (task, signal) =>
          raceAbort(server.pollTask?.(task, signal) ?? new Promise(() => undefined), closed.signal),
        listTasks: () => Promise.resolve(null),
        async ping(signal) {
          await server.ping?.(signal)
          options.listener.onRoundTrip(1)
        },
        rootsChanged: () =>
          Promise.resolve(void (server.rootsChanges = (server.rootsChanges ?? 0) + 1)),
        sendLogLevel: () => Promise.resolve(void server.notified?.push(options.logLevel?.())),
        close() {
          server.closed += 1
          // Requests without a response end with their connection.
          closed.abort(new GatehouseError('call/connection-lost', 'The connection was closed.'))
          return Promise.resolve()
        },
      }
    },
    inspectLaunch(target) {
      server.inspected?.push(target)
      return Promise.resolve({
        resolution: { path: '/usr/bin/node', lookedIn: ['/usr/bin'] },
        pin: server.pin === undefined ? plainPin : server.pin,
        nearby: server.nearby ?? [],
      })
    },
    findRuntimes: () => Promise.resolve({ found: server.runtimes ?? [], lookedIn: ['/usr/bin'] }),
    reapLeftovers: () => Promise.resolve(0),
  }
}

/** Answers each step with the next script; records what it was asked. */
export function createScriptedModels(
  steps: ((request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>)[],
): ModelClients & { requests: ModelRequest[]; adapt?: NonNullable<ModelClient['adapt']> } {
  const requests: ModelRequest[] = []
  const models: ReturnType<typeof createScriptedModels> = {
    requests,
    client: () => ({
      adapt: async (request) =>
        models.adapt?.(request) ?? Promise.resolve({ request, adjustments: { names: [] } }),
      stream(request, signal) {
        requests.push(request)
        const step = steps.shift()
        if (!step) throw new GatehouseError('model/failed', 'The script has no further step.')
        return step(request, signal)
      },
    }),
    listModels: () => Promise.resolve({ models: [] }),
    discover: () => Promise.resolve([]),
  }
  return models
}
