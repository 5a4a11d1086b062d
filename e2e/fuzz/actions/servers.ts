import { fixtureServerCommand, hostileServerCommand, type StdioCommand } from '@gatehouse/testkit'
import { join } from 'node:path'
import type { Random } from '../random.mjs'
import { request } from '../../support/routes.ts'
import { addServer, waitForServer } from '../../support/servers.ts'
import { expect } from '../../launch.ts'
import { oddName } from '../generators/words.mjs'
import { chaosServer, type World } from '../world.ts'
import type { Action } from './action.ts'
import { answerAll } from './answer-all.ts'
import { refuseAll } from './consenting-to.ts'

/** At most so many servers at a time; another one takes the place of the oldest. */
const MOST = 5

/** `plain`: chaos whose lists can be read, so that it can be called. */
type Kind = 'plain' | 'chaos' | 'chaos-http' | 'hostile' | 'fixture'

const approve = (world: World, random: Random): Promise<string> => {
  const kind = random.weighted<Kind>([
    [2, 'plain'],
    [3, 'chaos'],
    [3, 'chaos-http'],
    [1, 'hostile'],
    [1, 'fixture'],
  ])
  return approveOne(world, random, kind)
}

/** Approves a server in the trusted way and starts it; what it does then is its own affair. */
async function approveOne(world: World, random: Random, kind: Kind): Promise<string> {
  const number = world.servers.length + 1
  const tag = `server-${number}-${random.int(0, 1e9)}`
  const calls = join(world.folder, `calls-${tag}.jsonl`)
  const seed = random.int(1, 1e9)
  world.ledger.approve(tag)
  const target =
    kind === 'chaos-http'
      ? { url: await world.startHttp(seed, calls) }
      : recorded(world.ledger.launchScript(tag), commandOf(kind, seed, calls))
  const { page } = world.subject
  await refuseAll(page)
  const view = await addServer(page, target, { name: `${kind} ${number}`, until: undefined })
  world.servers.push({ tag, id: view.config.id, calls })
  const old = world.servers.at(-1 - MOST)
  if (old) await request(page, 'server.remove', { id: old.id }).catch(() => undefined)
  return `${kind} with seed ${seed}`
}

/** The same launch, which first writes its line into the ledger. */
const recorded = (script: string, { command, args }: StdioCommand): StdioCommand => ({
  command,
  args: ['-r', script, ...args],
})

function commandOf(kind: Exclude<Kind, 'chaos-http'>, seed: number, calls: string): StdioCommand {
  if (kind === 'hostile') return hostileServerCommand({ era: 'legacy' })
  if (kind === 'fixture') return fixtureServerCommand()
  const flags = kind === 'plain' ? ['--plain'] : []
  const args = [chaosServer, `--seed=${seed}`, `--calls=${calls}`, ...flags]
  return { command: process.execPath, args }
}

/** Starts, stops or reads what a server offers. */
async function handle(world: World, random: Random): Promise<string> {
  const servers = await request(world.subject.page, 'server.list', {})
  if (servers.length === 0) return 'there is none'
  const { id } = random.pick(servers).config
  const route = random.pick([
    'server.start',
    'server.stop',
    'server.restart',
    'server.tools',
    'server.prompts',
    'server.resources',
    'server.logs',
    'server.frames',
  ] as const)
  await request(world.subject.page, route, { id })
  return route
}

/** Calls a tool by hand; it waits for the person as any call. */
async function callTool(world: World, random: Random): Promise<string> {
  const { page } = world.subject
  const { id: serverId } = random.pick(world.servers)
  const toolName = random.pick(['run', 'read', 'ask', 'show'])
  const { id } = await request(page, 'chat.create', {})
  const given = { text: oddName(random), count: random.int(0, 9) }
  await request(page, 'chat.run-tool', { id, serverId, toolName, arguments: given })
  return toolName
}

/** Calls the first server and lets it run, until it says that it was called. */
async function callFirstServer(world: World): Promise<void> {
  const { page } = world.subject
  const [first] = world.servers
  if (!first) return
  await waitForServer(page, first.id, 'ready')
  const { id } = await request(page, 'chat.create', {})
  const call = { id, serverId: first.id, toolName: 'run', arguments: { text: 'first' } }
  const run = () => request(page, 'chat.run-tool', call).then(() => true, String)
  await expect.poll(run, { timeout: 30_000 }).toBe(true)
  const isCalled = async () => {
    await answerAll(world, () => 'allow-once')
    return world.receivedBy(first).length > 0
  }
  await expect.poll(isCalled, { timeout: 30_000 }).toBe(true)
}

export const serverActions: Action[] = [
  { name: 'call a tool by hand', weight: 8, run: callTool },
  { name: 'approve a server', weight: 2, run: approve },
  { name: 'handle a server', weight: 4, run: handle },
]

/** First step of every attack, so that a short one too has servers that were called. */
export async function approveFirstServers(world: World, random: Random): Promise<void> {
  const kinds: Kind[] = ['plain', 'chaos-http', 'fixture']
  for (const kind of kinds) await approveOne(world, random.fork(`first ${kind}`), kind)
  await callFirstServer(world)
}
