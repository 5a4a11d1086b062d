import type {
  Conversation,
  ConversationView,
  FileAttachment,
  Frame,
  LogLine,
  ServerView,
  Turn,
  TurnEvent,
} from '@gatehouse/domain'
import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { createInMemoryBridge } from '../bridge/in-memory-bridge.ts'
import { createLiveCache } from './live-cache.ts'
import { startLiveUpdates } from './live-updates.ts'
import { createQueryClient } from '../queries/query-client.ts'
import { queryKeys } from '../queries/query-keys.ts'
import { createRequestRoute } from '../bridge/request-route.ts'
import { sampleConversations } from '../samples/sample-chats.ts'
import { sampleServers } from '../samples/sample-servers.ts'

const conversation = { ...sampleConversations[0]!, id: 'c1' }
const started: Turn = {
  id: 't1',
  conversationId: 'c1',
  parentId: null,
  depth: 0,
  origin: 'message',
  status: 'running',
  model: null,
  step: 0,
  stepLimit: 20,
  entries: [{ kind: 'user-message', id: 'u1', text: 'Hi', createdAt: 1 }],
  preparing: null,
  failure: null,
  startedAt: 1,
  endedAt: null,
}
const step: TurnEvent = { type: 'step-started', step: 1, messageId: 'm1', at: 2 }
const delta = (text: string, offset: number): TurnEvent => ({
  type: 'text-delta',
  entryId: 'm1',
  text,
  offset,
})
const batch = (...events: TurnEvent[]) => ({ conversationId: 'c1', turnId: 't1', events })

/** A chat.get whose response is held back until the test gives it. */
function openChat() {
  const resolvers: ((view: ConversationView) => void)[] = []
  const bridge = createInMemoryBridge({
    'chat.get': () => new Promise<ConversationView>((resolve) => resolvers.push(resolve)),
  })
  const client = createQueryClient()
  const cache = createLiveCache(client)
  const request = createRequestRoute(bridge)
  startLiveUpdates(bridge, cache)
  const key = queryKeys.conversation('c1')
  const fetch = () =>
    client.fetchQuery({
      queryKey: key,
      staleTime: 0,
      queryFn: () => cache.load(key, () => request('chat.get', { id: 'c1' })),
    })
  const text = () => {
    const message = client
      .getQueryData<ConversationView>(key)
      ?.turns[0]?.entries.find((entry) => entry.id === 'm1')
    return message?.kind === 'assistant-message' ? message.text : undefined
  }
  const respond = async (view: ConversationView) => {
    await expect.poll(() => resolvers.length).toBeGreaterThan(0)
    resolvers.shift()?.(view)
  }
  return { bridge, client, fetch, text, respond, key }
}

const none: ConversationView = {
  conversation,
  turns: [],
  attachments: [],
  hasBefore: false,
  hasAfter: false,
  isRunning: false,
}
const withText = (value: string): ConversationView => ({
  ...none,
  isRunning: true,
  turns: [
    {
      ...started,
      entriesBefore: 0,
      entriesAfter: 0,
      step: 1,
      entries: [
        ...started.entries,
        {
          kind: 'assistant-message',
          id: 'm1',
          step: 1,
          text: value,
          reasoning: '',
          status: 'streaming',
          createdAt: 2,
        },
      ],
    },
  ],
})

it('takes new, changed and removed attachments of a draft, and fetches it again where it misses one', async () => {
  const chat = openChat()
  const file = (id: string, name = id): FileAttachment => ({
    kind: 'file',
    id,
    name,
    bytes: 1,
    tokens: 1,
    mimeType: 'text/plain',
    content: { type: 'text', text: 'x' },
  })
  const shown = () => chat.client.getQueryData<ConversationView>(chat.key)?.attachments
  const emit = (attachmentIds: string[], ...changed: FileAttachment[]) =>
    chat.bridge.emit('chat.attachments-changed', { id: 'c1', attachmentIds, changed })
  const fetching = chat.fetch()
  await expect.poll(() => chat.bridge.requests.length).toBe(1)
  emit(['a', 'b'], file('b'))
  await chat.respond({ ...none, attachments: [file('a')] })
  await fetching
  expect(shown()).toEqual([file('a'), file('b')])
  emit(['a', 'b'], file('a', 'other'))
  expect(shown()).toEqual([file('a', 'other'), file('b')])
  emit(['b'])
  expect(shown()).toEqual([file('b')])
  emit(['b', 'missed'])
  expect(chat.client.getQueryState(chat.key)?.isInvalidated).toBe(true)
})

describe('a streaming chat', () => {
  it('does not lose a delta that arrives while the chat is being fetched', async () => {
    const chat = openChat()
    const fetching = chat.fetch()
    await expect.poll(() => chat.bridge.requests.length).toBe(1)
    chat.bridge.emit('turn.events', batch(delta(' world', 5)))
    await chat.respond(withText('Hello'))
    await fetching
    expect(chat.text()).toBe('Hello world')
  })

  it('does not say twice what the fetched chat holds already', async () => {
    const chat = openChat()
    const fetching = chat.fetch()
    await expect.poll(() => chat.bridge.requests.length).toBe(1)
    chat.bridge.emit(
      'turn.events',
      batch({ type: 'turn-started', turn: started }, step, delta('Hel', 0)),
    )
    await chat.respond(withText('Hello wor'))
    await fetching
    // Coalesced in main and sent after the response that contained half of it.
    chat.bridge.emit('turn.events', batch(delta('lo world', 3)))
    expect(chat.text()).toBe('Hello world')
    expect(chat.client.getQueryData<ConversationView>(chat.key)?.turns).toHaveLength(1)
  })

  it('fetches again when something before an event is missing, in place of drawing half an answer', async () => {
    const chat = openChat()
    const fetching = chat.fetch()
    await chat.respond(none)
    await fetching
    chat.bridge.emit('turn.events', batch(delta('lost its beginning', 40)))
    expect(chat.client.getQueryState(chat.key)?.isInvalidated).toBe(true)
    expect(chat.text()).toBeUndefined()
  })

  it('draws a whole turn from events alone', async () => {
    const chat = openChat()
    const fetching = chat.fetch()
    await chat.respond(none)
    await fetching
    chat.bridge.emit(
      'turn.events',
      batch({ type: 'turn-started', turn: started }, step, delta('Hello', 0)),
    )
    chat.bridge.emit('turn.events', batch(delta(' world', 5)))
    expect(chat.text()).toBe('Hello world')
  })

  it('lets a key of the person go before text that grows, and draws it before what follows the text', async () => {
    const chat = openChat()
    const fetching = chat.fetch()
    await chat.respond(withText('Hel'))
    await fetching
    chat.bridge.emit('turn.events', batch(delta('lo', 3)))
    document.dispatchEvent(new Event('keydown'))
    chat.bridge.emit('turn.events', batch(delta(' world', 5)))
    expect(chat.text()).toBe('Hello')
    chat.bridge.emit(
      'turn.events',
      batch({ type: 'message-finished', entryId: 'm1', status: 'complete' }),
    )
    expect(chat.text()).toBe('Hello world')
  })
})

describe('lists', () => {
  it('keep the state of a server that changed while the list was on its way', async () => {
    const old = sampleServers[0]!
    const stopped: ServerView = { ...old, connection: { status: 'stopped' } }
    const bridge = createInMemoryBridge({
      'server.list': async () => {
        await Promise.resolve()
        bridge.emit('server.changed', stopped)
        return [old]
      },
    })
    const client = createQueryClient()
    const cache = createLiveCache(client)
    const stop = startLiveUpdates(bridge, cache)
    const request = createRequestRoute(bridge)
    const load = () => cache.load(queryKeys.servers, () => request('server.list', {}))
    expect(await client.fetchQuery({ queryKey: queryKeys.servers, queryFn: load })).toEqual([
      stopped,
    ])
    stop()
    bridge.emit('server.removed', { id: old.config.id })
    expect(client.getQueryData(queryKeys.servers)).toEqual([stopped])
  })
})

describe('lists that a server makes grow', () => {
  const frame = (seq: number, change: Partial<Frame> = {}): Frame => ({
    serverId: 'one',
    seq,
    at: 1,
    direction: 'in',
    kind: 'notification',
    method: 'x',
    bytes: 200_000,
    message: {},
    truncated: false,
    ...change,
  })
  const line = (seq: number, text: string): LogLine => ({
    serverId: 'one',
    seq,
    at: 1,
    source: 'server',
    level: 'info',
    text,
  })
  function open() {
    const client = createQueryClient()
    const bridge = createInMemoryBridge({})
    startLiveUpdates(bridge, createLiveCache(client))
    const frames = () => client.getQueryData<Frame[]>(queryKeys.serverFrames('one')) ?? []
    const logs = () => client.getQueryData<LogLine[]>(queryKeys.serverLogs('one')) ?? []
    const changed = () => client.getQueryData<string[]>(queryKeys.changedResources('one')) ?? []
    client.setQueryData(queryKeys.serverFrames('one'), [])
    client.setQueryData(queryKeys.serverLogs('one'), [])
    client.setQueryData(queryKeys.changedResources('one'), [])
    return { bridge, frames, logs, changed }
  }

  /**
   * @threat drawing.kept-traffic
   * @attacker server
   * @tries To fill the window by large messages or log lines while its traffic or log is open.
   * @stoppedBy The window keeps 8 MB of frames and 2 MB of a log for each server, as main does.
   */
  it('keep the newest 8 MB of frames, as main does, and not 2000 of any size', () => {
    const { bridge, frames } = open()
    for (let seq = 1; seq <= 300; seq += 1) bridge.emit('server.framed', [frame(seq)])
    expect(frames()).toHaveLength(39)
    expect(frames().at(-1)?.seq).toBe(300)
    const small = Array.from({ length: 3000 }, (_, index) => frame(301 + index, { bytes: 10 }))
    bridge.emit('server.framed', small)
    expect(frames()).toHaveLength(2000)
  })

  /** @threat drawing.kept-traffic */
  it('count what is kept of a long frame, and the names that stand beside it', () => {
    const { bridge, frames } = open()
    const cut = { bytes: 16_000_000, truncated: true, message: 'x'.repeat(16_000) }
    for (let seq = 1; seq <= 20; seq += 1) bridge.emit('server.framed', [frame(seq, cut)])
    expect(frames()).toHaveLength(20)
    const named = { ...cut, method: 'm'.repeat(5_000_000) }
    bridge.emit('server.framed', [frame(21, named), frame(22, named)])
    expect(frames().map(({ seq }) => seq)).toEqual([22])
  })

  /** @threat drawing.kept-traffic */
  it('keep the newest 2 MB of a log', () => {
    const { bridge, logs } = open()
    for (let seq = 1; seq <= 1000; seq += 1)
      bridge.emit('server.logged', [line(seq, 'w'.repeat(8000))])
    expect(logs()).toHaveLength(250)
    expect(logs().at(-1)?.seq).toBe(1000)
  })

  /** @threat drawing.resource-updates */
  it('keep the newest addresses of changed resources, each once', () => {
    const { bridge, changed } = open()
    for (let index = 0; index < 1000; index += 1)
      for (const uri of [`x:${index}`, `x:${index}`])
        bridge.emit('server.resource-updated', { id: 'one', uri })
    expect(changed()).toHaveLength(200)
    expect(changed().at(-1)).toBe('x:999')
  })
})

describe('a changed secret', () => {
  it('has what is shown of each sign-in fetched again', () => {
    const bridge = createInMemoryBridge({})
    const client = createQueryClient()
    startLiveUpdates(bridge, createLiveCache(client))
    client.setQueryData(queryKeys.serverSignIn('one'), {})
    bridge.emit('secret.changed', {})
    expect(client.getQueryState(queryKeys.serverSignIn('one'))?.isInvalidated).toBe(true)
  })
})

describe('a response of a server', () => {
  it('changes its times, and nothing else of it', () => {
    const bridge = createInMemoryBridge({})
    const client = createQueryClient()
    startLiveUpdates(bridge, createLiveCache(client))
    const view = sampleServers.find(({ connection }) => connection.status === 'ready')!
    client.setQueryData(queryKeys.servers, [view])
    bridge.emit('server.responded', { id: view.config.id, at: 77, ms: 3 })
    bridge.emit('server.responded', { id: 'another', at: 99, ms: 9 })
    expect(client.getQueryData(queryKeys.servers)).toEqual([
      { ...view, connection: { ...view.connection, lastRoundTripAt: 77, lastRoundTripMs: 3 } },
    ])
  })
})

it('reads the list of chats again, once, after many were added', async () => {
  let reads = 0
  const bridge = createInMemoryBridge({
    'chat.list': () => {
      reads += 1
      return reads === 1 ? [] : [conversation]
    },
  })
  const client = createQueryClient()
  const cache = createLiveCache(client)
  const request = createRequestRoute(bridge)
  startLiveUpdates(bridge, cache)
  const observer = new QueryObserver<Conversation[]>(client, {
    queryKey: queryKeys.conversations,
    queryFn: () => cache.load(queryKeys.conversations, () => request('chat.list', {})),
  })
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => observer.getCurrentResult().data).toEqual([])
  bridge.emit('chat.list-changed', {})
  await expect.poll(() => observer.getCurrentResult().data).toEqual([conversation])
  expect(reads).toBe(2)
  stop()
})

it('reads the interfaces of a server that is shown again once one ran or made a call', async () => {
  let calls = 0
  const bridge = createInMemoryBridge({ 'app-view.of-server': () => ({ apps: [], calls }) })
  const client = createQueryClient()
  const cache = createLiveCache(client)
  const request = createRequestRoute(bridge)
  startLiveUpdates(bridge, cache)
  const queryKey = queryKeys.serverApps('s1')
  const observer = new QueryObserver<{ calls: number }>(client, {
    queryKey,
    queryFn: () => cache.load(queryKey, () => request('app-view.of-server', { id: 's1' })),
  })
  const stop = observer.subscribe(() => undefined)
  const shown = () => observer.getCurrentResult().data?.calls
  await expect.poll(shown).toBe(0)
  const place = { viewId: 'v', conversationId: 'c1', entryId: 'e1' }
  calls = 1
  bridge.emit('app-view.event', { ...place, event: { type: 'started' } })
  await expect.poll(shown).toBe(1)
  calls = 2
  bridge.emit('audit.changed', {})
  await expect.poll(shown).toBe(2)
  stop()
})
