import type { Tool } from '@gatehouse/domain'
import type { AppViewContext } from '@gatehouse/domain/apps'
import { beforeEach, expect, it } from 'vitest'
import {
  allowOnce,
  answerNext,
  callsOf,
  createChatHarness,
  deny,
  turnOver,
  until,
  type ChatHarness,
} from '../testing/chat-harness.ts'
import type { MemoryAppFrame } from '../testing/memory-app-frames.ts'
import { toolNamed } from '../testing/index.ts'

const URI = 'ui://board/view'
const context: AppViewContext = {
  theme: 'dark',
  locale: 'en',
  timeZone: 'UTC',
  variables: { '--color-text-primary': '#fff' },
  width: 700,
  maxHeight: 500,
}

let harness: ChatHarness
let html: string

beforeEach(() => {
  harness = createChatHarness()
  html = '<p>one</p>'
  const withMeta = (name: string, ui: NonNullable<Tool['_meta']>): Tool => ({
    ...toolNamed(name),
    _meta: { ui },
  })
  harness.server.tools = [
    withMeta('board', { resourceUri: URI }),
    toolNamed('save'),
    withMeta('for_models', { visibility: ['model'] }),
  ]
  harness.server.call = ({ tool }) =>
    Promise.resolve({
      content: [{ type: 'text', text: `ran ${tool.name}` }],
      structuredContent: { large: 'x'.repeat(20_000) },
      isError: false,
      _meta: { hidden: true },
    })
  harness.server.features = {
    readResource: () =>
      Promise.resolve({
        contents: [{ uri: URI, mimeType: 'text/html;profile=mcp-app', text: html }],
      }),
  }
})

/** A chat in which the tool with an interface was run and allowed. */
async function ready() {
  const { host, chat } = await harness.ready([])
  host.conversations.setModel(chat.id, null)
  const serverId = host.servers.list()[0]?.config.id ?? ''
  const run = async () => {
    host.chats.runTool(chat.id, { serverId, toolName: 'board', arguments: { path: 'x' } })
    await answerNext(host, allowOnce)
    const turn = await turnOver(host, chat)
    const call = callsOf(turn).find(({ app }) => app !== undefined)
    return { conversationId: chat.id, turnId: turn.id, entryId: call?.id ?? '' }
  }
  return { host, chat, serverId, run }
}

type Ready = Awaited<ReturnType<typeof ready>>

async function openView({ host, run }: Ready) {
  const place = await run()
  const opened = await host.appViews.open(place)
  if (opened.state !== 'open') throw new Error(`It is ${opened.state}.`)
  const frame = harness.appFrames.opened.get(opened.viewId)
  if (!frame) throw new Error('There is no frame.')
  return { ...opened, place, frame }
}

/** Opens a view and speaks for it until it is ready. */
async function startView(all: Ready) {
  const view = await openView(all)
  await all.host.appViews.connect(view.viewId, context)
  view.frame.send(initialize)
  view.frame.send({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  return view
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'ui/initialize',
  params: { protocolVersion: '2026-01-26', appInfo: { name: 'a', version: '1' } },
}

let requests = 100

/** Sends a request as the view; resolves with its response. */
async function ask(frame: MemoryAppFrame, method: string, params: object) {
  requests += 1
  const id = requests
  const find = () => frame.received.find((message) => (message as { id?: number }).id === id)
  frame.send({ jsonrpc: '2.0', id, method, params })
  await until(() => find() !== undefined)
  return find() as { result?: { isError?: boolean; mode?: string }; error?: { message: string } }
}

const endings = () =>
  harness.events.recorded.flatMap(({ name, payload }) => {
    const { event } = payload as { event?: { type: string; reason?: string } }
    return name === 'app-view.event' && event?.type === 'ended' ? [event.reason] : []
  })

it('sends nothing before the view is initialized, then input and the whole result once each', async () => {
  const all = await ready()
  const { frame, viewId } = await openView(all)
  await all.host.appViews.connect(viewId, context)
  expect(frame.received).toEqual([])
  expect(await ask(frame, 'tools/call', { name: 'save' })).toMatchObject({
    error: { code: -32600 },
  })
  frame.send(initialize)
  expect(frame.received.at(-1)).toMatchObject({
    id: 1,
    result: {
      hostCapabilities: { sandbox: { permissions: {}, csp: {} } },
      hostContext: { theme: 'dark', displayMode: 'inline', toolInfo: { tool: { name: 'board' } } },
    },
  })
  frame.send({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  frame.send({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  expect(frame.received.slice(2)).toMatchObject([
    { method: 'ui/notifications/tool-input', params: { arguments: { path: 'x' } } },
    {
      method: 'ui/notifications/tool-result',
      params: { structuredContent: { large: 'x'.repeat(20_000) }, _meta: { hidden: true } },
    },
  ])
  frame.send({ ...initialize, id: 2 })
  expect(frame.received.at(-1)).toMatchObject({ id: 2, error: { code: -32600 } })
})

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

it('refuses tools for models alone, unknown tools and other display modes', async () => {
  const { frame } = await startView(await ready())
  expect(await ask(frame, 'tools/call', { name: 'for_models' })).toMatchObject({
    error: { message: 'for_models is not for interfaces.' },
  })
  expect(await ask(frame, 'tools/call', { name: 'other' })).toMatchObject({ error: {} })
  const mode = await ask(frame, 'ui/request-display-mode', { mode: 'fullscreen' })
  expect(mode.result).toEqual({ mode: 'inline' })
})

it('puts messages and context into the draft, the last context in place of the one before', async () => {
  const all = await ready()
  const { frame, place } = await startView(all)
  const text = (value: string) => [{ type: 'text', text: value }]
  await ask(frame, 'ui/update-model-context', { content: text('one') })
  await ask(frame, 'ui/update-model-context', { content: text('two') })
  await ask(frame, 'ui/message', { role: 'user', content: text('hello') })
  const { attachments, turns } = all.host.chats.view(place.conversationId)
  expect(attachments).toMatchObject([
    { fromApp: 'context', contents: [{ resource: { text: 'two' } }] },
    { fromApp: 'message', contents: [{ resource: { text: 'hello' } }] },
  ])
  expect(turns).toHaveLength(1)
})

it('reads no resource that its server does not list: an address could carry text away', async () => {
  const all = await ready()
  const { frame } = await startView(all)
  expect(await ask(frame, 'resources/read', { uri: `x://${btoa('a secret')}` })).toMatchObject({
    error: { message: 'Only resources that the server lists are read.' },
  })
  expect(await ask(frame, 'resources/read', { uri: URI })).toHaveProperty('result')
})

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
  const sizes = harness.events.recorded.flatMap(({ name, payload }) => {
    const { event } = payload as { event?: { type: string; height?: number } }
    return name === 'app-view.event' && event?.type === 'resized' ? [event.height] : []
  })
  expect(sizes).toEqual([30])
})

it('draws a changed interface only after the person accepted it, and what was drawn once as it was', async () => {
  const all = await ready()
  const first = await openView(all)
  html = '<p>two</p>'
  const place = await all.run()
  const changed = await all.host.appViews.open(place)
  expect(changed).toMatchObject({ state: 'changed', before: { bytes: 10 } })
  const hash = changed.state === 'changed' ? changed.hash : ''
  expect(() => all.host.appViews.acceptChange(place, 'f'.repeat(64))).toThrow(
    expect.objectContaining({ code: 'apps/changed' }),
  )
  all.host.appViews.acceptChange(place, hash)
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
