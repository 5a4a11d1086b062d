import type { ProxyFault } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../testing/recorded-connection.ts'
import {
  executedTwice,
  isCall,
  openFaultBench,
  reportedWrongly,
  type FaultBench,
} from './fault-bench.ts'

let bench: FaultBench

describe.each(['legacy', 'modern'] as const)('over Streamable HTTP, %s', (era) => {
  const variant = `http ${era}`

  beforeEach(async () => {
    bench = await openFaultBench(era, { requestTimeoutMs: 1500 })
  })
  afterEach(() => bench.close())

  /**
   * @threat faults.one-reset
   * @attacker server
   * @tries To end every call and the session of a server by one reset of one request.
   * @stoppedBy Only that request fails; the session is ended once pings fail too.
   */
  test('a reset of one request fails that request and no other', async () => {
    const others = [bench.call(12), bench.call(12), bench.call(12)]
    await eventually(() => bench.proxy.requests.filter(isCall).length === 3)
    bench.proxy.play({ kind: 'reset' }, isCall)
    expect(await bench.call()).toMatchObject({ code: 'call/connection-lost', executions: 0 })
    for (const reported of await Promise.all(others))
      expect(reported).toMatchObject({ result: { isError: false }, executions: 1 })
    expect(await bench.call()).toMatchObject({ result: { isError: false }, executions: 1 })
    expect(bench.recording.downs).toEqual([])
    const initializations = bench.proxy.requests.filter(
      ({ rpcMethod }) => rpcMethod === 'initialize',
    )
    expect(initializations).toHaveLength(era === 'legacy' ? 1 : 0)
    proves('faults.one-request.others', variant)
  })

  test('a network that stays down is reported once, after the requests that it took', async () => {
    await bench.proxy.down()
    expect(await bench.call()).toMatchObject({ code: 'call/connection-lost', executions: 0 })
    await eventually(() => bench.recording.downs[0])
    expect(bench.recording.downs).toMatchObject([{ code: 'unreachable' }])
    proves('faults.one-request.down', variant)
  })

  /** @threat faults.one-reset */
  test('a network that resets for a moment ends no session', async () => {
    const stop = bench.proxy.playAlways({ kind: 'reset' })
    expect(await bench.call()).toMatchObject({ executions: 0 })
    stop()
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(bench.recording.downs).toEqual([])
    expect(await bench.call()).toMatchObject({ result: { isError: false }, executions: 1 })
  })

  const faults: Record<string, ProxyFault> = {
    'reset before it arrived': { kind: 'reset' },
    'reset after it ran': { kind: 'reset-after' },
    'HTTP 500 after it ran': { kind: 'status-after', status: 500 },
    'HTTP 502 after it ran': { kind: 'status-after', status: 502 },
    'HTTP 503 after it ran': { kind: 'status-after', status: 503 },
    'HTTP 504 after it ran': { kind: 'status-after', status: 504 },
    'HTTP 524 after it ran': { kind: 'status-after', status: 524 },
    'HTTP 408 after it ran': { kind: 'status-after', status: 408 },
    'a lost response': { kind: 'drop-after' },
    'a response cut in half': { kind: 'truncate', part: 0.5 },
    'a response cut at its end': { kind: 'truncate', part: 0.9 },
    'an empty response': { kind: 'truncate', part: 0 },
    'a response that comes twice': { kind: 'duplicate' },
    'a delay': { kind: 'delay', ms: 300 },
    'HTTP 429 before it arrived': { kind: 'refuse', status: 429, headers: { 'retry-after': '1' } },
    'HTTP 401 before it arrived': { kind: 'refuse', status: 401 },
  }

  /**
   * @threat faults.retold
   * @attacker server
   * @tries To have a call that ran be called again, by having it reported as one that failed: with an error of a proxy,
   * half a response or none.
   * @stoppedBy Whatever does not say that the call was refused ends it as one that may have run; the model is notified,
   * and a standing permission is suspended.
   */
  test('of calls under every fault none runs twice, and none that ran is reported as one that did not', async () => {
    const reported = []
    for (const fault of Object.values(faults)) {
      bench.proxy.play(fault, isCall)
      reported.push(...(await Promise.all([bench.call(), bench.call(2)])))
    }
    expect(reported).toHaveLength(2 * Object.keys(faults).length)
    expect(executedTwice(reported)).toEqual([])
    expect(reportedWrongly(reported)).toEqual([])
    expect(bench.recording.downs).toEqual([])
    proves('faults.outcome.once', variant)
    proves('faults.outcome.unknown', variant)
  }, 30_000)

  test('of calls around a restart of the server none runs twice or is reported wrongly', async () => {
    const running = [bench.call(12), bench.call(12)]
    await eventually(() => bench.proxy.requests.filter(isCall).length === 2)
    await bench.proxy.down()
    await bench.server.forgetSessions()
    const reported = [...(await Promise.all(running)), await bench.call()]
    await bench.proxy.up()
    reported.push(await bench.call())
    expect(executedTwice(reported)).toEqual([])
    expect(reportedWrongly(reported)).toEqual([])
    for (const { code } of reported.slice(0, 3)) expect(code).toBe('call/connection-lost')
  })

  test('a response that is cut off fails its call at once', async () => {
    bench.proxy.play({ kind: 'truncate', part: 0.8 }, isCall)
    const startedAt = performance.now()
    expect(await bench.call()).toMatchObject({ code: 'call/outcome-unknown', executions: 1 })
    expect(performance.now() - startedAt).toBeLessThan(1000)
    proves('faults.cut-off.at-once', variant)
  })
})
