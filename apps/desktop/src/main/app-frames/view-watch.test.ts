import { expect, test } from 'vitest'
import { createViewWatch, WATCH_MS } from './view-watch.ts'

/** Looks at a process that uses `cores`, until it is ended or the time is over; returns seconds and reason. */
async function watch(options: { cores: number; answers: boolean; seconds?: number; kb?: number }) {
  const { cores, answers, seconds = 30, kb = 1000 } = options
  const view = createViewWatch()
  const ask = () => (answers ? Promise.resolve() : new Promise<never>(() => undefined))
  for (let at = 0; at <= seconds * 1000; at += WATCH_MS) {
    const sample = { at, memoryKb: kb, cpuSeconds: (at / 1000) * cores }
    const reason = view.look(sample, ask)
    if (reason) return { reason, seconds: at / 1000 }
    await Promise.resolve()
  }
  return undefined
}

/**
 * @threat apps.processor
 * @attacker server
 * @tries To use the processor without end, by a script that loops or by workers.
 * @stoppedBy Main runs an empty script in each view: one that does not come back, or takes more than one and a half
 * processors, is ended, and nothing else is.
 */
test('a script that loops is ended within two seconds', async () => {
  expect(await watch({ cores: 1, answers: false })).toEqual({ reason: 'spinning', seconds: 1.375 })
})

test('a process that waits for its turn, or is stopped, is not taken for one that loops', async () => {
  expect(await watch({ cores: 0.01, answers: false })).toBeUndefined()
})

/** @threat apps.processor */
test('a view that draws without pause stays, workers that take all processors do not', async () => {
  expect(await watch({ cores: 1.1, answers: true })).toBeUndefined()
  expect(await watch({ cores: 2, answers: true })).toEqual({ reason: 'spinning', seconds: 10 })
})

test('memory ends a view at once', async () => {
  expect(await watch({ cores: 0, answers: true, kb: 600_000 })).toEqual({
    reason: 'over-limits',
    seconds: 0,
  })
})
