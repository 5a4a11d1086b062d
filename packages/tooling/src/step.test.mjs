import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropStamp } from './stamp.mjs'
import { once } from './step.mjs'

describe('a set-up step', () => {
  const stamp = `test-${randomUUID()}`
  let folder = ''
  let print = 'one'
  let runs = 0
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-step-'))
    runs = 0
  })
  afterEach(() => {
    dropStamp(stamp)
    rmSync(folder, { recursive: true })
  })

  /** @param {() => void} [work] */
  const step = (work) =>
    once(
      { name: 'step', stamp, print: () => print, outputs: [join(folder, 'result')] },
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
    print = 'two'
    await step()
    rmSync(join(folder, 'result'))
    await step()
    expect(runs).toBe(3)
  })
  it('is done again after it failed', async () => {
    await step()
    print = 'three'
    await expect(
      step(() => {
        throw new Error('broken')
      }),
    ).rejects.toThrow('broken')
    print = 'two'
    expect(await step()).toBe(true)
  })
})
