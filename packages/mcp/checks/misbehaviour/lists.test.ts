import { NEVER_ABORTED } from '@gatehouse/base'
import { badListRows } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  casesOf,
  createHostileBench,
  type Hostile,
  type HostileBench,
} from './misbehaviour-bench.ts'

const HEALTHY_MS = 3000
const signal = NEVER_ABORTED
let hostiles: HostileBench

beforeAll(async () => {
  hostiles = await createHostileBench()
})
afterAll(() => hostiles.close())

type Id = (typeof badListRows)[number]['id']

interface Lists {
  tools: string[]
  prompts: string[]
  resources: string[]
}

async function read({ connection }: Hostile): Promise<Lists> {
  const [tools, prompts, resources] = await Promise.all([
    connection.listTools(signal),
    connection.listPrompts(signal),
    connection.listResources(signal),
  ])
  const namesOf = (items: { name: string }[]) => items.map(({ name }) => name)
  return { tools: namesOf(tools), prompts: namesOf(prompts), resources: namesOf(resources) }
}

const items = (count: number) => Array.from({ length: count }, (_, index) => `item-${index}`)
const same = (names: string[]): Lists => ({ tools: names, prompts: names, resources: names })

const checks: Record<Id, (hostile: Hostile) => Promise<void>> = {
  'ten-pages': async (hostile) => {
    expect(await read(hostile)).toEqual(same(items(30)))
  },
  'cursor-expires': async (hostile) => {
    // Refused once: each list is asked for by itself, so that each meets the refusal.
    expect(await hostile.connection.listTools(signal)).toHaveLength(30)
    await hostile.call('set-lists', { arguments: { mode: 'cursor-expires' } })
    expect(await hostile.connection.listPrompts(signal)).toHaveLength(30)
    await hostile.call('set-lists', { arguments: { mode: 'cursor-expires' } })
    expect(await hostile.connection.listResources(signal)).toHaveLength(30)
    expect(hostile.logged(/refused its own cursor/)).toBe(false)
  },
  'cursor-always-expires': async (hostile) => {
    expect(await read(hostile)).toEqual(same(items(12)))
    expect(hostile.logged(/Reading the tools: The server gave no page for its own cursor/)).toBe(
      true,
    )
    expect(hostile.logged(/Reading the prompts: .*The cursor has expired/)).toBe(true)
  },
  'endless-cursor': async (hostile) => {
    expect(await hostile.connection.listTools(signal)).toHaveLength(64 * 3)
    expect(await hostile.connection.listPrompts(signal)).toHaveLength(256 * 3)
    expect(hostile.logged(/Reading the tools: The list is longer than is read/)).toBe(true)
    expect(hostile.logged(/Reading the prompts: The list is longer than is read/)).toBe(true)
  },
  'same-cursor': async (hostile) => {
    expect(await read(hostile)).toEqual(same(['one']))
    expect(hostile.logged(/gave the same page again/)).toBe(true)
  },
  '5000-entries': async (hostile) => {
    expect(await read(hostile)).toEqual({ ...same(items(5000)), tools: items(1000) })
    expect(hostile.logged(/Reading the tools: .*the first 1000 entries are used/)).toBe(true)
  },
  '20000-entries': async (hostile) => {
    expect(await read(hostile)).toEqual({ ...same(items(5000)), tools: items(1000) })
    expect(hostile.logged(/Reading the tools: .*the first 1000 entries are used/)).toBe(true)
    expect(hostile.logged(/Reading the prompts: .*the first 5000 entries are used/)).toBe(true)
  },
  '50000-entries': async ({ connection }) => {
    await expect(connection.listTools(signal)).rejects.toThrow(/more than 100,000 values/)
  },
  '54-megabytes': async (hostile) => {
    const { tools, prompts, resources } = await read(hostile)
    expect([tools.length, prompts.length, resources.length]).toEqual([20, 20, 20])
    expect(hostile.logged(/Reading the tools: .*more than 2,097,152 bytes.*first 20 entries/)).toBe(
      true,
    )
    expect(hostile.logged(/Reading the prompts: .*more than 2,097,152 bytes/)).toBe(true)
  },
  'deep-schema': async (hostile) => {
    const { tools } = await read(hostile)
    expect(tools).toEqual(['good'])
    expect(hostile.logged(/The tool "deep" is left out: It nests deeper than 125 levels/)).toBe(
      true,
    )
  },
  'hidden-keys': async (hostile) => {
    const { tools } = await read(hostile)
    expect(tools).toEqual(['good', 'also-good'])
    expect(hostile.logged(/The tool "hidden" is left out: .*"__proto__"/)).toBe(true)
    expect(hostile.logged(/One of the resources, "hidden", is left out: .*"__proto__"/)).toBe(true)
  },
  'odd-names': async (hostile) => {
    const tools = await hostile.connection.listTools(signal)
    const names = ['good', 'two\nlines', 'bell\u0007\u001b[31m', 'right\u202eto-left']
    expect(tools.map(({ name }) => name)).toEqual(names)
    expect(tools[0]?.description).toBeUndefined()
    expect(hostile.logged(/"good" is left out: another tool has the same name/)).toBe(true)
    expect(hostile.logged(/"n{128}" is left out: its name is longer/)).toBe(true)
    for (const name of names)
      expect((await hostile.call(name)).content).toEqual([{ type: 'text', text: name }])
  },
  'schema-bombs': async (hostile) => {
    const { tools } = await read(hostile)
    expect(tools).toEqual(['good', 'remote'])
    for (const name of ['large', 'no-object'])
      expect(hostile.logged(new RegExp(`"${name}" is left out`))).toBe(true)
  },
}

/**
 * @threat inbound.endless-lists
 * @attacker server
 * @tries To exhaust main at every start with tens of megabytes of definitions.
 * @stoppedBy A list is bounded by entries, bytes and values, in all its pages; one that an older file holds beyond that
 * is not read.
 * @threat inbound.one-bad-tool
 */
test.each(casesOf(badListRows))(
  'a server ($transport, $era) that $does: $outcome',
  async ({ id, transport, era }) => {
    const hostile = await hostiles.hostile(transport, era)
    hostile.recording.logs.length = 0
    await hostile.call('set-lists', { arguments: { mode: id } })
    const { slowestMs } = await hostiles.alongside(checks[id](hostile))
    expect(slowestMs).toBeLessThan(HEALTHY_MS)
    expect(hostile.recording.downs).toEqual([])
  },
)
