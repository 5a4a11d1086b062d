import { expect, it } from 'vitest'
import { delay, NEVER_ABORTED, raceAbort, withTimeout } from './cancellation.ts'

/** Timers that fire by hand. */
function manualTimers() {
  const set = new Set<() => void>()
  return {
    set,
    after(_ms: number, task: () => void) {
      set.add(task)
      return () => void set.delete(task)
    },
    fire: () => [...set].forEach((task) => task()),
  }
}

const never = new Promise<string>(() => undefined)

it('raceAbort rejects with the reason of the signal, also of one that was aborted before', async () => {
  const work = new AbortController()
  const aborted = raceAbort(never, work.signal)
  work.abort(new Error('stopped'))
  await expect(aborted).rejects.toThrow('stopped')
  await expect(raceAbort(never, work.signal)).rejects.toThrow('stopped')
})

it('raceAbort passes the outcome on', async () => {
  await expect(raceAbort(Promise.resolve(1), NEVER_ABORTED)).resolves.toBe(1)
  await expect(raceAbort(Promise.reject(new Error('own')), NEVER_ABORTED)).rejects.toThrow('own')
})

it('delay resolves when its signal is aborted, and leaves no timer', async () => {
  const timers = manualTimers()
  const work = new AbortController()
  const waiting = delay(1000, work.signal, timers)
  expect(timers.set.size).toBe(1)
  work.abort()
  await waiting
  await delay(1000, work.signal, timers)
  expect(timers.set.size).toBe(0)
})

it('withTimeout gives the outcome in time, and leaves no timer', async () => {
  const timers = manualTimers()
  await expect(withTimeout(Promise.resolve('in time'), 1000, { timers })).resolves.toBe('in time')
  await expect(withTimeout(Promise.reject(new Error('own')), 1000, { timers })).rejects.toThrow(
    'own',
  )
  expect(timers.set.size).toBe(0)
})

it('withTimeout gives what onTimeout returns or throws once it is late', async () => {
  const timers = manualTimers()
  const late = withTimeout(never, 1000, { timers, onTimeout: () => 'late' })
  const failed = withTimeout(never, 1000, {
    timers,
    onTimeout: () => {
      throw new Error('too late')
    },
  })
  const nothing = withTimeout(never, 1000, { timers })
  timers.fire()
  await expect(late).resolves.toBe('late')
  await expect(failed).rejects.toThrow('too late')
  await expect(nothing).resolves.toBeUndefined()
})

it('withTimeout ends early when its signal is aborted', async () => {
  const work = new AbortController()
  const ended = withTimeout(never, 1000, { signal: work.signal, onTimeout: () => 'ended' })
  work.abort()
  await expect(ended).resolves.toBe('ended')
})
