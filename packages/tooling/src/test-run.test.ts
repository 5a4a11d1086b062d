import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestRun, resultsOf } from './test-run.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-runs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A process id that no process has: larger than any on Linux, macOS and Windows. */
const nobody = String(2 ** 30)

describe('a run of tests', () => {
  it('shares no folder with a second one beside it', () => {
    const [first, second] = [openTestRun(folder), openTestRun(folder)]
    const places = [first, second].map(({ scratch, results }) => [
      scratch,
      ...Object.values(results),
    ])
    expect(new Set(places.flat()).size).toBe(8)
    expect(first.results).toEqual(resultsOf())
    for (const run of [first, second]) run.close()
    const third = openTestRun(folder)
    expect(third.results).toEqual(resultsOf())
    third.close()
  })
  it('takes the place of one whose process is gone', () => {
    writeFileSync(join(folder, '1.lock'), nobody)
    const run = openTestRun(folder)
    expect(run.results).toEqual(resultsOf())
    run.close()
    expect(readdirSync(folder)).toEqual([])
  })
  it('has a home and settings of its own, where nothing is configured', () => {
    const { env, scratch, close } = openTestRun(folder)
    const { HOME, XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_CACHE_HOME, XDG_RUNTIME_DIR, TMPDIR } = env
    const own = [XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_CACHE_HOME, XDG_RUNTIME_DIR, TMPDIR]
    if (process.platform !== 'darwin') own.push(HOME)
    for (const place of own) expect(place).toMatch(scratch + sep)
    expect(readdirSync(XDG_CONFIG_HOME ?? '')).toEqual([])
    expect(env).toHaveProperty('CLAUDE_CONFIG_DIR', undefined)
    close()
    expect(existsSync(scratch)).toBe(false)
  })
})
