import { badCallRows } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  casesOf,
  createHostileBench,
  SHORT_TIMEOUT_MS,
  type Hostile,
  type HostileBench,
} from './misbehaviour-bench.ts'
import { eventually } from '../testing/recorded-connection.ts'

/** Milliseconds in which another server's response must be there, on a busy machine. */
const HEALTHY_MS = 3000
let hostiles: HostileBench

beforeAll(async () => {
  hostiles = await createHostileBench()
})
afterAll(() => hostiles.close())

type Id = (typeof badCallRows)[number]['id']
type Check = (hostile: Hostile) => Promise<void>

const ok = { isError: false, content: [{ type: 'text', text: 'ok' }] }

function responded(id: Id, note?: RegExp): Check {
  return async (hostile) => {
    expect(await hostile.call(id)).toMatchObject(ok)
    if (note) await eventually(() => hostile.logged(note))
  }
}

function failsNaming(id: Id, fault: string): Check {
  return async (hostile) => {
    const started = performance.now()
    await expect(hostile.call(id)).rejects.toMatchObject({
      code: 'call/outcome-unknown',
      message: expect.stringContaining(fault),
    })
    expect(performance.now() - started).toBeLessThan(5000)
  }
}

/** At once, in words, and the frame keeps the start of what was refused. */
function refused(id: Id, words: RegExp): Check {
  return async (hostile) => {
    hostile.recording.logs.length = 0
    const started = performance.now()
    const error = await hostile.call(id).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({
      code: expect.stringMatching(/^call\/(protocol|connection-lost|outcome-unknown)$/),
    })
    await eventually(() => words.test(String(error)) || hostile.logged(words))
    expect(performance.now() - started).toBeLessThan(5000)
  }
}

function large(id: Id, length: number): Check {
  return async (hostile) => {
    const { content } = await hostile.call(id)
    const texts = content.map((block) => (block.type === 'text' ? block.text.length : 0))
    expect(texts.reduce((sum, size) => sum + size, 0)).toBe(length)
    const frame = hostile.recording.frames.findLast(({ direction }) => direction === 'in')
    expect(frame).toMatchObject({ truncated: true })
    expect(JSON.stringify(frame?.message).length).toBeLessThan(20_000)
  }
}

function busiestSecond(frames: { at: number }[]): number {
  const counts = new Map<number, number>()
  for (const { at } of frames) {
    const second = Math.floor(at / 1000)
    counts.set(second, (counts.get(second) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

function unchecked(id: Id): Check {
  return async (hostile) => {
    const started = performance.now()
    expect((await hostile.call(id)).content).toMatchObject([{ text: 'structured' }])
    expect(performance.now() - started).toBeLessThan(3000)
    expect(hostile.logged(new RegExp(`output schema of "${id}" cannot be used`))).toBe(true)
  }
}

/** The pattern is judged, and never run: the time limit would let it block main until then. */
const withoutPattern: Check = async (hostile) => {
  expect((await hostile.call('promises-a-pattern-without-end')).content).toMatchObject([
    { text: 'structured' },
  ])
  expect(hostile.logged(/are not checked against the patterns and formats/)).toBe(true)
  expect(hostile.logged(/cannot be used/)).toBe(false)
}

const checks: Record<Id, Check> = {
  'responds-out-of-order': async (hostile) => {
    const call = (text: string) =>
      hostile.call('responds-out-of-order', { arguments: { text } }).then(({ content }) => content)
    expect(await Promise.all([call('one'), call('two')])).toMatchObject([
      [{ text: 'one' }],
      [{ text: 'two' }],
    ])
  },
  'responds-twice': async (hostile) => {
    const { content } = await hostile.call('responds-twice')
    expect(content).toMatchObject([{ text: 'first' }])
    await eventually(() => hostile.logged(/unknown message ID/))
  },
  'responds-with-unknown-ids': responded('responds-with-unknown-ids', /unknown message ID/),
  'responds-with-huge-ids': responded('responds-with-huge-ids', /unknown message ID/),
  'responds-with-ids-of-wrong-type': responded('responds-with-ids-of-wrong-type'),
  'responds-with-result-and-error': failsNaming(
    'responds-with-result-and-error',
    'both a result and an error',
  ),
  'responds-with-neither': failsNaming('responds-with-neither', 'neither a result nor an error'),
  'responds-with-malformed-error': async (hostile) => {
    await expect(hostile.call('responds-with-malformed-error')).rejects.toMatchObject({
      code: 'call/protocol',
      message: expect.stringContaining('an error: broken'),
    })
  },
  'sends-broken-utf-8': async (hostile) => {
    const { content } = await hostile.call('sends-broken-utf-8')
    const [block] = content
    expect(block?.type === 'text' && block.text).toMatch(/^a\ufffd+\(\ufffd+b$/)
  },
  'sends-50-megabytes-in-a-line': refused(
    'sends-50-megabytes-in-a-line',
    /(?:5\d{7} bytes long; at most|larger than) 16,?777,?216 bytes/,
  ),
  'sends-a-result-of-16-megabytes': large('sends-a-result-of-16-megabytes', 8_000_000),
  'sends-half-a-message': async (hostile) => {
    const connection = await hostile.withShortTimeout()
    await expect(hostile.call('sends-half-a-message', { connection })).rejects.toMatchObject({
      code: 'call/timed-out',
      data: { waitedMs: expect.closeTo(SHORT_TIMEOUT_MS, -3) },
    })
    // Over stdio the next response is glued to the half one, and the one after it is whole.
    await hostile.call('hello', { connection }).catch(() => undefined)
    expect((await hostile.call('hello', { connection })).isError).toBe(false)
  },
  'changes-its-tools-meanwhile': async ({ call, recording }) => {
    const before = recording.toolLists.length
    expect(await call('changes-its-tools-meanwhile')).toMatchObject(ok)
    const tools = await eventually(() => recording.toolLists.slice(before).at(-1))
    expect(tools.some((tool) => tool.name.startsWith('new-'))).toBe(true)
  },
  'asks-for-undeclared-capabilities': async ({ call, era }) => {
    const asked = call('asks-for-undeclared-capabilities')
    if (era === 'legacy') {
      const text = '-32601 -32601 -32601 -32601'
      expect((await asked).content).toMatchObject([{ text }])
    } else
      await expect(asked).rejects.toMatchObject({
        code: 'call/protocol',
        message: expect.stringContaining('sampling'),
      })
  },
  'sends-requests-in-the-modern-era': async (hostile) => {
    await responded('sends-requests-in-the-modern-era', /not servable/)(hostile)
    const responses = hostile.recording.frames.filter(
      (frame) => frame.direction === 'out' && ['response', 'error'].includes(frame.kind),
    )
    expect(responses).toEqual([])
  },
  'floods-with-notifications': async ({ call, recording }) => {
    const before = recording.logs.length
    const steps: number[] = []
    const { content } = await call('floods-with-notifications', {
      arguments: { ms: 200 },
      onProgress: (progress) => steps.push(progress),
    })
    const sent = Number(content[0]?.type === 'text' && content[0].text)
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.length).toBeLessThan(Math.max(20, sent / 20))
    const logged = recording.logs.slice(before)
    const seconds = new Set(logged.map(({ at }) => Math.floor(at / 1000))).size
    expect(logged.length).toBeLessThan(seconds * (200 + 50) + 10)
    // A busy machine may let fewer through than the bound; the call's frames tell.
    const notifications = recording.frames.filter(
      ({ method }) => method === 'notifications/message',
    )
    if (busiestSecond(notifications) > 260)
      expect(logged.some(({ text }) => /More than \d+ log messages came/.test(text))).toBe(true)
  },
  'ignores-cancel': async ({ call, recording, transport }) => {
    const controller = new AbortController()
    const before = recording.frames.length
    const calling = call('ignores-cancel', { signal: controller.signal })
    await eventually(() => recording.frames.slice(before).some((f) => f.method === 'tools/call'))
    const started = performance.now()
    controller.abort()
    await expect(calling).rejects.toMatchObject({ code: 'call/cancelled' })
    expect(performance.now() - started).toBeLessThan(1000)
    expect(await call('hello')).toMatchObject({ isError: false })
    if (transport === 'stdio')
      await eventually(() => JSON.stringify(recording.frames.slice(before)).includes('too late'))
  },
  'sends-progress-for-unknown-tokens': async ({ call, logged }) => {
    const steps: number[] = []
    const onProgress = (progress: number) => steps.push(progress)
    expect(await call('sends-progress-for-unknown-tokens', { onProgress })).toMatchObject(ok)
    expect(steps).toEqual([])
    await eventually(() => logged(/unknown token/))
  },
  'sends-progress-backwards': async ({ call }) => {
    const steps: number[] = []
    const onProgress = (progress: number) => steps.push(progress)
    expect(await call('sends-progress-backwards', { onProgress })).toMatchObject(ok)
    expect(steps).toEqual([5, 10])
  },
  'responds-100000-levels-deep': refused(
    'responds-100000-levels-deep',
    /nests deeper than 128 levels.* \(at character \d/,
  ),
  'responds-with-5000000-empty-objects': refused(
    'responds-with-5000000-empty-objects',
    /holds more than 100,000 values.* \(reached at character 300,/,
  ),
  'responds-with-50000-blocks': refused(
    'responds-with-50000-blocks',
    /holds more than 100,000 values/,
  ),
  'responds-with-2000-blocks': async ({ call }) => {
    const { content } = await call('responds-with-2000-blocks')
    expect(content).toHaveLength(501)
    expect(content[499]).toEqual({ type: 'text', text: 'block 499' })
    expect(content[500]).toMatchObject({ text: expect.stringContaining('1,500 more') })
  },
  'responds-with-hidden-key': refused(
    'responds-with-hidden-key',
    /key named "__proto__" \(at character/,
  ),
  'strays-100000-levels-deep': responded('strays-100000-levels-deep'),
  'promises-a-pattern-without-end': withoutPattern,
  'promises-a-schema-that-doubles': unchecked('promises-a-schema-that-doubles'),
  'promises-a-schema-of-itself': unchecked('promises-a-schema-of-itself'),
}

/**
 * @threat inbound.hidden-key
 * @threat inbound.flood-of-values
 */
test.each(casesOf(badCallRows))(
  'a server ($transport, $era) that $does: $outcome',
  async ({ id, transport, era }) => {
    const hostile = await hostiles.hostile(transport, era)
    const { slowestMs } = await hostiles.alongside(checks[id](hostile))
    expect(slowestMs).toBeLessThan(HEALTHY_MS)
    expect(hostile.recording.downs).toEqual([])
    expect((await hostile.call('hello')).isError).toBe(false)
  },
)
