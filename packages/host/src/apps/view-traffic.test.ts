import type { Frame } from '@gatehouse/domain'
import { beforeEach, expect, it } from 'vitest'
import { createSecretMask } from '../masking/secret-mask.ts'
import { createServerJournal } from '../servers/server-journal.ts'
import { askHost, createAppHarness, startView, type AppHarness } from '../testing/app-harness.ts'
import { createViewTraffic } from './view-traffic.ts'

let app: AppHarness

beforeEach(() => {
  app = createAppHarness()
})

async function started() {
  const all = await app.ready()
  const { frame, viewId } = await startView(all)
  const { journal } = all.host.servers.get(all.serverId)
  const lines = () => journal.frames(0, 2000).filter(({ view }) => view?.id === viewId)
  return { frame, lines, viewId }
}

const wordsOf = ({ direction, kind, method, view }: Frame): string =>
  [direction, kind, method, view?.refused].filter(Boolean).join(' ')

it('lists each message of a view in its order, with its size and the rule that refused it', async () => {
  const { frame, lines } = await started()
  expect(lines().map(wordsOf)).toEqual([
    'in request ui/initialize',
    'out response ui/initialize',
    'in notification ui/notifications/initialized',
    'out notification ui/notifications/tool-input',
    'out notification ui/notifications/tool-result',
  ])
  expect(lines()[0]).toMatchObject({
    view: { title: 'board' },
    rpcId: 1,
    truncated: false,
    message: { id: 1, method: 'ui/initialize' },
  })
  // The result has 20,000 characters.
  expect(lines()[4]?.bytes).toBeGreaterThan(20_000)
  const known = lines().length
  frame.send({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  frame.send('nothing')
  await askHost(frame, 'sampling/createMessage', {})
  await askHost(frame, 'tools/call', { name: 1 })
  await askHost(frame, 'ui/initialize', { protocolVersion: '2026-01-26' })
  await askHost(frame, 'tools/call', { name: 'for_models' })
  await askHost(frame, 'resources/read', { uri: 'https://example.org/secret' })
  expect(lines().slice(known).map(wordsOf)).toEqual([
    'in notification ui/notifications/initialized wrong-state',
    'in malformed not-a-message',
    'in request sampling/createMessage',
    'out error sampling/createMessage unknown-method',
    'in request tools/call',
    'out error tools/call invalid-params',
    'in request ui/initialize',
    'out error ui/initialize wrong-state',
    'in request tools/call',
    'out error tools/call not-allowed',
    'in request resources/read',
    'out error resources/read not-allowed',
  ])
})

it('lists what the policy of a sealed view refused', async () => {
  const { frame, lines } = await started()
  frame.listener?.onBlocked('api.example.org', 'not-agreed')
  frame.listener?.onBlocked('api.example.org', 'not-agreed')
  expect(lines().filter(({ kind }) => kind === 'app-request')).toMatchObject([
    { http: { url: 'api.example.org' }, message: { refused: 'not-agreed' } },
  ])
})

/**
 * @threat apps.traffic
 * @attacker server
 * @tries To fill memory by messages of its interface that are recorded, or to push the traffic before them out.
 * @stoppedBy Of the messages beyond the rate two lines a second are kept, of a large one the first part, and of all
 * lines as many as of any server.
 */
it('keeps two lines a second of a flood, and the first part of a large message', async () => {
  const { frame, lines } = await started()
  const known = lines().length
  for (let count = 0; count < 500; count += 1)
    frame.send({ jsonrpc: '2.0', id: count, method: 'ping' })
  const flood = lines().slice(known)
  expect(flood.filter(({ view }) => view?.refused === 'too-many')).toHaveLength(2)
  expect(flood.length).toBeLessThan(205)
  app.harness.clock.advance(1000)
  frame.send({ jsonrpc: '2.0', method: 'x', params: 'x'.repeat(900_000) })
  const start = expect.stringMatching(/^.{16384}$/) as string
  expect(lines().at(-1)).toMatchObject({ truncated: true, method: 'x', message: start })
  frame.send({ jsonrpc: '2.0', method: 'x', params: 'x'.repeat(1_100_000) })
  expect(lines().at(-1)).toMatchObject({ kind: 'malformed', view: { refused: 'too-large' } })
  expect(JSON.stringify(lines()).length).toBeLessThan(400_000)
})

it('hides the secrets of the server, and is no message of the server', () => {
  const journal = createServerJournal('s', { emit: () => undefined })
  journal.mask(createSecretMask(['hunter2hunter2']))
  const traffic = createViewTraffic({
    journal,
    clock: { now: () => 1 },
    view: { id: 'v', title: 'Board' },
  })
  const message = { id: 'q', method: 'tools/call', params: { name: 'hunter2hunter2' } }
  traffic.received(JSON.stringify(message), message)
  expect(JSON.stringify(journal.frames(0, 10))).not.toContain('hunter2')
  expect(journal.links.find({ kind: 'request', id: 'q' })).toBeUndefined()
})
