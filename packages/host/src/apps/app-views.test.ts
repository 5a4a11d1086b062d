import type { Turn } from '@gatehouse/domain'
import { beforeEach, expect, it } from 'vitest'
import {
  APP_URI as URI,
  appContext as context,
  appInitialize as initialize,
  askHost as ask,
  createAppHarness,
  openView,
  startView,
  viewEndings,
  viewEvents,
  type AppHarness,
} from '../testing/app-harness.ts'
import {
  allowOnce,
  answerNext,
  callsOf,
  deny,
  turnOver,
  until,
  type ChatHarness,
} from '../testing/chat-harness.ts'

let app: AppHarness
let harness: ChatHarness

beforeEach(() => {
  app = createAppHarness()
  harness = app.harness
})

const ready = () => app.ready()
const endings = () => viewEndings(harness)

it('sends nothing before the view is initialized, then input and the whole result once each', async () => {
  const all = await ready()
  const { frame, viewId } = await openView(all)
  await all.host.appViews.connect(viewId, context)
  expect(frame.received).toEqual([])
  // Published views call before they said that they are initialized: it waits.
  const early = ask(frame, 'tools/call', { name: 'save', arguments: { path: 'y' } })
  for (let id = 20; id < 28; id += 1)
    frame.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'for_models' } })
  expect(frame.received).toMatchObject([{ id: 27, error: { code: -32000 } }])
  frame.received.length = 0
  frame.send(initialize)
  expect(frame.received.at(-1)).toMatchObject({
    id: 1,
    result: {
      hostCapabilities: { sandbox: { permissions: {}, csp: {} } },
      hostContext: {
        theme: 'dark',
        displayMode: 'inline',
        availableDisplayModes: ['inline', 'fullscreen', 'pip'],
        toolInfo: { tool: { name: 'board' } },
      },
    },
  })
  expect(frame.received).toHaveLength(1)
  frame.send({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  frame.send({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  expect(frame.received.slice(1)).toMatchObject([
    { method: 'ui/notifications/tool-input', params: { arguments: { path: 'x' } } },
    {
      method: 'ui/notifications/tool-result',
      params: { structuredContent: { large: 'x'.repeat(20_000) }, _meta: { hidden: true } },
    },
  ])
  frame.send({ ...initialize, id: 2 })
  expect(frame.received.at(-1)).toMatchObject({ id: 2, error: { code: -32600 } })
  await answerNext(all.host, allowOnce)
  expect(await early).toMatchObject({ result: { isError: false } })
})

/**
 * @threat apps.unseen-calls
 * @attacker server
 * @tries To run tools by its interface that the person did not allow, or to wear them down.
 * @stoppedBy Calls of an interface are decided like those of a model, on its own server alone and no tool that is for
 * models; two refusals end the asking.
 */
it('asks about its calls as an entry of the same turn that no model is sent, and stops after two refusals', async () => {
  const all = await ready()
  const { frame, place } = await startView(all)
  const { host } = all
  const allowed = ask(frame, 'tools/call', { name: 'save', arguments: { path: 'y' } })
  await answerNext(host, allowOnce)
  expect(await allowed).toMatchObject({ result: { isError: false } })
  const [first, second] = callsOf(await turnOver(host, all.chat))
  expect([first?.toolName, second]).toMatchObject([
    'board',
    { toolName: 'save', origin: 'app', viewOf: place.entryId, status: 'done' },
  ])
  for (const _ of ['first', 'second']) {
    const denied = ask(frame, 'tools/call', { name: 'save' })
    await answerNext(host, deny)
    expect(await denied).toMatchObject({ result: { isError: true } })
  }
  expect(await ask(frame, 'tools/call', { name: 'save' })).toMatchObject({
    error: { message: 'The person refused calls of this view.' },
  })
  expect(host.asks.pending()).toEqual([])
})

/** @threat apps.unseen-calls */
it('refuses tools for models alone and unknown tools', async () => {
  const { frame } = await startView(await ready())
  expect(await ask(frame, 'tools/call', { name: 'for_models' })).toMatchObject({
    error: { message: 'for_models is not for interfaces.' },
  })
  expect(await ask(frame, 'tools/call', { name: 'other' })).toMatchObject({ error: {} })
})

/**
 * @threat apps.injection
 * @attacker server
 * @tries To speak to the model by messages and context of its interface.
 * @stoppedBy They are put into the draft with the mark of the server, and go when the person sends them, as text of
 * that server.
 */
it('puts messages and context into the draft, the last context in place of the one before', async () => {
  const all = await ready()
  const { frame, place } = await startView(all)
  const text = (value: string) => [{ type: 'text', text: value }]
  await ask(frame, 'ui/update-model-context', { content: text('one') })
  await ask(frame, 'ui/update-model-context', { content: text('two') })
  await ask(frame, 'ui/message', { role: 'user', content: text('hello') })
  const { attachments, turns } = all.host.chats.view(place.conversationId)
  expect(attachments).toMatchObject([
    { fromApp: 'context', replacesEarlier: true, contents: [{ resource: { text: 'two' } }] },
    { fromApp: 'message', contents: [{ resource: { text: 'hello' } }] },
  ])
  expect(turns).toHaveLength(1)
})

/**
 * @threat apps.unseen-reading
 * @attacker server
 * @tries To read a resource whose address carries what the person typed in the interface.
 * @stoppedBy A view reads only what its server lists.
 */
it('reads no resource that its server does not list: an address could carry text away', async () => {
  const all = await ready()
  const { frame } = await startView(all)
  expect(await ask(frame, 'resources/read', { uri: `x://${btoa('a secret')}` })).toMatchObject({
    error: { message: 'Only resources that the server lists are read.' },
  })
  expect(await ask(frame, 'resources/read', { uri: URI })).toHaveProperty('result')
})

/**
 * @threat apps.taken-out
 * @attacker server
 * @tries To go on with calls after the person took the server out of the chat.
 * @stoppedBy A call of a view needs its server and tool in the chat, and a server that is offered.
 */
it('makes no call with a server that was taken out of the chat', async () => {
  const all = await ready()
  const { frame } = await startView(all)
  all.host.conversations.setServers(all.chat.id, [])
  expect(await ask(frame, 'tools/call', { name: 'save', arguments: {} })).toMatchObject({
    error: { message: expect.stringContaining('is not in this chat') as string },
  })
  expect(all.host.asks.pending()).toEqual([])
})

it('writes down no interface that a temporary chat drew', async () => {
  const all = await ready()
  const chat = all.host.conversations.createTemporary()
  all.host.chats.runTool(chat.id, {
    serverId: all.serverId,
    toolName: 'board',
    arguments: { path: 'x' },
  })
  await answerNext(all.host, allowOnce)
  const turn = await turnOver(all.host, chat)
  const entryId = callsOf(turn)[0]?.id ?? ''
  const opened = await all.host.appViews.open({ conversationId: chat.id, turnId: turn.id, entryId })
  expect(opened.state).toBe('open')
  expect(harness.stores.appPins.get(all.serverId, URI)).toBeNull()
})

it('asks about every link', async () => {
  const { frame } = await startView(await ready())
  harness.consent.decision = 'cancel'
  expect(await ask(frame, 'ui/open-link', { url: 'https://example.org/' })).toMatchObject({
    error: { message: 'The person did not open the link.' },
  })
  expect(await ask(frame, 'ui/open-link', { url: 'file:///etc/passwd' })).toMatchObject({
    error: {},
  })
})

/**
 * @threat apps.flood
 * @attacker server
 * @tries To hold main up with floods, deep or large messages, sizes without end, or views without end.
 * @stoppedBy The proxy and main bound size and rate, and end a view beyond them; four views run at once, each in a
 * process that is ended with it.
 */
it('ends a view that does not start in time, floods, sends too much or nothing that is a message', async () => {
  const all = await ready()
  const flooding = await startView(all)
  for (let count = 0; count < 700; count += 1) flooding.frame.send({ jsonrpc: '2.0', method: 'x' })
  const large = await startView(all)
  large.frame.send({ jsonrpc: '2.0', method: 'x', params: 'x'.repeat(1_100_000) })
  const broken = await startView(all)
  for (let count = 0; count < 30; count += 1) broken.frame.send('nothing')
  expect(endings()).toEqual(['over-limits', 'over-limits', 'over-limits'])
  expect([flooding, large, broken].every(({ frame }) => frame.isClosed)).toBe(true)
  const { viewId } = await openView(all)
  await all.host.appViews.connect(viewId, context)
  harness.clock.advance(8000)
  expect(endings().at(-1)).toBe('not-started')
})

/** @threat apps.flood */
it('limits sizes in rate, and ends the first of five views once it saved its state', async () => {
  const all = await ready()
  const { frame: first } = await startView(all)
  for (let count = 0; count < 3; count += 1) await startView(all)
  const { frame } = await startView(all)
  expect(first.received.at(-1)).toMatchObject({ method: 'ui/resource-teardown' })
  expect(endings()).toEqual([])
  first.send({ jsonrpc: '2.0', id: 'teardown', result: {} })
  expect(endings()).toEqual(['replaced'])
  for (let height = 1; height <= 30; height += 1)
    frame.send({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height } })
  harness.clock.advance(100)
  const sizes = viewEvents(harness).flatMap(({ type, height }) =>
    type === 'resized' ? [height] : [],
  )
  expect(sizes).toEqual([30])
})

/**
 * @threat apps.changed
 * @attacker server
 * @tries To give another interface once the first one is trusted.
 * @stoppedBy An interface is pinned by its hash for the server’s identity; another one is drawn only after the person
 * let it, and an old call draws its own.
 */
it('draws a changed interface only after the person accepted it, and what was drawn once as it was', async () => {
  const all = await ready()
  const first = await openView(all)
  app.html = '<p>two</p>'
  const place = await all.run()
  const changed = await all.host.appViews.open(place)
  expect(changed).toMatchObject({ state: 'changed', before: { bytes: 10 } })
  const hash = changed.state === 'changed' ? changed.hash : ''
  expect(() => all.host.appPages.acceptChange(place, 'f'.repeat(64))).toThrow(
    expect.objectContaining({ code: 'apps/changed' }),
  )
  all.host.appPages.acceptChange(place, hash)
  expect(await all.host.appViews.open(place)).toMatchObject({ state: 'open' })
  const again = await all.host.appViews.open(first.place)
  const frame = again.state === 'open' && harness.appFrames.opened.get(again.viewId)
  expect(frame && frame.html).toBe('<p>one</p>')
})

it('draws nothing where the setting says text', async () => {
  const all = await ready()
  const place = await all.run()
  all.host.changeSettings({ apps: 'text' })
  expect(await all.host.appViews.open(place)).toEqual({ state: 'not-drawn', reason: 'off' })
  expect(harness.appFrames.opened.size).toBe(0)
})

/** @threat apps.flood */
it('bounds what a view sends in a second by its size, before it is read', async () => {
  const { frame } = await startView(await ready())
  for (let count = 0; count < 5; count += 1)
    frame.send({ jsonrpc: '2.0', method: 'x', params: 'x'.repeat(1_000_000) })
  expect(endings()).toEqual(['over-limits'])
})

it('passes on why a process was ended', async () => {
  const { frame } = await startView(await ready())
  frame.listener?.onLost('spinning')
  expect(endings()).toEqual(['spinning'])
  expect(frame.isClosed).toBe(true)
})

it('marks context that replaces another, and not the same context once more', async () => {
  const { host, ...all } = await ready()
  const { frame, place } = await startView({ host, ...all })
  const attached = () => host.chats.view(place.conversationId).attachments
  const send = (text: string) =>
    ask(frame, 'ui/update-model-context', { content: [{ type: 'text', text }] })
  await send('one')
  const [first] = attached()
  await send('one')
  expect(attached()).toEqual([first])
  await send('two')
  expect(attached()).toMatchObject([{ replacesEarlier: true }])
  expect(attached()[0]?.id).not.toBe(first?.id)
})

it('cancels a call of an interface when the person does, and lets no answer go on that would end it', async () => {
  const all = await ready()
  const { host, chat } = all
  const { frame } = await startView(all)
  const call = ask(frame, 'tools/call', { name: 'save', arguments: { path: 'y' } })
  await until(() => host.asks.pending().length === 1)
  const turn = host.chats.lastTurn(chat.id)
  const model = { providerId: host.providers.list()[0]?.id ?? '', modelId: 'm' }
  harness.stores.turns.saveTurn({ ...(turn as Turn), status: 'interrupted', model })
  expect(() => host.chats.continue(chat.id)).toThrow(
    expect.objectContaining({ code: 'apps/call-open' }),
  )
  host.chats.cancelCall(chat.id, callsOf(turn as Turn).at(-1)?.id ?? '')
  expect(await call).toMatchObject({ result: { isError: true } })
  expect(callsOf(host.chats.lastTurn(chat.id) as Turn).at(-1)?.status).toBe('cancelled')
  expect(host.chats.continue(chat.id).status).toBe('running')
  await turnOver(host, chat)
})

it('is drawn in another mode only if the view declared it and the window takes it, and says which it has', async () => {
  const all = await ready()
  const { frame, viewId } = await startView(all)
  const wanted = () => viewEvents(harness).filter(({ type }) => type === 'mode-wanted').length
  const taken = ask(frame, 'ui/request-display-mode', { mode: 'fullscreen' })
  await until(() => wanted() === 1)
  all.host.appViews.contextChanged(viewId, { ...context, displayMode: 'fullscreen' })
  expect((await taken).result).toEqual({ mode: 'fullscreen' })
  expect(frame.received).toContainEqual(
    expect.objectContaining({
      method: 'ui/notifications/host-context-changed',
      params: {
        displayMode: 'fullscreen',
        containerDimensions: { width: context.width, height: context.maxHeight },
      },
    }),
  )
  const ignored = ask(frame, 'ui/request-display-mode', { mode: 'pip' })
  await until(() => wanted() === 2)
  harness.clock.advance(1000)
  expect((await ignored).result).toEqual({ mode: 'fullscreen' })

  const plain = await openView(all)
  await all.host.appViews.connect(plain.viewId, context)
  plain.frame.send({
    ...initialize,
    params: { ...initialize.params, appCapabilities: { availableDisplayModes: ['inline'] } },
  })
  plain.frame.send({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  expect((await ask(plain.frame, 'ui/request-display-mode', { mode: 'pip' })).result).toEqual({
    mode: 'inline',
  })
  expect(wanted()).toBe(2)
})

/**
 * @threat apps.files
 * @attacker server
 * @tries To write a file under a name that misleads, or elsewhere.
 * @stoppedBy The person chooses the place of every file; the name that is proposed is the last part without hidden
 * characters.
 */
it('saves a file of a view where the person chose, under its last name, and asks no third time after two refusals', async () => {
  const { frame } = await startView(await ready())
  const { appFrames } = harness
  const file = (uri: string, rest: object) => ({
    contents: [{ type: 'resource', resource: { uri, ...rest } }],
  })
  const save = (uri: string, rest: object) => ask(frame, 'ui/download-file', file(uri, rest))
  await save('file:///a/../../x\u202E.desktop', { text: 'text' })
  await save('ui://a/%2E%2E%2F.b.csv', { blob: btoa('bytes') })
  expect(appFrames.saved).toEqual([
    ['x .desktop', 'text'],
    ['b.csv', 'bytes'],
  ])
  appFrames.pressed = false
  expect(await save('ui://a/unasked', { text: 'x' })).toMatchObject({
    error: { message: expect.stringContaining('just after the person pressed') },
  })
  expect(appFrames.saved).toHaveLength(2)
  appFrames.pressed = true
  const link = { type: 'resource_link', uri: 'https://example.org/secret', name: 'a' }
  expect(await ask(frame, 'ui/download-file', { contents: [link] })).toMatchObject({
    error: { message: 'Only resources that the server lists are read.' },
  })
  appFrames.saves = false
  for (const _ of ['first', 'second'])
    expect(await save('ui://a/b', { text: 'x' })).toMatchObject({
      error: { message: 'The person did not save the file.' },
    })
  expect(await save('ui://a/b', { text: 'x' })).toMatchObject({
    error: { message: 'The person refused files of this view.' },
  })
})
