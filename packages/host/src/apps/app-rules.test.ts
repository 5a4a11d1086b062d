import { isVisibleToModel } from '@gatehouse/domain'
import { beforeEach, expect, it } from 'vitest'
import {
  APP_URI,
  appContext,
  appInitialize,
  askHost,
  createAppHarness,
  openView,
  startView,
  viewEndings,
  type AppHarness,
} from '../testing/app-harness.ts'
import { allowOnce, answerNext, callsOf, turnOver, until } from '../testing/chat-harness.ts'

let app: AppHarness

beforeEach(() => {
  app = createAppHarness()
})

const notification = (method: string, params: object = {}) => ({ jsonrpc: '2.0', method, params })

it('reads no interface before its call was allowed and has its result', async () => {
  const { harness } = app
  let readings = 0
  harness.server.features = {
    readResource: () => {
      readings += 1
      return Promise.resolve({
        contents: [{ uri: APP_URI, mimeType: 'text/html;profile=mcp-app', text: app.html }],
      })
    },
  }
  const { host, chat, serverId } = await app.ready()
  host.chats.runTool(chat.id, { serverId, toolName: 'board', arguments: { path: 'x' } })
  await until(() => host.asks.pending().length === 1)
  const turn = host.chats.lastTurn(chat.id)
  const place = {
    conversationId: chat.id,
    turnId: turn?.id ?? '',
    entryId: turn?.entries[0]?.id ?? '',
  }
  await expect(host.appViews.open(place)).rejects.toMatchObject({ code: 'chat/not-found' })
  expect(readings).toBe(0)
  await answerNext(host, allowOnce)
  await turnOver(host, chat)
  expect(await host.appViews.open(place)).toMatchObject({ state: 'open' })
  expect(readings).toBe(1)
})

it('answers ping at any time, and requests of unknown methods and shapes by their codes', async () => {
  const all = await app.ready()
  const { frame, viewId } = await openView(all)
  await all.host.appViews.connect(viewId, appContext)
  expect(await askHost(frame, 'ping', {})).toMatchObject({ result: {} })
  frame.send(appInitialize)
  frame.send(notification('ui/notifications/initialized'))
  expect(await askHost(frame, 'ping', {})).toMatchObject({ result: {} })
  frame.send({ jsonrpc: '2.0', id: 'bare', method: 'ping' })
  expect(frame.received.at(-1)).toMatchObject({ id: 'bare', result: {} })
  for (const method of ['sampling/createMessage', 'tools/list', 'constructor', '__proto__'])
    expect(await askHost(frame, method, {})).toMatchObject({ error: { code: -32601 } })
  expect(await askHost(frame, 'tools/call', { name: 1 })).toMatchObject({
    error: { code: -32602 },
  })
  const known = frame.received.length
  frame.send(notification('notifications/message', { level: 'info', data: 'x' }))
  frame.send(notification('unknown/notification'))
  expect(frame.received).toHaveLength(known)
  expect(viewEndings(app.harness)).toEqual([])
})

it('tells the view its host, what it grants, and the whole context', async () => {
  const all = await app.ready()
  const { frame } = await startView(all)
  expect(frame.received[0]).toMatchObject({
    result: {
      protocolVersion: '2026-01-26',
      hostInfo: { name: 'gatehouse' },
      hostCapabilities: {
        openLinks: {},
        downloadFile: {},
        serverTools: {},
        serverResources: {},
        logging: {},
        message: { text: {} },
        updateModelContext: { text: {}, structuredContent: {} },
        sandbox: { permissions: {}, csp: {} },
      },
      hostContext: {
        theme: 'dark',
        locale: 'en',
        timeZone: 'UTC',
        styles: { variables: appContext.variables },
        displayMode: 'inline',
        availableDisplayModes: ['inline', 'fullscreen', 'pip'],
        containerDimensions: { width: 700, maxHeight: 500 },
        platform: 'desktop',
        toolInfo: { id: expect.any(String) as string, tool: { name: 'board' } },
      },
    },
  })
})

it('sends the members of the context that changed, and nothing where none did', async () => {
  const all = await app.ready()
  const { frame, viewId } = await startView(all)
  const known = frame.received.length
  all.host.appViews.contextChanged(viewId, { ...appContext })
  expect(frame.received).toHaveLength(known)
  all.host.appViews.contextChanged(viewId, { ...appContext, theme: 'light', locale: 'zh-CN' })
  expect(frame.received.slice(known)).toEqual([
    notification('ui/notifications/host-context-changed', { theme: 'light', locale: 'zh-CN' }),
  ])
})

it('asks a view that wants to close for its state, and ends one that does not answer', async () => {
  const all = await app.ready()
  const { frame } = await startView(all)
  frame.send(notification('ui/notifications/request-teardown'))
  expect(frame.received.at(-1)).toMatchObject({ id: 'teardown', method: 'ui/resource-teardown' })
  frame.send({ jsonrpc: '2.0', id: 'teardown', result: {} })
  expect(viewEndings(app.harness)).toEqual(['closed-by-app'])
  const silent = await startView(all)
  all.host.appViews.close(silent.viewId, 'closed')
  expect(viewEndings(app.harness)).toHaveLength(1)
  app.harness.clock.advance(1000)
  expect(viewEndings(app.harness)).toEqual(['closed-by-app', 'closed'])
  const known = silent.frame.received.length
  silent.frame.send({ jsonrpc: '2.0', id: 9, method: 'ping' })
  expect(silent.frame.received).toHaveLength(known)
})

it('offers models no tool that is for views alone, and names the view in the record of its calls', async () => {
  const poll = {
    ...app.harness.server.tools[1],
    name: 'poll',
    _meta: { ui: { visibility: ['app'] } },
  }
  expect(isVisibleToModel(poll as Parameters<typeof isVisibleToModel>[0])).toBe(false)
  const all = await app.ready()
  const { frame, place } = await startView(all)
  const call = askHost(frame, 'tools/call', { name: 'save', arguments: { path: 'y' } })
  await answerNext(all.host, allowOnce)
  await call
  const [, made] = callsOf(await turnOver(all.host, all.chat))
  expect(made).toMatchObject({ origin: 'app', viewOf: place.entryId })
  const [record] = app.harness.stores.audit.list(1)
  expect(record).toMatchObject({ subject: 'save', origin: 'app', outcome: 'done' })
})

it('has at most four calls open, which end with the view', async () => {
  const all = await app.ready()
  const { frame } = await startView(all)
  const call = { name: 'save', arguments: { path: 'y' } }
  for (const id of ['a', 'b', 'c', 'd'])
    frame.send({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { ...call, arguments: { path: id } },
    })
  await until(() => all.host.asks.pending().length > 0)
  expect(await askHost(frame, 'tools/call', call)).toMatchObject({
    error: { message: 'At most 4 calls are open at once.' },
  })
  all.host.appViews.closeAll()
  app.harness.clock.advance(1000)
  expect(viewEndings(app.harness)).toEqual(['closed'])
  await until(() => all.host.asks.pending().length === 0)
})

it('takes the result of the call that it draws, whatever the server says later', async () => {
  const all = await app.ready()
  const { place, viewId } = await startView(all)
  all.host.appViews.close(viewId, 'closed')
  app.harness.clock.advance(1000)
  app.html = '<p>other</p>'
  const again = await all.host.appViews.open(place)
  expect(again).toMatchObject({ state: 'open' })
  const frame = again.state === 'open' ? app.harness.appFrames.opened.get(again.viewId) : undefined
  expect(frame?.html).toBe('<p>one</p>')
  expect(app.harness.stores.appPins.get(all.serverId, APP_URI)?.bytes).toBe(10)
})
