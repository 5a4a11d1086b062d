import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@playwright/test'
import { modelApis } from '../support/models/models.ts'
import { actionAt } from './actions/index.ts'
import { connectModel } from './actions/models.ts'
import { approveFirstServers } from './actions/servers.ts'
import { Delays } from './meters/delays.ts'
import { checkOutcome, type Outcome, type Step } from './outcome.ts'
import { createRandom } from './random.mjs'
import { readRecord } from './record.ts'
import { print, printSteps } from './report.ts'
import { outcomeFile, readSettings } from './settings.ts'
import { createWorld, type World } from './world.ts'

const { seed, minutes } = readSettings()
/** Before and after the attack: what the meters say of an app that has nothing to do. */
const IDLE_MS = 4000
const ACTION_LIMIT_MS = 15_000

test('the attack', async () => {
  test.setTimeout((minutes + 4) * 60_000)
  const random = createRandom(seed)
  const world = await createWorld(random)
  const steps: Step[] = []
  let good = false
  try {
    const outcome = await attack(world, steps)
    const broken = checkOutcome(outcome)
    good = broken.length === 0
    mkdirSync(dirname(outcomeFile), { recursive: true })
    writeFileSync(outcomeFile, JSON.stringify(outcome))
    print({ outcome, broken, steps, folder: world.folder })
  } catch (error) {
    printSteps(steps, seed)
    throw error
  } finally {
    await world.close(!good)
  }
})

async function attack(world: World, steps: Step[]): Promise<Outcome> {
  const { subject } = world
  const random = createRandom(seed)
  const profile = join(world.folder, 'profile/gatehouse.db')
  // The empty record, with everything that a first start puts into it.
  const before = await subject.whileOff(() => readRecord(profile).kept)
  const watching = subject.watch()
  const idle = await measureIdle(world)
  await connectModel(world, random.fork('api').pick(modelApis))
  await approveFirstServers(world, random)
  const until = Date.now() + minutes * 60_000
  for (let place = 0; Date.now() < until; place += 1) steps.push(await take(world, place))
  await subject.collect().catch(() => undefined)
  await subject.close()
  await watching
  return outcomeOf({ world, steps, before, idle, record: readRecord(profile) })
}

async function measureIdle({ subject }: World): Promise<Outcome['idle']> {
  await sleep(IDLE_MS)
  await subject.collect()
  const idle = { main: subject.main.summary, window: subject.window.summary }
  subject.main = new Delays()
  subject.window = new Delays()
  return idle
}

/** Takes the action of a place. One that hangs is left behind, as a person would. */
async function take(world: World, place: number): Promise<Step> {
  const { action, own } = actionAt(createRandom(seed), place)
  const at = Date.now()
  const step = { at, place, name: action.name }
  const work = action.run(world, own)
  work.catch(() => undefined)
  const limit = action.name.startsWith('end by') ? 120_000 : ACTION_LIMIT_MS
  try {
    const result = await Promise.race([
      work,
      sleep(limit, undefined, { ref: false }).then(() => 'was left behind'),
    ])
    await sleep(own.int(0, 150))
    return { ...step, took: Date.now() - at, result, failed: result === 'was left behind' }
  } catch (error) {
    const result = String(error).split('\n')[0] ?? ''
    return { ...step, took: Date.now() - at, result, failed: true }
  }
}

interface Gathered {
  world: World
  steps: readonly Step[]
  before: Outcome['before']
  idle: Outcome['idle']
  record: ReturnType<typeof readRecord>
}

function outcomeOf({ world, steps, before, idle, record }: Gathered): Outcome {
  const { subject, ledger, servers, endpoint } = world
  const actions: Outcome['actions'] = {}
  for (const { name, failed } of steps) {
    const counts = (actions[name] ??= { done: 0, failed: 0 })
    counts[failed ? 'failed' : 'done'] += 1
  }
  const chats = new Set(record.conversations)
  const ended = new Set(record.ended)
  const lost = [...subject.done].filter((entry) => {
    const [conversation = '', id = ''] = entry.split(' ')
    return chats.has(conversation) && !ended.has(id)
  })
  return {
    seed,
    minutes,
    actions,
    idle,
    main: subject.main.summary,
    window: subject.window.summary,
    memory: subject.memory.reduce((most, one) => (one.megabytes > most.megabytes ? one : most)),
    starts: subject.starts,
    before,
    after: record.kept,
    received: servers.map((server) => ({ serverId: server.id, calls: world.receivedBy(server) })),
    recorded: record.calls,
    unapproved: ledger.unapproved(),
    ran: ledger.lines().length,
    asked: endpoint.requests.filter(({ method }) => method === 'POST').length,
    done: { shown: subject.done.size, lost },
    breaches: subject.breaches,
  }
}
