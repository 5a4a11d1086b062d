import {
  GatehouseError,
  serverDraftSchema,
  type ServerConfig,
  type ServerDraft,
  type ServerView,
  type StoredValue,
} from '@gatehouse/domain'
import { sampleExamination } from './sample-examination.ts'
import type { InMemoryBridge, InMemoryHandlers } from '../bridge/in-memory-bridge.ts'
import { sampleFrames } from './sample-frames.ts'
import { sampleLogs } from './sample-logs.ts'
import { SAMPLE_NOW } from './sample-now.ts'
import { noSignIn, sampleSignInView } from './sample-sign-in.ts'
import { sampleServerApps } from './sample-server-apps.ts'
import { sampleTools } from './sample-tools.ts'

export function serverHandlers(
  first: ServerView[],
  bridge: () => InMemoryBridge,
): InMemoryHandlers {
  let servers = first
  const change = (id: string, connection: ServerView['connection']): void => {
    const known = servers.find((server) => server.config.id === id)
    if (!known) return
    const changed = { ...known, connection }
    servers = servers.map((server) => (server === known ? changed : server))
    bridge().emit('server.changed', changed)
  }
  return {
    'server.list': () => servers,
    'server.propose': (input) => {
      const draft = serverDraftSchema.parse(input)
      if (servers.some((one) => one.config.name === draft.name && one.config.id !== draft.id))
        throw new GatehouseError('server/name-taken', 'Taken.', { data: { name: draft.name } })
      const view = savedView(draft, servers.length)
      servers = [...servers.filter((one) => one.config.id !== view.config.id), view]
      bridge().emit('server.changed', view)
      change(view.config.id, starting())
      return { outcome: 'saved', server: view }
    },
    'server.adjust': ({ id, behaviour }) => {
      const view = servers.find((server) => server.config.id === id)
      if (!view) throw new GatehouseError('server/not-found', 'Gone.')
      const next = { ...view, config: { ...view.config, ...behaviour } }
      servers = servers.map((server) => (server === view ? next : server))
      bridge().emit('server.changed', next)
      return next
    },
    'app-view.of-server': ({ id }) =>
      id === 'filesystem' ? sampleServerApps : { apps: [], calls: 0 },
    'app-view.set-for-server': ({ id, apps }) => {
      const view = servers.find((server) => server.config.id === id)
      if (!view) throw new GatehouseError('server/not-found', 'Gone.')
      const { apps: _before, ...config } = view.config
      const next = { ...view, config: { ...config, ...(apps === null ? {} : { apps }) } }
      servers = servers.map((server) => (server === view ? next : server))
      bridge().emit('server.changed', next)
      return next
    },
    'app-view.set-giving': ({ id, giving }) => {
      const view = servers.find((server) => server.config.id === id)
      if (!view) throw new GatehouseError('server/not-found', 'Gone.')
      const next = { ...view, config: { ...view.config, appGiving: giving } }
      servers = servers.map((server) => (server === view ? next : server))
      bridge().emit('server.changed', next)
      return next
    },
    'app-view.take-back': () => undefined,
    ...lifecycleHandlers(change),
    'server.remove': ({ id }) => {
      servers = servers.filter((server) => server.config.id !== id)
      bridge().emit('server.removed', { id })
    },
    'server.get-sign-in': ({ id }) => (id === 'issues' ? sampleSignInView : noSignIn),
    'instructions.of-server': ({ serverId }) => {
      const { connection } = servers.find((one) => one.config.id === serverId) ?? {}
      const text = connection?.status === 'ready' ? (connection.info.instructions ?? null) : null
      return { text, state: text === null ? 'none' : 'undecided', before: null, meanings: [] }
    },
    'chat.open-tool-form': ({ serverId, toolName }) => {
      const tool = sampleTools.find(({ name }) => name === toolName)
      if (!tool) throw new Error('There is no such tool.')
      return { id: 'form', serverId, tool, warnings: {} }
    },
    'server.tools': ({ id }) => (id === 'filesystem' ? sampleTools : sampleTools.slice(0, 2)),
    'server.logs': ({ id }) => (id === 'filesystem' ? sampleLogs : []),
    'server.examine': ({ id }) => sampleExamination(id),
    'server.frames': ({ id }) => (id === 'filesystem' ? sampleFrames : []),
  }
}

function starting(): ServerView['connection'] {
  return { status: 'starting', since: Date.now(), step: 'resolve', attempt: 1 }
}

function savedView(draft: ServerDraft, count: number): ServerView {
  const id = draft.id ?? `server-${count}`
  const store = (
    values: { name: string; value: string | null; secret: boolean }[],
  ): { name: string; value: StoredValue }[] =>
    values.map(({ name, value, secret }) => ({
      name,
      value: secret
        ? { kind: 'secret', ref: `server/${id}/${name}` }
        : { kind: 'plain', value: value ?? '' },
    }))
  const { transport } = draft
  const config: ServerConfig = {
    id,
    name: draft.name,
    hue: count % 8,
    protocol: draft.protocol,
    start: draft.start,
    requestTimeoutMs: draft.requestTimeoutMs,
    createdAt: SAMPLE_NOW,
    transport:
      transport.kind === 'http'
        ? { ...transport, headers: store(transport.headers) }
        : {
            kind: 'stdio',
            command: transport.command,
            args: transport.args,
            env: store(transport.env),
            ...(transport.cwd === undefined ? {} : { cwd: transport.cwd }),
          },
  }
  return {
    config,
    connection: { status: 'stopped' },
    toolCount: null,
    toolTokens: null,
    problems: [],
  }
}

/** Routes that start or stop a server at once. */
function lifecycleHandlers(change: (id: string, to: ServerView['connection']) => void) {
  const start = ({ id }: { id: string }): void => change(id, starting())
  const stop = ({ id }: { id: string }): void => change(id, { status: 'stopped' })
  return {
    'server.start': start,
    'server.stop': stop,
    'server.restart': start,
    'server.sign-in-again': start,
    'server.sign-out': stop,
    'server.forget-sign-in': stop,
  } satisfies InMemoryHandlers
}
