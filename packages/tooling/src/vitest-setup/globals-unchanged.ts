import { afterAll, expect, vi } from 'vitest'

/**
 * Set-up of test files that share a process: what a file leaves behind fails that file, and not the one
 * that happens to run after it. Compared are the environment, the working folder, the values of the
 * globals that there were before and whether timers are real; only names are reported. A new global is not
 * looked for: libraries add theirs when they are first loaded.
 */

/** Changed by the tools of the tests themselves. */
const isOfTools = (name: string) => name.startsWith('__') || name === 'IS_REACT_ACT_ENVIRONMENT'

/** Those with a value; what is behind a getter may be made again at each reading. */
function globals(): Map<string, unknown> {
  const values = new Map<string, unknown>()
  for (const [name, one] of Object.entries(Object.getOwnPropertyDescriptors(globalThis)))
    if ('value' in one && !isOfTools(name)) values.set(name, one.value)
  return values
}

const changed = (before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>) =>
  [...before].filter(([name, value]) => !Object.is(after.get(name), value)).map(([name]) => name)

const environment = () => new Map(Object.entries(process.env))
const before = { environment: environment(), folder: process.cwd(), globals: globals() }

afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  const after = environment()
  const left = {
    variables: [...changed(before.environment, after), ...changed(after, before.environment)],
    globals: changed(before.globals, globals()),
    folder: process.cwd(),
    fakeTimers: vi.isFakeTimers(),
  }
  expect(left, 'what this file leaves behind for the next one in its process').toEqual({
    variables: [],
    globals: [],
    folder: before.folder,
    fakeTimers: false,
  })
})
