import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConnectionStep } from '@gatehouse/domain'
import { afterEach, expect, test } from 'vitest'
import {
  createRecording,
  createTestBench,
  stdioTarget,
  type TestBench,
} from '../../checks/testing/recorded-connection.ts'

let bench: TestBench
afterEach(() => bench.close())

/** A program that leaves a file behind when it runs. */
function tracedProgram() {
  const trace = join(bench.folder, 'it-ran')
  const script = `require('node:fs').writeFileSync(${JSON.stringify(trace)}, '')`
  return { trace, target: stdioTarget({ command: process.execPath, args: ['-e', script] }) }
}

/** A proxy that is asked for and never named. */
const silentProxy = { resolve: () => new Promise<string>(() => undefined) }

/**
 * @threat faults.after-stop
 * @attacker program
 * @tries To run once more after Stop, Remove, quit or a time-out, because the start was still reading files, secrets or
 * a proxy.
 * @stoppedBy Reading has the time limit of the start and ends with it; the signal is looked at again right before the
 * process is started.
 */
test.each<ConnectionStep>(['resolve', 'spawn'])(
  'a start that is stopped at "%s" runs no program',
  async (step) => {
    bench = await createTestBench()
    const { trace, target } = tracedProgram()
    const stop = new AbortController()
    const { listener } = createRecording()
    const onStep = (reached: ConnectionStep): void => {
      if (reached === step) stop.abort(new Error('Stopped.'))
    }
    const opening = bench.open(target, { listener: { ...listener, onStep } }, stop.signal)
    await expect(opening).rejects.toMatchObject({ code: 'connection/cancelled' })
    expect(existsSync(trace)).toBe(false)
  },
)

/** @threat faults.after-stop */
test('a program whose folders are not known in time is not run once they are', async () => {
  const shell = await createTestBench()
  const slow = join(shell.folder, 'slow-shell')
  await writeFile(slow, '#!/bin/sh\nsleep 0.6\nexec /bin/sh "$@"\n')
  await chmod(slow, 0o755)
  bench = await createTestBench({ baseEnvironment: { ...process.env, SHELL: slow } })
  const { trace, target } = tracedProgram()
  const { failure, recording } = await bench.openFailing(target, { startTimeoutMs: 100 })
  expect(failure).toMatchObject({ code: 'preparation-timeout', waitedMs: 100 })
  // The shell has responded by now.
  await bench.factory.inspectLaunch(
    { command: 'node', args: [], env: {}, cwd: undefined },
    { lookFor: [] },
  )
  expect(recording.steps).toEqual(['resolve'])
  expect(existsSync(trace)).toBe(false)
  await shell.close()
})

test('a proxy that is never named holds neither Stop nor the time limit', async () => {
  bench = await createTestBench({ proxyResolver: silentProxy, baseEnvironment: {} })
  const far = { kind: 'http' as const, url: 'http://mcp.test/mcp', headers: {} }
  const stop = new AbortController()
  const opening = bench.open(far, {}, stop.signal)
  stop.abort(new Error('Stopped.'))
  await expect(opening).rejects.toMatchObject({ code: 'connection/cancelled' })
  const { failure } = await bench.openFailing(far, { startTimeoutMs: 50 })
  expect(failure).toMatchObject({ code: 'preparation-timeout', waitedMs: 50 })
})
