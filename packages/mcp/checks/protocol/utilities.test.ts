import { NEVER_ABORTED } from '@gatehouse/base'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../testing/recorded-connection.ts'
import { scriptedServer } from '../testing/scripted-server.ts'
import {
  everyVariant,
  openVariant,
  textOf,
  type OpenedVariant,
  type VariantOptions,
} from './protocol-variants.ts'

interface Report {
  cancelled: { requestId: string | number; reason?: string }[]
  begun: string[]
  stopped: string[]
}

const closers: (() => Promise<void>)[] = []
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench({ headStartMs: 9000 })
})
afterEach(async () => {
  await bench.close()
  for (const close of closers.splice(0)) await close()
})

describe.each(everyVariant)('%s', (variant) => {
  const open = (options?: VariantOptions): ReturnType<typeof openVariant> =>
    openVariant({ bench, closers }, variant, options)
  const era = variant.endsWith('modern') ? 'modern' : 'legacy'

  test('progress rises, and its last report is delivered', async () => {
    const { call, progress } = await open()
    expect(textOf(await call('progress', { ticks: [1, 3, 2, 4] }))).toBe('finished')
    const reported = progress.map((report) => report.progress)
    expect(reported).toEqual(reported.toSorted((left, right) => left - right))
    proves('protocol.progress.rising', variant)
    expect(progress.at(-1)).toMatchObject({ progress: 4, total: 4, message: 'at 4' })
    proves('protocol.progress.last', variant)
  })

  /** Returns the server's record of calls that ended early. */
  const reportOf = async ({ call }: OpenedVariant): Promise<Report> =>
    JSON.parse(textOf(await call('report'))) as Report
  /** The id of the last call of a tool. */
  const idOf = ({ recording }: OpenedVariant, name: string): string | number | undefined => {
    const sent = recording.frames.filter(({ direction, method, message }) => {
      const { params } = message as { params?: { name?: string } }
      return direction === 'out' && method === 'tools/call' && params?.name === name
    })
    return sent.at(-1)?.rpcId
  }
  const cancellations = ({ recording }: OpenedVariant) =>
    recording.frames.filter(
      ({ direction, method }) => direction === 'out' && method === 'notifications/cancelled',
    )

  test('a cancelled call ends at once, the server is notified and stops, and a late response is dropped', async () => {
    const opened = await open()
    const controller = new AbortController()
    const outcome = opened.call('late', {}, controller.signal)
    const id = await eventually(() => idOf(opened, 'late'))
    // A call that is aborted before the server has it is one that it never hears of.
    await eventually(async () => (await reportOf(opened)).begun.includes('late'))
    const begun = performance.now()
    controller.abort()
    await expect(outcome).rejects.toMatchObject({ code: 'call/cancelled' })
    expect(performance.now() - begun).toBeLessThan(1000)
    proves('protocol.cancellation.ends', variant)
    const report = await eventually(async () => {
      const seen = await reportOf(opened)
      return seen.stopped.includes('late') && seen
    })
    proves('protocol.cancellation.stops', variant)
    // Over HTTP in the modern era the closed stream is the cancellation.
    const isNotified = variant !== 'http modern'
    const reason = expect.stringContaining('Cancelled by the user') as unknown
    expect(report.cancelled).toMatchObject(isNotified ? [{ requestId: id, reason }] : [])
    expect(cancellations(opened)).toHaveLength(isNotified ? 1 : 0)
    proves(`protocol.cancellation.${isNotified ? 'notified' : 'closed'}`, variant)
    // The late response came 50 ms after the cancellation.
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(textOf(await opened.call('echo', { text: 'alive' }))).toBe('alive')
    expect(opened.recording.downs).toEqual([])
    proves('protocol.cancellation.late', variant)
  })

  test('a silent call times out, progress keeps one alive, and the total ends even that', async () => {
    const callLimits = (tool: string) => ({
      silenceMs: 1000,
      totalMs: tool === 'progress' ? 2500 : 60_000,
    })
    const opened = await open({ connection: { callLimits } })
    const { call, progress } = opened
    expect(textOf(await call('progress', { ticks: [1, 2, 3, 4], everyMs: 400 }))).toBe('finished')
    proves('protocol.time-outs.progress', variant)
    await expect(call('wait', { ms: 60_000 })).rejects.toMatchObject({
      code: 'call/timed-out',
      data: { waitedMs: expect.closeTo(1000, -3) },
    })
    proves('protocol.time-outs.silence', variant)
    progress.length = 0
    const begun = performance.now()
    const ticks = Array.from({ length: 300 }, (_, index) => index)
    await expect(call('progress', { ticks, everyMs: 200 })).rejects.toMatchObject({
      code: 'call/timed-out',
    })
    expect(performance.now() - begun).toBeGreaterThanOrEqual(2400)
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(progress.length).toBeGreaterThan(3)
    proves('protocol.time-outs.total', variant)
    await eventually(async () => {
      const { stopped } = await reportOf(opened)
      return stopped.includes('wait') && stopped.includes('progress')
    })
    proves('protocol.time-outs.stopped', variant)
  })

  test('every message is recorded, and a response with its request', async () => {
    const { call, recording } = await open()
    await call('echo', { text: 'for the record' })
    const sent = recording.frames.find(({ method }) => method === 'tools/call')
    expect(sent).toMatchObject({ direction: 'out', kind: 'request' })
    proves('protocol.frames.sent', variant)
    const response = recording.frames.find(
      ({ direction, rpcId, kind }) =>
        direction === 'in' && kind === 'response' && rpcId === sent?.rpcId,
    )
    expect(response?.latencyMs).toBeGreaterThanOrEqual(0)
    expect(JSON.stringify(response?.message)).toContain('for the record')
    proves('protocol.frames.paired', variant)
    const first = era === 'modern' ? 'server/discover' : 'initialize'
    expect(recording.frames.map(({ method }) => method)).toContain(first)
    proves('protocol.frames.handshake', variant)
  })

  test('log messages come from the level on that was asked for', async () => {
    let logLevel: 'error' | 'debug' = 'error'
    const { call, connection, recording } = await open({ connection: { logLevel: () => logLevel } })
    const logged = (): string[] =>
      recording.logs.filter(({ text }) => text.includes('said at')).map(({ text }) => text)
    await connection.sendLogLevel()
    await call('notice')
    await eventually(() => logged().some((text) => text.includes('said at emergency')))
    expect(logged()).toHaveLength(4)
    proves('protocol.logging.level', variant)
    logLevel = 'debug'
    await connection.sendLogLevel()
    await call('notice')
    await eventually(() => logged().length === 12)
    proves('protocol.logging.changed', variant)
  })

  test('a server is asked whether it lives, and one that does not respond is not taken for living', async () => {
    // Only the silence is to be short: a server that is there may take its time.
    let silenceMs = 30_000
    const callLimits = () => ({ silenceMs, totalMs: 60_000 })
    const { connection, recording, call } = await open({ connection: { callLimits } })
    const before = recording.frames.length
    await connection.ping(NEVER_ABORTED)
    const asked = recording.frames.slice(before).map(({ method }) => method)
    expect(asked).toContain(era === 'modern' ? 'server/discover' : 'ping')
    proves('protocol.liveness.asked', variant)
    await call('mute')
    silenceMs = 1000
    const begun = performance.now()
    await expect(connection.ping(NEVER_ABORTED)).rejects.toMatchObject({
      code: 'request/timed-out',
    })
    expect(performance.now() - begun).toBeGreaterThanOrEqual(900)
    expect(performance.now() - begun).toBeLessThan(5000)
    proves('protocol.liveness.silent', variant)
  })
})

/** Ends with its input, with SIGTERM after it, or only when it is killed; writes down what it got. */
type Manners = 'ends' | 'stays' | 'ignores'
const written = (file: string, manners: Manners) => `
  const note = (got) => require('node:fs').appendFileSync(${JSON.stringify(file)}, got + ' ' + Date.now() + '\\n');
  note('started');
  process.stdin.on('end', () => { note('end'); if (${manners === 'ends'}) process.exit(0); });
  process.on('SIGTERM', () => { note('SIGTERM'); if (${manners !== 'ignores'}) process.exit(0); });
  ${manners === 'ends' ? '' : 'setInterval(() => undefined, 1000);'}
`
const modernHandshake = `
  if (message.method === 'server/discover') reply({ resultType: 'complete', ttlMs: 0, cacheScope: 'private',
    supportedVersions: ['2026-07-28'], capabilities: { tools: {} } });
  else refuse(-32601, 'Method not found');`
const GRACE_MS = 500

describe.each(['stdio legacy', 'stdio modern'] as const)('%s', (variant) => {
  /** Closes a server; what it got before it ended, with milliseconds since its input ended. */
  async function close(manners: Manners): Promise<{ got: string[]; at: number[]; tookMs: number }> {
    const own = await createTestBench({ graceMs: GRACE_MS })
    closers.push(() => own.close())
    const file = join(own.folder, 'got')
    const body = variant === 'stdio modern' ? modernHandshake : 'next();'
    const { connection } = await own.open(stdioTarget(scriptedServer(body, written(file, manners))))
    expect(connection.info.era).toBe(variant === 'stdio modern' ? 'modern' : 'legacy')
    const { pid = 0 } = connection.info
    const begun = Date.now()
    await connection.close()
    const tookMs = Date.now() - begun
    expect(isAlive(pid)).toBe(false)
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('started')) + 1)
    const words = last.map((line) => line.split(' '))
    return {
      got: words.map(([what = '']) => what),
      at: words.map(([, ms]) => Number(ms) - begun),
      tookMs,
    }
  }

  test('a server that ends with its input gets no signal', async () => {
    const { got } = await close('ends')
    expect(got).toEqual(['end'])
    proves('protocol.shutdown.input', variant)
  })

  test('a server that goes on after its input gets SIGTERM after a grace', async () => {
    const { got, at } = await close('stays')
    expect(got).toEqual(['end', 'SIGTERM'])
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(GRACE_MS - 100)
    proves('protocol.shutdown.terminate', variant)
  })

  test('a server that goes on after SIGTERM is killed after another grace', async () => {
    const { got, tookMs } = await close('ignores')
    expect(got).toEqual(['end', 'SIGTERM'])
    expect(tookMs).toBeGreaterThanOrEqual(2 * GRACE_MS - 100)
    proves('protocol.shutdown.kill', variant)
  })
})
