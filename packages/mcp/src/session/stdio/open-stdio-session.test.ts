import { NEVER_ABORTED } from '@gatehouse/base'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  fixtureServerCommand,
  isAlive,
  misbehavingServerCommand,
  readPidFile,
  waitUntilGone,
  type Misbehaviour,
  type MisbehavingCommandOptions,
} from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'
import { scriptedServer } from '../../../checks/testing/scripted-server.ts'

const signal = NEVER_ABORTED
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(() => bench.close())

/** So that `initialize` follows the probe soon. */
async function shortTimeoutBench() {
  await bench.close()
  bench = await createTestBench({ headStartMs: 300 })
}

function misbehaving(mode: Misbehaviour, options: MisbehavingCommandOptions = {}) {
  return stdioTarget(misbehavingServerCommand(mode, options))
}

test('a command that is nowhere is reported with every folder that was looked in', async () => {
  const { failure, recording } = await bench.openFailing(
    stdioTarget({ command: 'npx-that-is-not-there', args: [] }),
  )
  expect(failure).toMatchObject({ code: 'command-not-found', command: 'npx-that-is-not-there' })
  expect(failure.lookedIn).toContain('/usr/bin')
  expect(failure.message).toContain('Fixture could not start')
  expect(failure.message).toContain(`Looked in ${failure.lookedIn?.length} places`)
  expect(recording.steps).toEqual(['resolve'])
})

test('a file without the right to execute is not called missing', async () => {
  const path = join(bench.folder, 'server.sh')
  await writeFile(path, '#!/bin/sh\nexit 0\n', { mode: 0o644 })
  // Root may read anything, but even root cannot run a file without any execute bit.
  const { failure } = await bench.openFailing(stdioTarget({ command: path, args: [] }))
  expect(failure).toMatchObject({ code: 'command-not-executable', detail: path })
})

test('a script whose interpreter is missing is not called missing itself', async () => {
  const path = join(bench.folder, 'server')
  await writeFile(path, '#!/no/such/interpreter\n')
  await chmod(path, 0o755)
  const { failure } = await bench.openFailing(stdioTarget({ command: path, args: [] }))
  expect(failure.code).toBe('command-not-executable')
  expect(failure.message).toContain('first line')
})

test('a relative command starts from the working directory', async () => {
  const path = join(bench.folder, 'server')
  const { command, args } = fixtureServerCommand({ features: ['echo'] })
  await writeFile(path, `#!/bin/sh\nexec ${command} ${args.join(' ')}\n`)
  await chmod(path, 0o755)
  const { connection } = await bench.open(
    stdioTarget({ command: './server', args: [] }, { cwd: bench.folder }),
  )
  expect(connection.info.serverName).toBe('gatehouse-fixture')
})

test('a missing working directory is reported as such', async () => {
  const cwd = join(bench.folder, 'gone')
  const { failure } = await bench.openFailing(stdioTarget(fixtureServerCommand(), { cwd }))
  expect(failure).toMatchObject({ code: 'directory-missing', detail: cwd })
})

test('a server that exits at once is reported with its exit code and last lines', async () => {
  const { failure } = await bench.openFailing(
    misbehaving('exit-at-once', { exitCode: 3, stderr: 'Error: no API key\n  at main' }),
  )
  expect(failure).toMatchObject({ code: 'exited', exitCode: 3 })
  expect(failure.lastLines).toContain('Error: no API key')
  expect(failure.message).not.toContain('-32000')
})

test('a server that is killed while it starts is reported with the signal', async () => {
  const { failure } = await bench.openFailing(
    stdioTarget({
      command: process.execPath,
      args: ['-e', 'process.kill(process.pid, "SIGKILL")'],
    }),
    { protocol: 'legacy' },
  )
  expect(failure).toMatchObject({ code: 'exited', signal: 'SIGKILL' })
})

test.each(['silent', 'half-message'] as const)(
  'a %s server times out and is ended',
  async (mode) => {
    const pidFile = join(bench.folder, 'pid')
    const started = performance.now()
    const { failure } = await bench.openFailing(misbehaving(mode, { pidFile }), {
      startTimeoutMs: 1500,
    })
    expect(failure).toMatchObject({ code: 'no-response', waitedMs: 1500 })
    expect(performance.now() - started).toBeLessThan(4500)
    expect(isAlive(await readPidFile(pidFile))).toBe(false)
  },
)

test('a program that only prints text is reported as bad output with that text', async () => {
  const { failure, recording } = await bench.openFailing(misbehaving('only-garbage'), {
    // Long enough for a busy machine to start it.
    startTimeoutMs: 4000,
  })
  expect(failure.code).toBe('bad-output')
  expect(failure.detail).toContain('usage: some-other-program')
  expect(failure.lastLines.join('\n')).toContain('usage: some-other-program')
  expect(recording.logs.some((line) => line.source === 'stdout')).toBe(true)
})

test('text among the messages is logged and does no harm', async () => {
  const { connection, recording } = await bench.open(misbehaving('garbage'))
  expect(await connection.listTools(signal)).toHaveLength(1)
  const stray = recording.logs.filter((line) => line.source === 'stdout').map((line) => line.text)
  expect(stray).toContain('Starting the server...')
  expect(stray).toContain('{ broken json')
  const malformed = recording.frames.filter((frame) => frame.kind === 'malformed')
  expect(malformed[0]).toMatchObject({ direction: 'in', message: '{"not":"rpc"}' })
})

test('responses that nobody asked for do no harm', async () => {
  const { connection } = await bench.open(misbehaving('unknown-id'))
  expect(await connection.listTools(signal)).toHaveLength(1)
})

test('a flood on stderr neither blocks the server nor floods the log', async () => {
  const { connection, recording } = await bench.open(misbehaving('stderr-flood'))
  expect(await connection.listTools(signal)).toHaveLength(1)
  const lines = recording.logs.filter((line) => line.source === 'stderr')
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThan(3000)
  await eventually(() =>
    recording.logs.some((line) => /lines were printed in a second/.test(line.text)),
  )
})

test('broken UTF-8 and endless lines on stderr are kept within bounds', async () => {
  const target = stdioTarget(
    scriptedServer(
      'next()',
      `process.stderr.write(Buffer.concat([Buffer.from([0xff, 0xfe, 10]), Buffer.alloc(100000, 120), Buffer.from('\\n')]));`,
    ),
  )
  const { recording } = await bench.open(target)
  const lines = await eventually(() => {
    const found = recording.logs.filter((line) => line.source === 'stderr')
    return found.length === 2 && found
  })
  expect(lines[0]?.text).toBe('\ufffd\ufffd')
  expect(lines[1]?.text.length).toBeLessThan(8300)
  expect(lines[1]?.text).toContain('100000 bytes')
})

test('a response above the limit fails its call only, with the size in words', async () => {
  const { connection } = await bench.open(misbehaving('huge-line', { bytes: 20_000_000 }))
  const [tool] = await connection.listTools(signal)
  if (!tool) throw new Error('no tool')
  const request = { tool, arguments: {}, onProgress: () => undefined }
  await expect(connection.callTool(request, signal)).rejects.toMatchObject({
    code: 'call/outcome-unknown',
    message: expect.stringMatching(/20\d{6} bytes/),
  })
  expect(await connection.listTools(signal)).toHaveLength(1)
}, 30_000)

test('a large response below the limit comes whole', async () => {
  const { connection } = await bench.open(misbehaving('huge-line', { bytes: 16_000_000 }))
  const [tool] = await connection.listTools(signal)
  if (!tool) throw new Error('no tool')
  const result = await connection.callTool(
    { tool, arguments: {}, onProgress: () => undefined },
    signal,
  )
  expect(result.content[0]).toMatchObject({ type: 'text' })
  expect(JSON.stringify(result.content[0])).toHaveLength(16_000_000 + 25)
})

test('a server that stops at an unknown request is started again without it', async () => {
  const target = stdioTarget(
    scriptedServer(`if (message.method === 'server/discover') process.exit(1); next()`),
  )
  const { connection, recording } = await bench.open(target)
  expect(connection.info.era).toBe('legacy')
  expect(recording.steps.filter((step) => step === 'spawn')).toHaveLength(2)
  expect(recording.downs).toEqual([])
})

test('a server that ignores unknown requests is not waited for until the time limit', async () => {
  await shortTimeoutBench()
  const target = stdioTarget(
    scriptedServer(`if (message.method === 'server/discover') return; next()`),
  )
  const started = performance.now()
  const { connection, recording } = await bench.open(target)
  expect(connection.info.era).toBe('legacy')
  expect(performance.now() - started).toBeLessThan(5000)
  expect(recording.steps.filter((step) => step === 'spawn')).toHaveLength(1)
})

test('a modern server that starts slowly is still recognised as modern', async () => {
  await shortTimeoutBench()
  const { command, args } = fixtureServerCommand({ era: 'modern', features: ['echo'] })
  const slow = `sleep 1; exec ${command} ${args.join(' ')}`
  const { connection } = await bench.open(stdioTarget({ command: '/bin/sh', args: ['-c', slow] }))
  expect(connection.info.era).toBe('modern')
  expect(await connection.listTools(signal)).toHaveLength(1)
})

test('a server of both eras that starts slowly is not taken for modern after it took initialize', async () => {
  const { command, args } = fixtureServerCommand({ era: 'dual', features: ['echo'] })
  const slow = `sleep 1; exec ${command} ${args.join(' ')}`
  const { connection } = await bench.open(stdioTarget({ command: '/bin/sh', args: ['-c', slow] }))
  expect(await connection.listTools(signal)).toHaveLength(1)
})

test('a late response to a request that timed out is not taken for another response', async () => {
  await shortTimeoutBench()
  const target = stdioTarget(
    scriptedServer(`
      if (message.method === 'server/discover') setTimeout(() => reply({
        resultType: 'complete', supportedVersions: ['2026-07-28'], ttlMs: 0, cacheScope: 'private',
        capabilities: { tools: {} },
      }), 600);
      if (message.method === 'initialize') setTimeout(() => refuse(-32022, 'Too old'), 3500);
      if (message.method === 'tools/list') setTimeout(() => reply({
        resultType: 'complete', ttlMs: 0, cacheScope: 'private',
        tools: [{ name: 'one', inputSchema: { type: 'object' } }],
      }), 1500);`),
  )
  const { connection, recording } = await bench.open(target)
  expect(connection.info.era).toBe('modern')
  expect((await connection.listTools(signal)).map((tool) => tool.name)).toEqual(['one'])
  expect(recording.frames).toContainEqual(
    expect.objectContaining({ direction: 'in', kind: 'error', method: 'initialize' }),
  )
})

test('an error response to the handshake is reported in the words of the server', async () => {
  const target = stdioTarget(scriptedServer(`refuse(-32603, 'The licence has run out')`))
  const { failure } = await bench.openFailing(target)
  expect(failure.code).toBe('protocol')
  expect(failure.message).toContain('The licence has run out')
})

test('a server that ends later is reported down once, with its last lines', async () => {
  const { connection, recording } = await bench.open(
    misbehaving('exit-after-initialize', { exitCode: 7, delayMs: 300, stderr: 'Error: lost it' }),
  )
  const failure = await eventually(() => recording.downs[0])
  expect(failure).toMatchObject({ code: 'exited', exitCode: 7, lastLines: ['Error: lost it'] })
  await connection.close()
  expect(recording.downs).toHaveLength(1)
})

test('a server that is closed is not reported down', async () => {
  const { connection, recording } = await bench.open(misbehaving('well-behaved'))
  await connection.close()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(recording.downs).toEqual([])
})

test('a server gets a short list of variables, the tag and its own, and no secret of ours', async () => {
  await bench.close()
  bench = await createTestBench({
    baseEnvironment: {
      HOME: process.env['HOME'],
      PATH: '/usr/bin:/bin',
      SHELL: '/bin/sh',
      LANG: 'C.UTF-8',
      AWS_SECRET_ACCESS_KEY: 'do-not-leak',
      TERM: '() { :; }; echo pwned',
      GATEHOUSE_SERVER: 'someone else',
    },
  })
  const file = join(bench.folder, 'environment.json')
  const target = stdioTarget(
    scriptedServer(
      'next()',
      `require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env));`,
    ),
    { env: { API_KEY: 'mine', 'ODD NAME': '$HOME `id` \n ;' } },
  )
  await bench.open(target)
  const environment = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  expect(environment).toMatchObject({
    API_KEY: 'mine',
    'ODD NAME': '$HOME `id` \n ;',
    LANG: 'C.UTF-8',
  })
  expect(environment['GATEHOUSE_SERVER']).toMatch(/^[0-9a-f-]{36}$/)
  expect(environment['PATH']).toContain('/usr/bin')
  expect(Object.values(environment)).not.toContain('do-not-leak')
  expect(environment['TERM']).toBeUndefined()
})

test('arguments reach the server as they are, never through a shell', async () => {
  const odd = ['$(id)', '`id`', 'a b', '"quoted"', '', '; rm -rf /', '*', 'line\nbreak', '漢字']
  const file = join(bench.folder, 'arguments.json')
  const { command, args } = scriptedServer(
    'next()',
    `require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.argv.slice(1)));`,
  )
  await bench.open(stdioTarget({ command, args: [...args, '--', ...odd] }))
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(odd)
})

test('closing during the start ends the process', async () => {
  const pidFile = join(bench.folder, 'pid')
  const controller = new AbortController()
  const opening = bench
    .open(misbehaving('silent', { pidFile }), {}, controller.signal)
    .catch((error: unknown) => error)
  const pid = await readPidFile(pidFile)
  controller.abort()
  expect(await opening).toMatchObject({ code: 'connection/cancelled' })
  await waitUntilGone([pid], 100)
})
