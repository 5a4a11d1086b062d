import { NEVER_ABORTED } from '@gatehouse/base'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPausableTimeouts } from '../system/timing/pausable-timeouts.ts'
import { callLimits, startRequestTimer } from './request-timeouts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('progress does not keep a call alive past its total cap', async () => {
  const clock = startRequestTimer(
    { silenceMs: 1000, totalMs: 3000, timeouts: createPausableTimeouts() },
    NEVER_ABORTED,
  )
  for (let step = 0; step < 5; step += 1) {
    await vi.advanceTimersByTimeAsync(590)
    clock.touch()
  }
  expect(clock.end()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(100)
  expect(clock.end()).toBe('too-long')
  clock.dispose()
})

it('the total cap stands still while a person is being asked', async () => {
  const timeouts = createPausableTimeouts()
  const clock = startRequestTimer({ silenceMs: 1000, totalMs: 3000, timeouts }, NEVER_ABORTED)
  let answer = (): void => undefined
  const asked = timeouts.pauseDuring(() => new Promise<void>((resolve) => (answer = resolve)))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(clock.end()).toBeUndefined()
  answer()
  await asked
  await vi.advanceTimersByTimeAsync(1001)
  expect(clock.end()).toBe('silent')
  clock.dispose()
})

it('what a person set for one tool is used for it, and not for others', () => {
  const options = {
    requestTimeoutMs: 60_000,
    callLimits: (tool: string) =>
      tool === 'build'
        ? { silenceMs: 5000, totalMs: 9000 }
        : { silenceMs: 60_000, totalMs: 600_000 },
  }
  expect(callLimits(options, 'build')).toEqual({ silenceMs: 5000, totalMs: 9000 })
  expect(callLimits(options, 'read')).toEqual({ silenceMs: 60_000, totalMs: 600_000 })
  expect(callLimits({ requestTimeoutMs: 3_600_000 }, 'read').totalMs).toBe(3_600_000)
})
