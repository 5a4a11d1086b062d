import { NEVER_ABORTED } from '@gatehouse/base'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DownloadProgress } from '@gatehouse/domain'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isAlive, readPidFile, waitUntilGone } from '@gatehouse/testkit'
import {
  createRecording,
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'
import { scriptedServer } from '../../../checks/testing/scripted-server.ts'
import { createStartDeadline } from './start-deadline.ts'

/** For programs that must respond in the end: they have to start within it. */
const LIMIT_MS = 2500
/** Long enough for an end after one limit to be seen. */
const SEVERAL_LIMITS_MS = LIMIT_MS * 2
/** For programs that must not: nothing depends on how fast they start. */
const SMALL_LIMIT_MS = 1500
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench({ headStartMs: 100, graceMs: 300 })
})
afterEach(() => bench.close())

const goFile = () => join(bench.folder, 'go')

/** Keeps a server from its first response until the file `go` is there; `busy` is run again and again meanwhile. */
function busyUntilGo(busy: string): string {
  return `
    const fs = require('node:fs');
    fs.writeFileSync(${JSON.stringify(join(bench.folder, 'pid'))}, String(process.pid));
    while (!fs.existsSync(${JSON.stringify(goFile())})) { ${busy} }
  `
}

const PAUSE = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);'
const COMPUTE = 'for (let at = 0; at < 2e6; at += 1);'
const WAIT = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'

/** A command of this name that runs the script with Node. */
async function named(name: string, before: string) {
  const { command, args } = scriptedServer('next()', before)
  const path = join(bench.folder, name)
  await writeFile(path, `#!${command}\n${args[1] ?? ''}`, { mode: 0o755 })
  return stdioTarget({ command: path, args: ['-y', 'some-server'] })
}

/** A server beside a loop that prints from the beginning until the server has a message: however slowly it starts. */
async function printingServer() {
  const done = join(bench.folder, 'done')
  const server = join(bench.folder, 'server.cjs')
  const { command, args } = scriptedServer(
    `require('node:fs').writeFileSync(${JSON.stringify(done)}, ''); next()`,
    busyUntilGo(PAUSE),
  )
  await writeFile(server, args[1] ?? '')
  const path = join(bench.folder, 'server')
  const loop = `(while [ ! -e '${done}' ]; do echo loading >&2; sleep 0.1; done) &`
  await writeFile(path, `#!/bin/sh\n${loop}\nexec '${command}' '${server}'\n`, { mode: 0o755 })
  return stdioTarget({ command: path, args: [] })
}

/** Opens it, and keeps what it reports of a download. */
function opening(target: ReturnType<typeof stdioTarget>, signal?: AbortSignal) {
  const downloads: DownloadProgress[] = []
  const recording = createRecording()
  const listener = {
    ...recording.listener,
    onDownload: (progress: DownloadProgress) => void downloads.push(progress),
  }
  const options = { startTimeoutMs: LIMIT_MS, protocol: 'legacy' as const, listener }
  const outcome = bench.open(target, options, signal).then(
    ({ connection }) => connection,
    (error: unknown) => error,
  )
  return { downloads, recording, outcome }
}

const opened = { info: { serverName: 'scripted' } }

test.skipIf(process.platform !== 'linux')(
  'work puts off the end of a silent download, and output that of any start',
  { timeout: 60_000 },
  async () => {
    const started = performance.now()
    const silent = opening(await named('npx', busyUntilGo(COMPUTE)))
    const printing = opening(await printingServer())
    await eventually(() => performance.now() - started > SEVERAL_LIMITS_MS, 2 * SEVERAL_LIMITS_MS)
    await writeFile(goFile(), '')
    expect(await silent.outcome).toMatchObject(opened)
    expect(silent.recording.steps).toEqual(['resolve', 'spawn', 'download'])
    expect(silent.downloads[0]).toMatchObject({ program: 'npx', lines: 0 })
    expect(silent.downloads.at(-1)?.writtenBytes).toBeTypeOf('number')
    expect(await printing.outcome).toMatchObject(opened)
    expect(printing.recording.steps).toEqual(['resolve', 'spawn', 'handshake'])
    expect(printing.downloads).toEqual([])
  },
)

test('a download whose processes are idle ends at its limit', async () => {
  const { failure } = await bench.openFailing(await named('npx', busyUntilGo(WAIT)), {
    startTimeoutMs: SMALL_LIMIT_MS,
    protocol: 'legacy',
  })
  expect(failure.code).toBe('no-response')
  expect(failure.message).toContain('`npx`')
})

test('a program that downloads nothing has its limit however much it computes', async () => {
  const { failure } = await bench.openFailing(await named('server', busyUntilGo(COMPUTE)), {
    startTimeoutMs: SMALL_LIMIT_MS,
    protocol: 'legacy',
  })
  expect(failure).toMatchObject({ code: 'no-response', waitedMs: SMALL_LIMIT_MS })
})

/** @threat launch.endless-download */
test('a download is stopped at once', async () => {
  const stop = new AbortController()
  const start = opening(await named('npx', busyUntilGo(COMPUTE)), stop.signal)
  const pid = await readPidFile(join(bench.folder, 'pid'))
  expect(isAlive(pid)).toBe(true)
  stop.abort()
  expect(await start.outcome).toMatchObject({ code: 'connection/cancelled' })
  await waitUntilGone([pid], 5000)
})

describe('with a clock of its own', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A deadline of one second for a start that prints whenever `print` is called. */
  function deadlineOf(fetches: string | undefined) {
    let outputAt: number | undefined
    const deadline = createStartDeadline(
      {
        limitMs: 1000,
        fetches,
        log: { lastOutputAt: () => outputAt, printedLines: () => 0 },
        listener: {},
      },
      NEVER_ABORTED,
    )
    return { deadline, print: () => void (outputAt = performance.now()) }
  }

  /**
   * @threat launch.endless-download
   * @attacker server
   * @tries To stay in its start for ever, by printing or computing without a response.
   * @stoppedBy Output puts off the end of a start ten times at most. A launch that may download has no limit while it
   * works, shows that, holds up no other server, and is stopped at once by a press.
   */
  test('a start that prints for ever and downloads nothing ends at ten limits', async () => {
    const { deadline, print } = deadlineOf(undefined)
    const printing = setInterval(print, 100)
    await vi.advanceTimersByTimeAsync(9900)
    expect(deadline.expired()).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(deadline.expired()).toBe(true)
    clearInterval(printing)
    deadline.dispose()
  })

  test('a download ends one limit after its processes did something for the last time', async () => {
    const { deadline } = deadlineOf('uvx')
    let cpuMs = 0
    const working = setInterval(() => (cpuMs += 50), 100)
    deadline.watch(() => Promise.resolve({ cpuMs, ioBytes: 0 }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(deadline.expired()).toBe(false)
    clearInterval(working)
    await vi.advanceTimersByTimeAsync(2000)
    expect(deadline.expired()).toBe(true)
    deadline.dispose()
  })

  test('little steps of a program that only waits are no work', async () => {
    const { deadline } = deadlineOf('uvx')
    let ioBytes = 0
    const ticking = setInterval(() => (ioBytes += 100), 100)
    deadline.watch(() => Promise.resolve({ cpuMs: 0, ioBytes }))
    await vi.advanceTimersByTimeAsync(2000)
    expect(deadline.expired()).toBe(true)
    clearInterval(ticking)
    deadline.dispose()
  })

  test('where the system shows no work a download has ten minutes', async () => {
    const { deadline } = deadlineOf('npx')
    deadline.watch(() => Promise.resolve(undefined))
    await vi.advanceTimersByTimeAsync(599_000)
    expect(deadline.expired()).toBe(false)
    await vi.advanceTimersByTimeAsync(2000)
    expect(deadline.expired()).toBe(true)
    deadline.dispose()
  })
})
