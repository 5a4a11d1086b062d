import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { AuditRecord, ToolCall, Turn, TurnEvent } from '@gatehouse/domain'
import type { ModelRequest } from '@gatehouse/host/ports'
import { createEventRecorder, createScriptedModels, stepOf } from '@gatehouse/host/testing'
import { openStores } from '@gatehouse/store'
import { bundlePackage, type PackageBundle } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScriptedHost } from './scripted-host.ts'

const usual = process.env['GATEHOUSE_NIGHTLY'] === undefined ? 8 : 400
/** A longer run: `GATEHOUSE_KILLS=1000 npx vitest run` with the path of this file. */
const KILLS = Number(process.env['GATEHOUSE_KILLS'] ?? usual)
const AT_ONCE = 4
/** Calls that the server receives in a whole run. */
const CALLS = 7

let program: PackageBundle

beforeAll(async () => {
  program = await bundlePackage(new URL('./killed-turn.ts', import.meta.url), ['libsql'])
}, 120_000)
afterAll(() => program.dispose())

/** Events that had been emitted to the window when the program died. */
interface Run {
  folder: string
  emitted: { name: string; payload: unknown }[]
  operations: number | null
}

/** The moment of death: at an operation of the store, with a call at the server, or some time after the start. */
interface Kill {
  at?: number
  inCall?: number
  afterMs?: number
}

/** Runs the program in a folder of its own until it is over, dies by itself, or is killed from here. */
async function run(kill: Kill): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-killed-'))
  const child = spawn(process.execPath, [program.file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_PATH: fileURLToPath(
        new URL('../../../../../packages/store/node_modules', import.meta.url),
      ),
      FOLDER: folder,
      ...(kill.at === undefined ? {} : { KILL_AT: String(kill.at) }),
      ...(kill.inCall === undefined ? {} : { KILL_IN_CALL: String(kill.inCall) }),
    },
  })
  const emitted: Run['emitted'] = []
  let operations: number | null = null
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => {
    if (line === 'begins' && kill.afterMs !== undefined)
      setTimeout(() => child.kill('SIGKILL'), kill.afterMs)
    else if (line.startsWith('over ')) operations = Number(line.slice(5))
    // A line that the end cut off did not reach the window.
    else if (line.startsWith('{') && line.endsWith('}'))
      emitted.push(JSON.parse(line) as Run['emitted'][0])
  })
  await once(lines, 'close')
  return { folder, emitted, operations }
}

const callsIn = (turns: readonly Turn[]): ToolCall[] =>
  turns.flatMap(({ entries }) => entries).filter((entry) => entry.kind === 'tool-call')

/** Starts the app on what is left, and holds that against what the window got and what the server received. */
async function examine({ folder, emitted }: Run): Promise<{ unknown: number; received: number }> {
  const stores = openStores({ file: join(folder, 'gatehouse.db') })
  const models = createScriptedModels([stepOf({ type: 'text-delta', text: 'I see.' })])
  const server = { tools: [], call: noCall, opened: [], closed: 0 }
  const host = createScriptedHost({ stores, server, models, events: createEventRecorder() })
  const [chat] = host.conversations.list()
  const turnIds = new Set(turnEvents(emitted).map(({ turnId }) => turnId))
  const turns = [...turnIds].map((id) => stores.turns.get(id))
  // What was emitted is on disk, and every chat opens.
  for (const { id } of host.conversations.list()) expect(host.chats.view(id).isRunning).toBe(false)
  expect(turns).not.toContain(null)
  const kept = turns.filter((turn) => turn !== null)
  expect(kept.map(({ status }) => status)).not.toContain('running')
  expect(host.asks.pending()).toEqual([])
  expect(stores.asks.pending()).toEqual([])
  const calls = callsIn(kept)
  for (const { turnId, event } of turnEvents(emitted)) expectKept(stores.turns.get(turnId), event)

  const received = linesOf(join(folder, 'received'))
  expect(new Set(received).size).toBe(received.length)
  const audit = stores.audit.list(1000)
  const unknown: ToolCall[] = []
  for (const n of received) {
    const call = calls.find((one) => one.arguments['n'] === n)
    expect(['done', 'unknown']).toContain(call?.status)
    expect(outcomeOf(audit, call)).toBe(call?.status)
    if (call?.status === 'unknown') unknown.push(call)
  }
  const done = calls.filter(({ status }) => status === 'done')
  expect(new Set(received)).toEqual(
    new Set([...received, ...done.map(({ arguments: args }) => args['n'])]),
  )
  // A call that was about to be sent counts as sent: it cannot be known.
  if (chat) await expectSentToModel(calls.filter(({ status }) => status === 'unknown'))
  stores.close()
  rmSync(folder, { recursive: true, force: true })
  return { unknown: unknown.length, received: received.length }

  /** The model of a further turn hears of each such call on its branch that it may have run. */
  async function expectSentToModel(unknownCalls: readonly ToolCall[]): Promise<void> {
    if (!chat?.model) return
    const shown = new Set(callsIn(host.chats.view(chat.id).turns).map(({ id }) => id))
    host.chats.send(chat.id, 'What happened?')
    while (host.chats.view(chat.id).isRunning)
      await new Promise((resolve) => setTimeout(resolve, 1))
    const words = textsSentTo(models.requests[0])
    expect(words.filter((text) => text.includes('it may have run')).length).toBe(
      unknownCalls.filter(({ id }) => shown.has(id)).length,
    )
    expect(linesOf(join(folder, 'received'))).toEqual(received)
  }
}

const noCall = () => Promise.reject(new Error('Nothing is sent again by itself.'))

function textsSentTo(request: ModelRequest | undefined): string[] {
  return (request?.messages ?? []).flatMap((message) =>
    message.role === 'tool' ? message.results.map((result) => JSON.stringify(result)) : [],
  )
}

const turnEvents = (emitted: Run['emitted']): { turnId: string; event: TurnEvent }[] =>
  emitted.flatMap(({ name, payload }) => {
    if (name !== 'turn.events') return []
    const { turnId, events } = payload as { turnId: string; events: TurnEvent[] }
    return events.map((event) => ({ turnId, event }))
  })

/** Expects entries that the window showed as done to be stored. */
function expectKept(turn: Turn | null, event: TurnEvent): void {
  const entry = (id: string) => turn?.entries.find((one) => one.id === id)
  switch (event.type) {
    case 'tool-call-finished':
      expect(entry(event.entryId)).toMatchObject({ status: 'done', result: event.result })
      break
    case 'tool-call-decided':
      expect(entry(event.entryId)).toMatchObject({ decision: event.decision })
      break
    case 'message-finished':
      expect(entry(event.entryId)).toMatchObject({ status: event.status })
      break
    case 'turn-ended':
      expect(turn?.status).toBe(event.status)
      break
    case 'turn-started':
      expect(turn?.entries[0]?.id).toBe(event.turn.entries[0]?.id)
      break
    default:
  }
}

const outcomeOf = (audit: readonly AuditRecord[], call: ToolCall | undefined) =>
  audit.find(({ kind, entryId }) => kind === 'tool-call' && entryId === call?.id)?.outcome

const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []

it(
  `an app that is killed at ${KILLS} moments keeps what it showed, sends no call again and calls none known that is not`,
  async () => {
    const whole = await run({})
    const { operations } = whole
    if (operations === null) throw new Error('The turn did not end by itself.')
    expect(await examine(whole)).toEqual({ unknown: 0, received: CALLS })

    let seed = 20_251_122
    const random = (limit: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % limit
    }
    const kills = Array.from({ length: KILLS }, (_, index): Kill => {
      if (index % 4 === 0) return { afterMs: random(150) }
      return index % 4 === 1 ? { inCall: 1 + random(CALLS) } : { at: 1 + random(operations) }
    })
    const outcomes: { unknown: number; received: number }[] = []
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let kill = kills.pop(); kill; kill = kills.pop()) {
        const given = kill
        const ended = await run(given)
        outcomes.push(
          await examine(ended).catch((error: unknown) => {
            throw new Error(`Killed ${JSON.stringify(given)}: ${String(error)}`, { cause: error })
          }),
        )
      }
    })
    await Promise.all(workers)
    expect(outcomes).toHaveLength(KILLS)
    // Each that was killed with a call at the server left one unknown.
    expect(outcomes.filter(({ unknown }) => unknown > 0).length).toBeGreaterThanOrEqual(KILLS / 4)
    for (const clause of ['kept', 'once', 'unknown']) proves(`record.killed.${clause}`)
  },
  60_000 + KILLS * 3000,
)
