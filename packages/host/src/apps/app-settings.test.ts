import { beforeEach, expect, it } from 'vitest'
import {
  APP_URI,
  askHost,
  createAppHarness,
  startView,
  viewEndings,
  type AppHarness,
} from '../testing/app-harness.ts'
import { allowOnce, answerNext, until } from '../testing/chat-harness.ts'

let app: AppHarness

beforeEach(() => {
  app = createAppHarness()
})

it('draws interfaces of one server by its own setting, and ends running ones where it says text', async () => {
  const all = await app.ready()
  const { host, serverId } = all
  const { place } = await startView(all)
  host.appViews.setForServer(serverId, 'text')
  app.harness.clock.advance(1000)
  expect(viewEndings(app.harness)).toEqual(['closed'])
  expect(await host.appViews.open(place)).toEqual({ state: 'not-drawn', reason: 'off' })
  host.appViews.setForServer(serverId, 'inline')
  host.changeSettings({ apps: 'text' })
  expect(await host.appViews.open(place)).toMatchObject({ state: 'open' })
  host.appViews.setForServer(serverId, null)
  expect(host.servers.get(serverId).config).not.toHaveProperty('apps')
  expect(await host.appViews.open(place)).toEqual({ state: 'not-drawn', reason: 'off' })
})

it('lists the interfaces of a server: tools, pinned page, what it asks for, and the calls they made', async () => {
  const all = await app.ready()
  const { host, serverId } = all
  expect(await host.appPages.ofServer(serverId)).toEqual({
    apps: [{ uri: APP_URI, tools: ['board'], pin: null }],
    calls: 0,
  })
  const { frame } = await startView(all)
  const answer = askHost(frame, 'tools/call', { name: 'save', arguments: { path: 'y' } })
  await answerNext(host, allowOnce)
  await answer
  expect(await host.appPages.ofServer(serverId)).toMatchObject({
    apps: [
      { pin: { hash: expect.any(String), bytes: 10, needs: { domains: [], permissions: [] } } },
    ],
    calls: 1,
  })
  app.harness.server.tools = []
  await host.servers.restart(serverId)
  await until(() => host.servers.get(serverId).tools().length === 0)
  expect((await host.appPages.ofServer(serverId)).apps).toMatchObject([{ uri: APP_URI, tools: [] }])
})

it('answers an equal call at once while the first one waits for the person, and not after', async () => {
  const all = await app.ready()
  const { host } = all
  const { frame } = await startView(all)
  const save = (path: string) => askHost(frame, 'tools/call', { name: 'save', arguments: { path } })
  const first = save('y')
  await until(() => host.asks.pending().length === 1)
  expect(await save('y')).toMatchObject({
    error: { message: "The same call of save waits for the person's decision." },
  })
  expect(host.asks.pending()).toHaveLength(1)
  const other = save('z')
  await until(() => host.asks.pending().length === 2)
  await answerNext(host, allowOnce)
  await answerNext(host, allowOnce)
  expect(await first).toMatchObject({ result: { isError: false } })
  expect(await other).toMatchObject({ result: { isError: false } })
  const again = save('y')
  await answerNext(host, allowOnce)
  expect(await again).toMatchObject({ result: { isError: false } })
})
