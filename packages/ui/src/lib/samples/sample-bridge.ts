import {
  GatehouseError,
  askAnswerSchema,
  defaultSettings,
  reduceAsk,
  serverDraftSchema,
  type Ask,
  type Conversation,
  type ModelProvider,
  type ServerConfig,
  type ServerDraft,
  type ServerView,
  type Settings,
  type StoredValue,
  type WorkspaceView,
} from '@gatehouse/domain'
import {
  createInMemoryBridge,
  type InMemoryBridge,
  type InMemoryHandlers,
} from '../in-memory-bridge.ts'
import {
  sampleAsks,
  sampleConversations,
  sampleDiscovered,
  sampleHistory,
  sampleProviders,
} from './sample-chats.ts'
import { sampleFeatureHandlers } from './sample-features.ts'
import { sampleImportHandlers } from './sample-imports.ts'
import {
  SAMPLE_NOW,
  sampleFrames,
  sampleLogs,
  sampleServers,
  sampleTools,
} from './sample-servers.ts'
import { sampleTaskHandlers } from './sample-tasks.ts'
import { sampleWorkspaces, workspaceHandlers } from './sample-workspaces.ts'

/** What a sample world holds at first; everything has a default. */
export interface SampleWorld {
  servers?: ServerView[]
  providers?: ModelProvider[]
  conversations?: Conversation[]
  asks?: Ask[]
  workspaces?: WorkspaceView[]
  settings?: Partial<Settings>
  /** Answers in place of the sample's own. */
  handlers?: InMemoryHandlers
}

/** A bridge with something to show behind every route; what is changed stays changed. */
export function createSampleBridge(world: SampleWorld = {}): InMemoryBridge {
  const bridge: InMemoryBridge = createInMemoryBridge({
    ...appHandlers(world, () => bridge),
    ...serverHandlers(world, () => bridge),
    ...sampleFeatureHandlers,
    ...sampleImportHandlers,
    ...sampleTaskHandlers,
    ...providerHandlers(world, () => bridge),
    ...chatHandlers(world, () => bridge),
    ...workspaceHandlers(world.workspaces ?? sampleWorkspaces, () => bridge),
    ...world.handlers,
  })
  return bridge
}

type GetBridge = () => InMemoryBridge

function appHandlers(world: SampleWorld, bridge: GetBridge): InMemoryHandlers {
  let settings: Settings = { ...defaultSettings, ...world.settings }
  return {
    'app.info': () => ({
      version: '0.1.0',
      electronVersion: '45.4.1',
      chromeVersion: '148.0.7600.1',
      platform: 'linux',
      systemLocale: 'en-GB',
      dataFolder: '/home/ada/.config/Gatehouse',
      homeFolder: '/home/ada',
      sandboxDisabled: false,
      fallbackRuntime: false,
      damagedStore: null,
    }),
    'app.safe-start': () => null,
    'app.resume': () => null,
    'app.settings': () => settings,
    'app.change-settings': (change) => {
      const named = Object.entries(change).filter(([, value]) => value !== undefined)
      settings = { ...settings, ...Object.fromEntries(named) }
      bridge().emit('settings.changed', settings)
      return settings
    },
    'app.vault': () => ({ kind: 'keychain', name: 'Secret Service' }),
    'app.probe-vault': () => ({ kind: 'keychain', name: 'Secret Service' }),
    'app.open-link': () => undefined,
    'app.pick-folder': () => '/home/ada/code',
    'app.pick-file': () => '/home/ada/certificates/company.pem',
    'app.pick-folders': () => ['/home/ada/code/website', '/home/ada/code/notes.txt'],
  }
}

function serverHandlers(world: SampleWorld, bridge: GetBridge): InMemoryHandlers {
  let servers = world.servers ?? sampleServers
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
    'server.start': ({ id }) => change(id, starting()),
    'server.stop': ({ id }) => change(id, { status: 'stopped' }),
    'server.restart': ({ id }) => change(id, starting()),
    'server.remove': ({ id }) => {
      servers = servers.filter((server) => server.config.id !== id)
      bridge().emit('server.removed', { id })
    },
    'server.tools': ({ id }) => (id === 'filesystem' ? sampleTools : sampleTools.slice(0, 2)),
    'server.logs': ({ id }) => (id === 'filesystem' ? sampleLogs : []),
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

function providerHandlers(world: SampleWorld, bridge: GetBridge): InMemoryHandlers {
  let providers = world.providers ?? sampleProviders
  return {
    'provider.list': () => providers,
    'provider.discover': () => sampleDiscovered,
    'provider.test': (draft) => {
      if (draft.key === 'wrong')
        throw new GatehouseError('model/failed', 'Refused.', {
          data: {
            failure: {
              code: 'key-refused',
              message: 'Refused.',
              status: 401,
              detail: 'invalid x-api-key',
            },
          },
        })
      return { models: [{ id: 'qwen3:32b', name: 'qwen3 32b' }, { id: 'gemma3:12b' }] }
    },
    'provider.save': ({ draft, models }) => {
      const saved: ModelProvider = {
        id: draft.id ?? `provider-${providers.length}`,
        kind: draft.kind,
        name: draft.name,
        baseUrl: draft.baseUrl,
        local: draft.baseUrl.includes('127.0.0.1'),
        hasKey: draft.key !== null,
        models,
        createdAt: SAMPLE_NOW,
      }
      providers = [...providers.filter((one) => one.id !== saved.id), saved]
      bridge().emit('provider.changed', saved)
      return saved
    },
    'provider.refresh': ({ id }) => {
      const found = providers.find((one) => one.id === id)
      if (!found) throw new GatehouseError('model/failed', 'Gone.')
      return found
    },
    'provider.remove': ({ id }) => {
      providers = providers.filter((one) => one.id !== id)
      bridge().emit('provider.removed', { id })
    },
  }
}

function chatHandlers(world: SampleWorld, bridge: GetBridge): InMemoryHandlers {
  let conversations = world.conversations ?? sampleConversations
  let asks = world.asks ?? sampleAsks
  const find = (id: string): Conversation => {
    const found = conversations.find((one) => one.id === id)
    if (!found) throw new GatehouseError('chat/not-found', 'This chat is not there any more.')
    return found
  }
  const save = (conversation: Conversation): Conversation => {
    conversations = [...conversations.filter((one) => one.id !== conversation.id), conversation]
    bridge().emit('chat.changed', conversation)
    return conversation
  }
  return {
    'chat.list': () => conversations,
    'chat.get': ({ id }) => ({
      conversation: find(id),
      turns: [],
      hasBefore: false,
      hasAfter: false,
      isRunning: false,
    }),
    'chat.create': () =>
      save({
        id: `chat-${conversations.length}`,
        title: '',
        titled: false,
        model: null,
        serverIds: null,
        draft: '',
        createdAt: Date.now(),
        updatedAt: Date.now(),
      }),
    'chat.rename': ({ id, title }) => save({ ...find(id), title, titled: true }),
    'chat.set-model': ({ id, model }) => save({ ...find(id), model }),
    'chat.set-servers': ({ id, serverIds }) => save({ ...find(id), serverIds }),
    'chat.save-draft': ({ id, draft }) => {
      save({ ...find(id), draft })
    },
    'chat.remove': ({ id }) => {
      conversations = conversations.filter((one) => one.id !== id)
      bridge().emit('chat.removed', { id })
    },
    'ask.list': () => asks,
    'ask.history': () => sampleHistory,
    'ask.answer': ({ id, answer }) => {
      const ask = asks.find((one) => one.id === id)
      if (!ask) throw new GatehouseError('ask/not-pending', 'Over.')
      asks = asks.filter((one) => one !== ask)
      const event = {
        type: 'answered',
        at: Date.now(),
        answer: askAnswerSchema.parse(answer),
      } as const
      bridge().emit('ask.changed', reduceAsk(ask, event))
      return { outcome: 'answered' }
    },
  }
}
