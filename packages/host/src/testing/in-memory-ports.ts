import { GatehouseError, type ConnectionInfo, type Tool, type ToolResult } from '@gatehouse/domain'
import type {
  Clock,
  ConnectionFactory,
  ConnectionListener,
  ConnectionOptions,
  Digest,
  EventSink,
  HostEventName,
  HostEvents,
  IdSource,
  ModelClients,
  ModelEvent,
  ModelRequest,
  SecretVault,
  ServerFeatures,
  Timers,
  ToolCallRequest,
} from '../ports/index.ts'

/** A clock that moves by hand, with timers that fire when it passes them. */
export function createManualClock(
  start = 1_000_000,
): Clock & Timers & { advance(ms: number): void } {
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
  return { next: () => `id-${String((count += 1)).padStart(6, '0')}` }
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

export function createMemoryVault(): SecretVault & { secrets: Map<string, string> } {
  const secrets = new Map<string, string>()
  const state = { kind: 'keychain', name: 'Secret Service' } as const
  return {
    secrets,
    state: () => state,
    probe: () => Promise.resolve(state),
    get: (ref) => Promise.resolve(secrets.get(ref)),
    set: (ref, secret) => Promise.resolve(void secrets.set(ref, secret)),
    delete: (ref) => Promise.resolve(void secrets.delete(ref)),
  }
}

const plainInfo: ConnectionInfo = {
  era: 'legacy',
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  connectMs: 1,
}

const noFeatures: ServerFeatures = {
  listPrompts: () => Promise.resolve([]),
  getPrompt: () => Promise.resolve({ messages: [] }),
  listResources: () => Promise.resolve([]),
  listResourceTemplates: () => Promise.resolve([]),
  readResource: () => Promise.resolve({ contents: [] }),
  complete: () => Promise.resolve({ values: [] }),
  watchResource: () => Promise.resolve(),
}

/** What a scripted server does; every field may be changed while a test runs. */
export interface ScriptedServer {
  tools: Tool[]
  call(request: ToolCallRequest, signal: AbortSignal): Promise<ToolResult>
  openError?: GatehouseError
  opened: ConnectionOptions[]
  listener?: ConnectionListener
  closed: number
}

export function createScriptedConnections(server: ScriptedServer): ConnectionFactory {
  return {
    open(options) {
      server.opened.push(options)
      server.listener = options.listener
      if (server.openError) return Promise.reject(server.openError)
      return Promise.resolve({
        info: plainInfo,
        listTools: () => Promise.resolve(server.tools),
        callTool: (request: ToolCallRequest, signal: AbortSignal) => server.call(request, signal),
        ...noFeatures,
        close: () => Promise.resolve(void (server.closed += 1)),
      })
    },
    resolveCommand: () => Promise.resolve({ path: '/usr/bin/node', lookedIn: ['/usr/bin'] }),
    reapLeftovers: () => Promise.resolve(0),
  }
}

/** Answers each step with the next script; records what it was asked. */
export function createScriptedModels(
  steps: ((request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>)[],
): ModelClients & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  return {
    requests,
    client: () => ({
      stream(request, signal) {
        requests.push(request)
        const step = steps.shift()
        if (!step) throw new GatehouseError('model/failed', 'The script has no further step.')
        return step(request, signal)
      },
    }),
    listModels: () => Promise.resolve([]),
    discover: () => Promise.resolve([]),
  }
}
