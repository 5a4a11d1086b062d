import { NEVER_ABORTED } from '@gatehouse/base'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDiagramQueue, type DiagramProcess } from './diagram-queue.ts'

const request = { source: 'flowchart LR; A --> B', theme: 'light' } as const
/** A page that stays. */
const forever = <Value>(): Promise<Value> => new Promise(() => undefined)

/** Processes that behave as instructed, and how they ended. */
function processes(behaviour: Partial<DiagramProcess> = {}) {
  const started: { isEnded: boolean }[] = []
  const start = (): DiagramProcess => {
    const one = { isEnded: false }
    started.push(one)
    return {
      ready: Promise.resolve(),
      draw: () => Promise.resolve({ state: 'too-large' }),
      ...behaviour,
      end: () => (one.isEnded = true),
    }
  }
  return { queue: createDiagramQueue(start), started }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * @threat diagrams.unasked
 * @attacker page
 * @tries To have diagrams drawn that no one asked for, one after the other, without a press.
 * @stoppedBy Drawing acts for no one: it gives the page a picture of a text that it has, sends nothing, reads and keeps
 * nothing, and what draws has no rights to gain; one is drawn at a time, and each is ended by the same limits.
 * @remains As long as such a page is there it can keep one more processor busy, with up to 240 MB, and the diagrams of
 * other windows waiting. A press would not bound that: a diagram is drawn again without one when the theme changes.
 * @threat diagrams.way-out
 */
test('each diagram has a process of its own, one after the other, which ends with it', async () => {
  let running = 0
  let most = 0
  const { queue, started } = processes({
    async draw() {
      most = Math.max(most, (running += 1))
      await Promise.resolve()
      running -= 1
      return { state: 'too-large' }
    },
  })
  const outcomes = await Promise.all([
    queue.draw(request, NEVER_ABORTED),
    queue.draw(request, NEVER_ABORTED),
  ])
  expect(outcomes).toEqual([{ state: 'too-large' }, { state: 'too-large' }])
  expect(most).toBe(1)
  expect(started).toEqual([{ isEnded: true }, { isEnded: true }])
})

/** @threat diagrams.slow */
test('a diagram that takes too long is ended, and the next one is drawn', async () => {
  let isFirst = true
  const { queue, started } = processes({
    draw() {
      const isSlow = isFirst
      isFirst = false
      return isSlow ? forever() : Promise.resolve({ state: 'too-large' })
    },
  })
  const slow = queue.draw(request, NEVER_ABORTED)
  const next = queue.draw(request, NEVER_ABORTED)
  await vi.advanceTimersByTimeAsync(2999)
  expect(started).toEqual([{ isEnded: false }])
  await vi.advanceTimersByTimeAsync(1)
  expect(await slow).toEqual({ state: 'too-slow' })
  expect(await next).toEqual({ state: 'too-large' })
  expect(started).toEqual([{ isEnded: true }, { isEnded: true }])
})

test('a process that does not start, or that dies, has failed and is ended', async () => {
  const silent = processes({ ready: forever() })
  const waiting = silent.queue.draw(request, NEVER_ABORTED)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await waiting).toEqual({ state: 'failed' })
  expect(silent.started).toEqual([{ isEnded: true }])
  const dying = processes({ draw: () => Promise.reject(new Error('It is gone.')) })
  expect(await dying.queue.draw(request, NEVER_ABORTED)).toEqual({ state: 'failed' })
  expect(dying.started).toEqual([{ isEnded: true }])
})

/**
 * @threat diagrams.slow
 * @threat diagrams.unasked
 */
test('only so many wait', async () => {
  const { queue } = processes({ draw: forever })
  const outcomes = Array.from({ length: 11 }, () => queue.draw(request, NEVER_ABORTED))
  expect(await outcomes[10]).toEqual({ state: 'busy' })
  await vi.advanceTimersByTimeAsync(30_000)
  const others = await Promise.all(outcomes.slice(0, 10))
  expect(others.map(({ state }) => state)).toEqual(Array(10).fill('too-slow'))
  const later = queue.draw(request, NEVER_ABORTED)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await later).toEqual({ state: 'too-slow' })
})

/** @threat diagrams.way-out */
test('a page that is gone leaves no process behind, and nothing that waits is begun', async () => {
  const { queue, started } = processes({ draw: forever })
  const page = new AbortController()
  const outcomes = [queue.draw(request, page.signal), queue.draw(request, page.signal)]
  await vi.advanceTimersByTimeAsync(10)
  page.abort()
  expect(await Promise.all(outcomes)).toEqual([{ state: 'failed' }, { state: 'failed' }])
  expect(started).toEqual([{ isEnded: true }])
})

/**
 * @threat diagrams.others
 * @attacker page
 * @tries To end the diagrams of other windows by going away.
 * @stoppedBy A diagram ends with the page that asked for it, and with no other.
 * @remains One is drawn at a time for all windows, so that many of one make those of others wait.
 */
test('a page that is gone takes nothing from the diagrams of other windows', async () => {
  const { queue, started } = processes({ draw: forever })
  const page = new AbortController()
  const own = queue.draw(request, page.signal)
  const others = queue.draw(request, NEVER_ABORTED)
  await vi.advanceTimersByTimeAsync(10)
  page.abort()
  expect(await own).toEqual({ state: 'failed' })
  await vi.advanceTimersByTimeAsync(3000)
  expect(await others).toEqual({ state: 'too-slow' })
  expect(started).toEqual([{ isEnded: true }, { isEnded: true }])
})
