import { beforeEach, expect, it } from 'vitest'
import {
  APP_URI,
  appContext,
  appInitialize,
  askHost,
  createAppHarness,
  startView,
  viewEndings,
  viewEvents,
  type AppHarness,
} from '../testing/app-harness.ts'
import { allowOnce, answerNext } from '../testing/chat-harness.ts'

const { signal } = new AbortController()

let app: AppHarness
let all: Awaited<ReturnType<AppHarness['ready']>>
beforeEach(async () => {
  app = createAppHarness()
  app.ui = {
    csp: { connectDomains: ['https://api.example.com', 'http://127.0.0.1:81'] },
    permissions: { camera: {} },
  }
  app.harness.consent.decision = 'allow'
  all = await app.ready()
})

const views = () => all.host.appViews
const asked = () => app.harness.consent.asked.filter(({ kind }) => kind === 'app-access')
const given = () => app.harness.stores.appPins.get(all.serverId, APP_URI)?.given

async function openWindow() {
  const place = await all.run()
  return { place, opened: await views().openWindow(place) }
}

it('a sealed view offers a window, whose question names exactly what it would have', async () => {
  const { place, offer } = await startView(all)
  expect(offer).toBe('window')
  expect(asked()).toEqual([])
  expect(await views().openWindow(place)).toMatchObject({
    state: 'in-window',
    access: { hosts: [{ host: 'api.example.com', port: 443 }], permissions: ['camera'] },
    refused: [{ text: 'http://127.0.0.1:81', reason: 'local' }],
  })
  expect(asked()).toMatchObject([
    {
      serverName: 'files',
      uri: APP_URI,
      access: { hosts: [{ host: 'api.example.com', uses: ['connect'] }], permissions: ['camera'] },
      refused: [{ reason: 'local' }],
      before: null,
      isTemporary: false,
    },
  ])
  app.harness.clock.advance(1000)
  expect(viewEndings(app.harness)).toEqual(['closed'])
})

it('without consent nothing opens, and the sealed view goes on', async () => {
  const { place, viewId } = await startView(all)
  app.harness.consent.decision = 'cancel'
  expect(await views().openWindow(place)).toEqual({ state: 'cancelled' })
  expect([...app.harness.appFrames.opened.keys()]).toEqual([viewId])
  expect([given(), viewEndings(app.harness)]).toEqual([undefined, []])
})

/**
 * @threat apps.window.consent
 * @attacker server
 * @tries To have more hosts or permissions than the person read, by another page or set, a name that looks alike, or
 * words in the policy.
 * @stoppedBy Hosts are parsed and written anew in the form that is looked up. What is given is bound to page, server
 * identity and set, and a change is compared in the consent window.
 */
it('is asked about once for the same page, server and set, and again with a comparison after any change', async () => {
  await openWindow()
  await openWindow()
  expect(asked()).toHaveLength(1)
  app.ui = { csp: { connectDomains: ['https://api.example.com', 'https://more.example.com'] } }
  await openWindow()
  expect(asked().at(-1)).toMatchObject({
    before: {
      access: { hosts: [{ host: 'api.example.com' }], permissions: ['camera'] },
      isOtherPage: false,
      isOtherServer: false,
    },
  })
  app.html = '<p>two</p>'
  const { place, opened } = await openWindow()
  expect(opened).toMatchObject({ state: 'changed' })
  if (opened.state !== 'changed') throw new Error('It did not change.')
  all.host.appPages.acceptChange(place, opened.hash)
  expect(await views().openWindow(place)).toMatchObject({ state: 'in-window' })
  expect(asked().at(-1)).toMatchObject({ before: { isOtherPage: true } })
  expect(asked()).toHaveLength(3)
  await openWindow()
  expect(asked()).toHaveLength(3)
})

it('takes back what was given with its windows, and records both', async () => {
  await openWindow()
  expect(given()).toMatchObject({ access: { permissions: ['camera'] } })
  expect((await all.host.appPages.ofServer(all.serverId)).apps[0]?.pin?.given).toEqual(given())
  views().takeBack(all.serverId, APP_URI)
  expect(given()).toBeUndefined()
  expect(viewEndings(app.harness)).toEqual(['closed'])
  const records = await app.harness.stores.audit.latest(10)
  expect(records.filter(({ kind }) => kind.startsWith('permission'))).toMatchObject([
    { kind: 'permission-revoked', subject: `${APP_URI}: https://api.example.com, camera` },
    { kind: 'permission-given', decision: 'allow-always' },
  ])
  await openWindow()
  expect(asked()).toHaveLength(2)
})

it('a server that is given nothing has sealed windows alone, and one that may reach this computer names it', async () => {
  views().setGiving(all.serverId, 'never')
  expect((await startView(all)).offer).toBe('never')
  expect((await openWindow()).opened).toMatchObject({
    state: 'in-window',
    access: { hosts: [], permissions: [] },
  })
  expect(asked()).toEqual([])
  views().setGiving(all.serverId, 'local')
  const { opened } = await openWindow()
  expect(opened).toMatchObject({ refused: [], access: { hosts: [{ host: '127.0.0.1' }, {}] } })
})

it('where interfaces have windows of their own, none is drawn in the chat', async () => {
  app.harness.events.recorded.length = 0
  views().setForServer(all.serverId, 'window')
  const place = await all.run()
  expect(await views().open(place)).toEqual({ state: 'not-drawn', reason: 'own-window' })
  app.ui = undefined
  const opened = await views().openWindow(await all.run())
  expect(opened).toMatchObject({ state: 'in-window', access: { hosts: [], permissions: [] } })
  expect(asked()).toEqual([])
  views().setForServer(all.serverId, 'text')
  expect(await views().openWindow(place)).toEqual({ state: 'not-drawn', reason: 'off' })
})

it('a second press brings its window to the front, and a closed window ends the view', async () => {
  const { place, opened } = await openWindow()
  if (opened.state !== 'in-window') throw new Error('There is no window.')
  await views().openWindow(place)
  const { appFrames } = app.harness
  expect([appFrames.shown, appFrames.opened.size]).toEqual([[opened.viewId], 1])
  appFrames.opened.get(opened.viewId)?.window?.onClosed()
  expect(viewEndings(app.harness)).toEqual(['closed'])
  expect(appFrames.opened.get(opened.viewId)?.isClosed).toBe(true)
})

it('its view has the room of the window, is told what it has, and its requests go through main', async () => {
  const { opened } = await openWindow()
  if (opened.state !== 'in-window') throw new Error('There is no window.')
  await views().connect(opened.viewId, appContext)
  const frame = app.harness.appFrames.opened.get(opened.viewId)
  if (!frame?.window) throw new Error('There is no window.')
  frame.listener?.onRoom({ width: 900, height: 660 })
  frame.send(appInitialize)
  expect(frame.received.at(-1)).toMatchObject({
    result: {
      hostCapabilities: {
        sandbox: {
          permissions: { camera: {} },
          csp: { connectDomains: ['https://api.example.com'] },
        },
      },
      hostContext: {
        displayMode: 'fullscreen',
        availableDisplayModes: ['fullscreen'],
        containerDimensions: { width: 900, height: 660 },
      },
    },
  })
  frame.send({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  frame.listener?.onRoom({ width: 500, height: 300 })
  expect(frame.received.at(-1)).toMatchObject({
    method: 'ui/notifications/host-context-changed',
    params: { containerDimensions: { width: 500, height: 300 } },
  })
  expect(await askHost(frame, 'ui/request-display-mode', { mode: 'inline' })).toMatchObject({
    result: { mode: 'fullscreen' },
  })
  // Its calls are asked about like those of a view in the chat.
  const call = askHost(frame, 'tools/call', { name: 'save', arguments: { path: 'y' } })
  await answerNext(all.host, allowOnce)
  expect(await call).toMatchObject({ result: { isError: false } })

  const get = (url: string) => ({ url, method: 'GET', headers: {} })
  const { send } = frame.window
  await send(get('https://api.example.com/a'), signal)
  await expect(send(get('http://127.0.0.1:81/'), signal)).rejects.toThrow('was not asked')
  expect(app.harness.webHttp.sent.map(({ url }) => url)).toEqual(['https://api.example.com/a'])
  expect(viewEvents(app.harness)).toContainEqual({
    type: 'blocked',
    host: '127.0.0.1:81',
    reason: 'not-agreed',
  })
  const traffic = all.host.servers.get(all.serverId).journal.frames(0, 100)
  expect(traffic.filter(({ kind }) => kind === 'app-request')).toMatchObject([
    { http: { url: 'api.example.com/a', status: 200 } },
    { message: { refused: 'not-agreed' } },
  ])
  await all.host.servers.remove(all.serverId)
  await expect(send(get('https://api.example.com/a'), signal)).rejects.toThrow(
    'was changed or removed',
  )
})

it('remembers nothing of a temporary chat', async () => {
  const { place } = await openWindow()
  views().takeBack(all.serverId, APP_URI)
  const chat = app.harness.stores.conversations.get(place.conversationId)
  if (!chat) throw new Error('There is no chat.')
  app.harness.stores.conversations.save({ ...chat, isTemporary: true })
  await views().openWindow(place)
  await views().openWindow(place)
  expect(asked().at(-1)).toMatchObject({ isTemporary: true })
  expect(given()).toBeUndefined()
})
