import { join } from 'node:path'
import { fixtureServerCommand } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { test, type Gatehouse } from '../launch.ts'
import { request } from '../support/routes.ts'
import { addServer } from '../support/servers.ts'
import { longestOfMain, mainMeter } from './main-blocks.ts'
import { atMost, median, report } from './measures.ts'
import { seedServers } from './seed-servers.ts'
import { followThread } from './thread-clock.ts'
import { windowProcess } from './window-memory.ts'
import { typeOn, watchWindow } from './window-meter.ts'

const COUNT = Number(process.env['GATEHOUSE_BENCH_SERVERS'] ?? 30)
const ROUNDS = Number(process.env['GATEHOUSE_BENCH_ROUNDS'] ?? 3)
const LIMIT_MS = 50

interface Round {
  /** Longest, in milliseconds: main without waiting for a processor, and with it. */
  mainOwn: number
  mainLate: number
  task: number
  frame: number
  key: number
  /** From outside of the app. */
  press: number
  tookMs: number
}

test('servers start while a person types', async ({ launch }) => {
  const gatehouse = await launch({ args: mainMeter })
  const alone = await rounds(gatehouse, 0)
  const command = fixtureServerCommand({ features: ['echo', 'add'] })
  await addServer(gatehouse.page, command, { name: 'server-0', start: 'launch' })
  await gatehouse.quit()
  seedServers(join(gatehouse.userData, 'gatehouse.db'), COUNT)
  const many = await rounds(gatehouse, COUNT)
  const row = (what: string, part: keyof Round) => {
    const of = (list: Round[]) => median(list.map((round) => round[part]))
    return atMost(what, of(many), {
      limit: LIMIT_MS,
      beside: `without servers ${Math.round(of(alone))} ms`,
    })
  }
  const took = Math.round(median(many.map((round) => round.tookMs)))
  report([
    row('Longest that main kept others waiting, since the window is there', 'mainOwn'),
    row('… with other processes’ turns', 'mainLate'),
    row('Longest task of the window', 'task'),
    row('Longest time between two frames', 'frame'),
    row('Longest from a key to its frame', 'key'),
    row('Longest key press, seen from outside', 'press'),
    { what: `${COUNT} servers ready after`, seen: `${took} ms`, target: '–', isMet: true },
  ])
})

/** So many starts, each with so many servers that start with the app. */
async function rounds(gatehouse: Gatehouse, servers: number): Promise<Round[]> {
  const seen: Round[] = []
  for (let index = 0; index < ROUNDS; index += 1) {
    await gatehouse.restart()
    seen.push(await typeThrough(gatehouse, servers))
  }
  return seen
}

async function typeThrough({ app, page }: Gatehouse, servers: number): Promise<Round> {
  const clock = followThread(await windowProcess(app))
  const window = await watchWindow(page, clock)
  // What came before was the start of main, without a window to type in.
  await longestOfMain(app)
  const started = performance.now()
  const typing = typeOn(page)
  await ready(page, servers)
  const tookMs = performance.now() - started
  const presses = await typing.stop()
  const main = await longestOfMain(app)
  const { keys, frames, tasks } = await window.take()
  clock.close()
  const most = (values: readonly number[]) => Math.max(0, ...values)
  return {
    mainOwn: main.own,
    mainLate: main.late,
    task: most(tasks),
    frame: most(frames),
    key: most(keys),
    press: most(presses),
    tookMs,
  }
}

async function ready(page: Page, servers: number): Promise<void> {
  if (servers === 0) return page.waitForTimeout(4000)
  const until = performance.now() + 120_000
  for (;;) {
    const list = await request(page, 'server.list', {})
    const count = list.filter(({ connection }) => connection.status === 'ready').length
    if (count === servers) return undefined
    if (performance.now() > until) throw new Error(`Only ${count} of ${servers} servers started.`)
    await page.waitForTimeout(500)
  }
}
