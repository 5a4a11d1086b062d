import { isAlive } from '@gatehouse/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestBench, eventually, type TestBench } from '../testing/recorded-connection.ts'
import { everyWay, openWay, textOf, type WayOptions } from './protocol-variants.ts'

const closers: (() => Promise<void>)[] = []
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench({ headStartMs: 9000 })
})
afterEach(async () => {
  await bench.close()
  for (const close of closers.splice(0)) await close()
})

describe.each(everyWay)('%s', (way) => {
  const open = (options?: WayOptions): ReturnType<typeof openWay> =>
    openWay({ bench, closers }, way, options)
  const era = way.endsWith('modern') ? 'modern' : 'legacy'

  test(`[protocol.progress ${way}] progress is lost, or goes backwards`, async () => {
    const { call, progress } = await open()
    expect(textOf(await call('progress', { ticks: [1, 3, 2, 4] }))).toBe('finished')
    const reported = progress.map((report) => report.progress)
    expect(reported).toEqual(reported.toSorted((left, right) => left - right))
    expect(progress.at(-1)).toMatchObject({ progress: 4, total: 4, message: 'at 4' })
  })

  test(`[protocol.cancellation ${way}] the server goes on after a cancel, or its answer counts`, async () => {
    const { call, recording, server } = await open()
    const controller = new AbortController()
    const outcome = call('wait', { ms: 60_000 }, controller.signal)
    await eventually(() =>
      recording.frames.some(
        ({ direction, method }) => direction === 'out' && method === 'tools/call',
      ),
    )
    controller.abort()
    await expect(outcome).rejects.toMatchObject({ code: 'call/cancelled' })
    // In the modern era over HTTP the closed stream is the cancellation; over stdio the notice is all.
    const told = (): boolean =>
      recording.frames.some(
        ({ direction, method }) => direction === 'out' && method === 'notifications/cancelled',
      )
    await eventually(() => (server ? server.peer().running.size === 0 : told()))
    expect(told()).toBe(way !== 'http modern')
    expect(textOf(await call('echo', { text: 'alive' }))).toBe('alive')
  })

  test(`[protocol.time-outs ${way}] a silent call hangs, or progress does not keep one alive`, async () => {
    const { call } = await open({ connection: { requestTimeoutMs: 1000 } })
    const ticks = [1, 2, 3, 4]
    expect(textOf(await call('progress', { ticks, everyMs: 400 }))).toBe('finished')
    await expect(call('wait', { ms: 60_000 })).rejects.toMatchObject({ code: 'call/timed-out' })
  })

  test(`[protocol.frames ${way}] a message is missing from the record, or its pair`, async () => {
    const { call, recording } = await open()
    await call('echo', { text: 'for the record' })
    const sent = recording.frames.find(({ method }) => method === 'tools/call')
    expect(sent).toMatchObject({ direction: 'out', kind: 'request' })
    const answer = recording.frames.find(
      ({ direction, rpcId, kind }) =>
        direction === 'in' && kind === 'response' && rpcId === sent?.rpcId,
    )
    expect(answer?.latencyMs).toBeGreaterThanOrEqual(0)
    expect(JSON.stringify(answer?.message)).toContain('for the record')
    const first = era === 'modern' ? 'server/discover' : 'initialize'
    expect(recording.frames.map(({ method }) => method)).toContain(first)
  })

  test(`[protocol.logging ${way}] notices come below the level that was asked for, or not at all`, async () => {
    let logLevel: 'error' | 'debug' = 'error'
    const { call, connection, recording } = await open({ connection: { logLevel: () => logLevel } })
    const said = (): string[] =>
      recording.logs.filter(({ text }) => text.includes('said at')).map(({ text }) => text)
    await connection.sendLogLevel()
    await call('notice')
    await eventually(() => said().some((text) => text.includes('said at emergency')))
    expect(said()).toHaveLength(4)
    logLevel = 'debug'
    await connection.sendLogLevel()
    await call('notice')
    await eventually(() => said().length === 12)
  })

  test(`[protocol.liveness ${way}] a living server is taken for dead, or is not asked`, async () => {
    const { connection, recording } = await open()
    const before = recording.frames.length
    await connection.ping(new AbortController().signal)
    const asked = recording.frames.slice(before).map(({ method }) => method)
    expect(asked).toContain(era === 'modern' ? 'server/discover' : 'ping')
  })
})

describe.each(['stdio legacy', 'stdio modern'] as const)('%s', (way) => {
  test(`[protocol.shutdown ${way}] the process lives on after close`, async () => {
    const { connection } = await openWay({ bench, closers }, way)
    const { pid = 0 } = connection.info
    expect(isAlive(pid)).toBe(true)
    await connection.close()
    expect(isAlive(pid)).toBe(false)
  })
})
