import type { ConnectionFailure } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { createRestartPolicy } from './restart-policy.ts'

const gone: ConnectionFailure = { code: 'unreachable', message: 'gone', lastLines: [] }
const busy: ConnectionFailure = { ...gone, code: 'http-status', status: 503, retryAfterMs: 90_000 }
const wrong: ConnectionFailure = { ...gone, code: 'command-not-found' }

it('waits longer after each failure, to a cap, and never stops trying', () => {
  const policy = createRestartPolicy(() => 0)
  let now = 0
  const delays = Array.from({ length: 12 }, () => {
    const delay = policy.nextDelay(gone, { wasUp: true, now }) ?? -1
    now += delay + 10
    return delay / 1000
  })
  expect(delays).toEqual([1, 2, 5, 15, 30, 60, 120, 300, 300, 300, 300, 300])
})

it('leaves a part of each delay to chance', () => {
  for (const [chance, delay] of [
    [0, 1000],
    [0.5, 900],
    [1, 800],
  ] as const)
    expect(createRestartPolicy(() => chance).nextDelay(gone, { wasUp: true, now: 0 })).toBe(delay)
})

it('begins anew for a server that held for three minutes, and not for one that did not', () => {
  const policy = createRestartPolicy(() => 0)
  expect(policy.nextDelay(gone, { wasUp: true, now: 0 })).toBe(1000)
  expect(policy.nextDelay(gone, { wasUp: true, now: 170_000 })).toBe(2000)
  expect(policy.nextDelay(gone, { wasUp: true, now: 352_001 })).toBe(1000)
  expect(policy.nextDelay(gone, { wasUp: true, now: 353_000 })).toBe(2000)
})

it('waits as long as the server asks, even before it ever worked', () => {
  const policy = createRestartPolicy(() => 1)
  expect(policy.nextDelay(busy, { wasUp: false, now: 0 })).toBe(90_000)
  const long = { ...busy, retryAfterMs: 259_200_000 }
  expect(policy.nextDelay(long, { wasUp: false, now: 0 })).toBe(86_400_000)
  policy.reset()
  expect(policy.nextDelay(busy, { wasUp: false, now: 0 })).toBe(90_000)
  expect(policy.nextDelay({ ...busy, retryAfterMs: 0 }, { wasUp: false, now: 0 })).toBe(1600)
})

it('tries nothing again that cannot pass by itself, or that never worked', () => {
  const policy = createRestartPolicy(() => 0)
  expect(policy.nextDelay(wrong, { wasUp: true, now: 0 })).toBeNull()
  expect(policy.nextDelay(gone, { wasUp: false, now: 0 })).toBeNull()
  expect(policy.nextDelay({ ...wrong, retryAfterMs: 1000 }, { wasUp: true, now: 0 })).toBeNull()
})
