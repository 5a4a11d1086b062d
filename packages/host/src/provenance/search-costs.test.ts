import type { CallFlows, Entry, JsonObject } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { createInMemoryStores } from '../testing/in-memory-stores.ts'
import { call, gave, turnOf } from '../testing/read-chat-fixture.ts'
import { toolNamed } from '../testing/tool-fixture.ts'
import { FlowFinder } from './find-flows.ts'

function find(entries: Entry[], args: JsonObject): Promise<CallFlows> {
  return new FlowFinder({ stores: createInMemoryStores(), pause: () => undefined }).find({
    turn: turnOf(entries),
    entryId: 'new',
    serverId: 'target',
    tool: toolNamed('send'),
    arguments: args,
  })
}

/** Milliseconds of the processor, which other programs do not lengthen. */
async function processorMs(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

it('a short key behind many links, or far into a value, is looked for', async () => {
  const links = Array.from({ length: 200 }, (_, at) => `https://example.com/page/${at}/more`)
  const filler = 'plain words of no weight '.repeat(2000)
  const given = [gave('r1', 'vault', 'the code is aB3dE9xZ today'), gave('r2', 'vault', 'mia@x.io')]
  const { flows } = await find(given, {
    links,
    code: 'aB3dE9xZ',
    text: `${filler} mia@x.io ${filler}`,
  })
  expect(flows.map(({ entryId, path }) => [entryId, path])).toEqual(
    expect.arrayContaining([
      ['r1', 'code'],
      ['r2', 'text'],
    ]),
  )
  const keys = Array.from({ length: 5000 }, (_, at) => `aB${at}x9`.padEnd(9, 'Q'))
  expect(await find(given, { keys })).toMatchObject({ isIncomplete: true })
})

it('looks for short ones in one pass, whatever letters a text has', async () => {
  const text = '数据与文字 0123 '.repeat(400_000)
  const addresses = Array.from({ length: 40 }, (_, at) => `q${at}@z.io`)
  const given = [gave('r1', 'vault', text)]
  expect(await processorMs(() => find(given, { addresses }))).toBeLessThan(8_000)
})

it('many pieces of earlier calls take no time of their own at each place', async () => {
  const rows = Array.from({ length: 900 }, (_, at) => `k${at}`)
  const before = Array.from({ length: 60 }, (_, at) =>
    call(`b${at}`, 'target', { arguments: { rows } }),
  )
  const given = [...before, gave('e1', 'mail', 'Falcon-Nightfall budget 7741 Zurich')]
  // Each place compared with each piece would be some ten thousand million steps.
  expect(await processorMs(() => find(given, { rows }))).toBeLessThan(15_000)
}, 60_000)
