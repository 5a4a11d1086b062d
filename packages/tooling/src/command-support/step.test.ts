import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workCache } from './paths.mjs'
import { dropStamp } from './stamp.mjs'
import { cachedStep } from './step.mjs'
import { withResultsInUse } from './results-in-use.mjs'

/** A process id that no process has: larger than any on Linux, macOS and Windows. */
const nobody = String(2 ** 30)

describe('a set-up step', () => {
  const stamp = `test-${randomUUID()}`
  let folder = ''
  let inputs = 'one'
  let runs = 0
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-step-'))
    runs = 0
  })
  afterEach(() => {
    dropStamp(stamp)
    rmSync(folder, { recursive: true })
  })

  afterAll(() => rmSync(join(workCache, 'uses', stamp), { recursive: true, force: true }))

  const step = (work?: () => void) =>
    cachedStep(
      { name: 'step', stamp, fingerprint: () => inputs, outputs: [join(folder, 'result')] },
      async () => {
        runs += 1
        work?.()
        writeFileSync(join(folder, 'result'), '')
      },
    )

  it('is not done again while nothing changed', async () => {
    await step()
    expect(await step()).toBe(false)
    expect(runs).toBe(1)
  })
  it('is done again when its inputs changed or its result is gone', async () => {
    await step()
    inputs = 'two'
    await step()
    rmSync(join(folder, 'result'))
    await step()
    expect(runs).toBe(3)
  })
  it('is done again after it failed', async () => {
    await step()
    inputs = 'three'
    await expect(
      step(() => {
        throw new Error('broken')
      }),
    ).rejects.toThrow('broken')
    inputs = 'two'
    expect(await step()).toBe(true)
  })
  it('waits for work that uses its result, and such work waits for it', async () => {
    await step()
    inputs = 'four'
    const order: string[] = []
    let again: Promise<boolean> = Promise.resolve(false)
    await withResultsInUse([stamp], async () => {
      again = step(() => void order.push('made'))
      await delay(700)
      order.push('used')
    })
    const later = withResultsInUse([stamp], () => Promise.resolve(order.push('used later')))
    await Promise.all([again, later])
    expect(order).toEqual(['used', 'made', 'used later'])
  })
  it('does not wait for a process that is gone, nor for work that failed', async () => {
    const failing = withResultsInUse([stamp], () => Promise.reject(new Error('broken')))
    await expect(failing).rejects.toThrow('broken')
    writeFileSync(join(workCache, 'uses', stamp, 'gone'), nobody)
    inputs = 'five'
    expect(await step()).toBe(true)
  })
})
