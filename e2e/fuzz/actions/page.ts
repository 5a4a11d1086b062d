import { join } from 'node:path'
import { configuration } from '../generators/configurations.ts'
import { oddValue } from '../generators/json.ts'
import { oddName } from '../generators/words.mjs'
import type { Random } from '../random.mjs'
import type { World } from '../world.ts'
import type { Action } from './action.ts'
import { refuseAll, refusing } from './consenting-to.ts'

/** Routes that would end the attack itself and tell nothing about the app: its model, its record. */
const spared = new Set(['provider.remove', 'chat.remove', 'server.adjust', 'provider.save'])

interface Reply {
  ok: boolean
  data?: { id?: string; files?: { servers: { id: string; launch: object | null }[] }[] }
}

interface Bridge {
  bridge: { request(route: string, input: unknown): Promise<Reply> }
}

/** Script in the window that calls any route with anything. */
async function callRoutes(world: World, random: Random): Promise<string> {
  const routes = world.routes.filter((route) => !spared.has(route))
  const calls = Array.from({ length: 25 }, () => [random.pick(routes), inputOf(random)] as const)
  const accepted = await world.subject.page.evaluate(async (list) => {
    const { bridge } = window as unknown as Bridge
    const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), 1500))
    const results = list.map(([route, input]) => Promise.race([bridge.request(route, input), late]))
    const settled = await Promise.allSettled(results)
    return settled.filter(
      (one) => one.status === 'fulfilled' && one.value !== 'late' && one.value.ok,
    ).length
  }, calls)
  await refuseAll(world.subject.page)
  return `${accepted} of ${calls.length} accepted`
}

function inputOf(random: Random): unknown {
  return random.weighted<() => unknown>([
    [3, () => ({})],
    [3, () => oddValue(random)],
    [3, () => ({ id: oddName(random), text: oddName(random), name: oddName(random) })],
    [1, () => ({ id: 'x'.repeat(100_000) })],
    [1, () => ({ limit: 1e9, after: -1 })],
  ])()
}

/** Script in the window that wants a program to run without the person. */
async function runProgram(world: World, random: Random): Promise<string> {
  const bait = random.pick([
    join(world.home, 'Downloads/payload'),
    join(world.project, 'node_modules/.bin/payload'),
    'npx',
    'payload',
  ])
  const draft = {
    name: oddName(random).replaceAll('\u0000', '').slice(0, 60) || 'x',
    transport: { kind: 'stdio', command: bait, args: ['from-the-page'], env: [] },
  }
  const proposing = world.subject.page.evaluate(async (wanted) => {
    const { bridge } = window as unknown as Bridge
    return `proposed ${(await bridge.request('server.propose', wanted)).ok}`
  }, draft)
  const reason = await refusing(world.subject.page, proposing)
  return `${bait.split('/').at(-1)}: ${reason}`
}

/** The same by way of an import. */
async function importProgram(world: World, random: Random): Promise<string> {
  const text = configuration(random, [join(world.home, 'Downloads/payload')], world.project)
  const proposing = world.subject.page.evaluate(async (given) => {
    const { bridge } = window as unknown as Bridge
    const call = (route: string, input: unknown) => bridge.request(route, input)
    const opened = await call('import.open', {})
    const id = opened.data?.id
    const read = await call('import.read-text', { id, text: given })
    const servers = (read.data?.files ?? []).flatMap((file) => file.servers)
    const choices = servers
      .filter(({ launch }) => launch !== null)
      .slice(0, 5)
      .map((server, at) => ({ serverId: server.id, name: `p${at}`, secrets: [] }))
    const proposed = await call('import.propose', { id, choices, answers: [] })
    return `${choices.length} chosen, proposed ${proposed.ok}`
  }, text)
  return refusing(world.subject.page, proposing)
}

export const pageActions: Action[] = [
  { name: 'call routes from the page', weight: 4, run: callRoutes },
  { name: 'run a program from the page', weight: 2, run: runProgram },
  { name: 'import a program from the page', weight: 1, run: importProgram },
]
