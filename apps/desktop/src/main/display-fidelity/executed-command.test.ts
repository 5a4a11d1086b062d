import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouteOutput } from '@gatehouse/contract'
import {
  isGatehouseError,
  parseJson,
  type JsonObject,
  type ToolApprovalAsk,
} from '@gatehouse/domain'
import type { LaunchReview } from '@gatehouse/domain/launch'
import type { ConsentPrompt } from '@gatehouse/host/ports'
import {
  withDisplayHash,
  fixturePaths,
  readRecording,
  startFakeModelEndpoint,
  type FakeModelEndpoint,
} from '@gatehouse/testkit'
import { hasEqualBytes, jsonObjectText, launchParts } from '@gatehouse/testkit/json-edge-cases'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compose, type Composition } from '../compose.ts'
import { quietDesktop, quietLog } from '../soak/server-cycles.ts'
import { cloneAsContextBridge, openHeadlessWindow, type HeadlessWindow } from './headless-window.ts'
import { propertyRuns, propertyOptions } from './property-settings.ts'

/** By which a server's processes are found again: the host's own, another one at each start. */
const MARK = 'GATEHOUSE_SERVER'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-shown-'))
/** The review that the person saw last before a server was added; they always agree. */
let review: LaunchReview | undefined
const consent: ConsentPrompt = {
  ask(request) {
    if (request.kind === 'launch') review = cloneAsContextBridge(request.review)
    return Promise.resolve('allow-and-start')
  },
  choose: () => Promise.resolve({ decision: 'cancel', chosen: [] }),
}
let app: Composition
let endpoint: FakeModelEndpoint
let page: HeadlessWindow
let scripted = ''

beforeAll(async () => {
  app = await compose({
    dataFolder: folder,
    events: { emit: () => undefined },
    desktop: { ...quietDesktop, consent },
    log: quietLog,
  })
  page = openHeadlessWindow(app.handlers)
  endpoint = await startFakeModelEndpoint({})
  endpoint.script('scripted', ({ toolResults }) =>
    toolResults.length > 0
      ? { text: 'Done.' }
      : { toolCalls: [{ name: 'recorder__take', arguments: scripted }] },
  )
})
afterAll(async () => {
  await app.close()
  await endpoint.close()
  rmSync(folder, { recursive: true, force: true })
})

async function until<Value>(read: () => Promise<Value | undefined> | Value | undefined) {
  for (let round = 0; round < 500; round += 1) {
    const value = await read()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('It did not come.')
}

async function addRecorder(name: string, parts = { args: [] as string[], env: [] as Pair[] }) {
  const file = join(folder, `${name}.log`)
  const plain = (one: Pair) => ({ ...one, secret: false })
  review = undefined
  const proposal = await page.request('server.propose', {
    name,
    transport: {
      kind: 'stdio',
      command: process.execPath,
      args: [fixturePaths.recordingServer, ...parts.args],
      env: [...parts.env, { name: 'RECORD_FILE', value: file }].map(plain),
    },
  })
  if (proposal.outcome !== 'saved' || !review) throw new Error('It was not added.')
  return { file, review: review as LaunchReview, id: proposal.server.config.id }
}

interface Pair {
  name: string
  value: string
}

async function connectModel() {
  const provider = await page.request('provider.save', {
    draft: { kind: 'openai-compatible', name: 'fake', baseUrl: `${endpoint.url}/v1`, key: null },
    models: [{ id: 'scripted' }],
  })
  return { providerId: provider.id, modelId: 'scripted' }
}

type Turn = RouteOutput<'chat.get'>['turns'][number]

async function lastTurn(id: string): Promise<Turn | undefined> {
  return (await page.request('chat.get', { id })).turns.at(-1)
}

/** The ask of the call that the model proposes, or the turn when it came to no ask. */
async function propose(chatId: string, text: string): Promise<ToolApprovalAsk | Turn> {
  scripted = text
  await page.request('chat.send', { id: chatId, text: 'Go' })
  return until(async () => {
    const [ask] = await page.request('ask.list', {})
    if (ask?.kind === 'tool-approval') return ask
    const turn = await lastTurn(chatId)
    return turn && turn.status !== 'running' ? turn : undefined
  })
}

async function ended(chatId: string): Promise<Turn> {
  return until(async () => {
    const turn = await lastTurn(chatId)
    return turn && turn.status !== 'running' ? turn : undefined
  })
}

const callsOf = (turn: Turn) => turn.entries.filter((entry) => entry.kind === 'tool-call')

/** A fault of the test itself is not a refusal. */
function wordsOf(error: unknown): string {
  if (!isGatehouseError(error)) throw error
  return error.message
}

function assertRefused(sent: readonly string[], words: string | undefined): void {
  if (sent.length > 0) throw new Error(`Refused, and sent all the same: ${sent[0]}`)
  if (!/\w+ \w+/.test(words ?? '')) throw new Error(`Refused without words: ${words}`)
}

/** Returns the raw view of the card. */
const rawView = (value: JsonObject): string => JSON.stringify(value, null, 2)

describe('what ran is what was shown', () => {
  let chatId = ''
  let recorder: Awaited<ReturnType<typeof addRecorder>>
  let received = 0
  const newCalls = () => {
    const { calls } = readRecording(recorder.file)
    const fresh = calls.slice(received)
    received = calls.length
    return fresh
  }

  beforeAll(async () => {
    recorder = await addRecorder('recorder')
    const model = await connectModel()
    await page.request('app.change-settings', { defaultModel: model })
    const chat = await page.request('chat.create', {})
    await page.request('chat.set-model', { id: chat.id, model })
    chatId = chat.id
    await until(async () => {
      const [view] = await page.request('server.list', {})
      return view?.connection.status === 'ready' ? view : undefined
    })
  })

  /**
   * @threat shown.odd-json
   * @attacker model
   * @tries Gives arguments in JSON that readers take in different ways: repeated keys, -0, 1e400, 2^53+1, lone
   * surrogates, __proto__, deep or wide values.
   * @stoppedBy Each case is refused in words with nothing sent, or the bytes that the server receives are those of the
   * raw view: a property test, with random edits, and for calls that a grant allows.
   */
  it('for random arguments of a model, as proposed or as edited, or it is refused in words', async () => {
    const outcomes = { equal: 0, refused: 0, edited: 0 }
    await fc.assert(
      fc.asyncProperty(jsonObjectText, fc.option(jsonObjectText), async (proposed, typed) => {
        const open = await propose(chatId, proposed)
        if (!('kind' in open)) {
          assertRefused(newCalls(), callsOf(open)[0]?.error ?? open.failure?.message)
          outcomes.refused += 1
          return
        }
        // The raw editor takes only what can be sent as it is typed.
        const edit = typed === null ? undefined : parseJson(typed, { exact: true })
        const edited = edit?.ok === true ? (edit.value as JsonObject) : undefined
        const shown = rawView(edited ?? open.arguments)
        const decision = 'allow-once' as const
        const answer = edited
          ? { kind: 'tool-approval' as const, decision, arguments: edited }
          : { kind: 'tool-approval' as const, decision }
        try {
          await page.request('ask.answer', { id: open.id, answer: withDisplayHash(open, answer) })
        } catch (error) {
          assertRefused(newCalls(), wordsOf(error))
          await page.request('ask.answer', {
            id: open.id,
            answer: { kind: 'tool-approval', decision: 'deny' },
          })
          await ended(chatId)
          outcomes.refused += 1
          return
        }
        const turn = await ended(chatId)
        const [line, ...more] = newCalls()
        expect(more).toEqual([])
        expect([line, hasEqualBytes(line ?? '', shown)]).toEqual([line, true])
        expect(rawView(callsOf(turn)[0]?.arguments ?? {})).toBe(shown)
        outcomes.equal += 1
        if (edited) outcomes.edited += 1
      }),
      propertyOptions(1),
    )
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(propertyRuns / 30)
  }, 300_000)

  /** @threat shown.odd-json */
  it('for calls that a grant allows: what is sent is what was recorded as proposed', async () => {
    const first = await propose(chatId, '{"first":true}')
    if (!('kind' in first)) throw new Error('It did not ask.')
    const answer = { kind: 'tool-approval', decision: 'allow-in-chat' } as const
    await page.request('ask.answer', { id: first.id, answer: withDisplayHash(first, answer) })
    await ended(chatId)
    newCalls()
    let equal = 0
    await fc.assert(
      fc.asyncProperty(jsonObjectText, async (proposed) => {
        const turn = await propose(chatId, proposed)
        if ('kind' in turn) throw new Error('It asked.')
        const [line] = newCalls()
        const call = callsOf(turn)[0]
        if (line === undefined) return assertRefused([], call?.error)
        equal += 1
        const recorded = rawView(call?.proposedArguments ?? {})
        expect([line, hasEqualBytes(line, recorded)]).toEqual([line, true])
      }),
      propertyOptions(0.3),
    )
    expect(equal).toBeGreaterThan(propertyRuns / 30)
  }, 300_000)

  /** @threat shown.launch-lost */
  it('for random launches: arguments and environment of the process are those of the review', async () => {
    const plain = await addRecorder('plain')
    const usual = (await until(() => readRecording(plain.file).launch)).env
    await page.request('server.remove', { id: plain.id })
    const outcomes = { equal: 0, refused: 0 }
    let number = 0
    await fc.assert(
      fc.asyncProperty(launchParts, async (parts) => {
        number += 1
        const name = `launch ${number}`
        let added: Awaited<ReturnType<typeof addRecorder>>
        try {
          added = await addRecorder(name, parts)
        } catch (error) {
          const { launch } = readRecording(join(folder, `${name}.log`))
          assertRefused(launch ? [name] : [], wordsOf(error))
          outcomes.refused += 1
          return
        }
        const { transport } = added.review.draft
        if (transport.kind !== 'stdio') throw new Error('Another transport.')
        const ran = await until(() => readRecording(added.file).launch)
        await page.request('server.remove', { id: added.id })
        expect(ran.argv).toEqual(transport.args.slice(1))
        const own = Object.entries(ran.env).filter(
          ([key, value]) => key !== MARK && usual[key] !== value,
        )
        const shown = transport.env.map((one) => [one.name, one.value])
        expect(new Map(own)).toEqual(
          new Map(shown.filter(([key, value]) => usual[key ?? ''] !== value) as [string, string][]),
        )
        outcomes.equal += 1
      }),
      propertyOptions(0.2),
    )
    expect(outcomes.equal).toBeGreaterThan(propertyRuns / 30)
  }, 300_000)
})
