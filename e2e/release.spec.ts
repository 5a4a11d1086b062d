import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { isSandboxRefused } from './launch.ts'
import { assertUserNamespaces, copyForOrdinaryUser } from './ordinary-user.ts'

/** The application as people get it, and how somebody who is not root starts it. */
interface Release {
  home: string
  start(args: string[], env?: Record<string, string>): ChildProcess
}

let release: Release
let dispose = (): void => undefined

test.describe.configure({ mode: 'serial' })

test.beforeAll(() => {
  const sealed = sealedApp()
  if (isSandboxRefused()) {
    assertUserNamespaces()
    const copy = copyForOrdinaryUser(sealed)
    dispose = copy.dispose
    release = { home: copy.home, start: (args, env) => run(copy.executable, args, { ...env }) }
    return
  }
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-release-'))
  dispose = () => rmSync(home, { recursive: true, force: true })
  release = { home, start: (args, env) => run(sealed, args, { ...env, HOME: home }) }
})
test.afterAll(() => dispose())

function sealedApp(): string {
  const file = process.env['GATEHOUSE_SEALED_APP']
  if (file && existsSync(file)) return file
  throw new Error(`There is no ${file ?? 'GATEHOUSE_SEALED_APP'}. Run: npm test -- package`)
}

/** Without the hooks and helpers of this test run. */
function run(program: string, args: string[], env: Record<string, string>): ChildProcess {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(GATEHOUSE_|ELECTRON_|NODE_|XDG_)/.test(name),
  )
  return spawn(program, args, {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** Starts it and waits for its end; a port of the machine is tried all the while. */
async function refusal(args: string[], env?: Record<string, string>, port?: number) {
  const child = release.start(args, env)
  let output = ''
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  let open = false
  const knocking = setInterval(() => {
    if (port === undefined) return
    const socket = connect(port, '127.0.0.1', () => (open = true))
    socket.on('error', () => undefined).on('connect', () => socket.destroy())
  }, 2)
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await once(child, 'close')
  clearInterval(knocking)
  clearTimeout(late)
  return { code: child.exitCode, output, open }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

for (const name of ['remote-debugging-port', 'inspect', 'inspect-brk']) {
  /**
   * @threat confinement.debugging-port
   * @attacker command line
   * @tries Whoever starts a release adds a debugging port and drives the window from outside.
   * @stoppedBy A release knows a short list of switches about its looks and ends at any other, before a port or a
   * window opens; fuses take the inspector and Node away.
   * @remains Chromium itself obeys switches that name another program for its helpers (--zygote-cmd-prefix) or a log
   * file before any code of the app runs; whoever can give those can run a program anyway.
   */
  test(`a release refuses --${name} and opens no port before it ends`, async () => {
    const port = await freePort()
    const { code, output, open } = await refusal([`--${name}=${port}`], {}, port)
    expect(output).toContain(`A release does not start with the switch --${name}`)
    expect({ code, open }).toEqual({ code: 64, open: false })
    expect(output).not.toContain('Debugger listening')
  })
}

/** @threat confinement.debugging-port */
test('a release refuses whatever would open, redirect or weaken it, and starts no window', async () => {
  for (const name of [
    'remote-debugging-pipe',
    'no-sandbox',
    'js-flags=--expose-gc',
    'load-extension=/tmp',
    'disable-web-security',
    'host-resolver-rules=MAP * 127.0.0.1',
    'proxy-server=127.0.0.1:1',
    'user-data-dir=/tmp/other',
    'disable-site-isolation-trials',
  ]) {
    const { code, output } = await refusal([`--${name}`])
    expect.soft(output).toContain(`switch --${name.split('=')[0]}`)
    expect.soft(code, name).toBe(64)
  }
  expect(existsSync(join(release.home, '.config', 'Gatehouse', 'gatehouse.db'))).toBe(false)
})

/**
 * @threat confinement.environment
 * @attacker program
 * @tries The environment of a release names a hook of tests, another sandbox, or trusts every certificate.
 * @stoppedBy A release does not start with such a variable and says which.
 * @remains What the loader of the system obeys (LD_PRELOAD, DYLD_INSERT_LIBRARIES where signing allows it) has run
 * before the app can look.
 */
test('a release refuses the hooks of tests and the variables that weaken it', async () => {
  for (const name of ['GATEHOUSE_USER_DATA', 'GATEHOUSE_DEVTOOLS', 'ELECTRON_DISABLE_SANDBOX']) {
    const { code, output } = await refusal([], { [name]: '/tmp/other' })
    expect.soft(output).toContain(`The variable ${name} `)
    expect.soft(code, name).toBe(64)
  }
})

/** @threat confinement.debugging-port */
test('a release never runs as Node, whatever the environment says', async () => {
  const file = join(release.home, 'ran')
  const script = `require('node:fs').writeFileSync(${JSON.stringify(file)}, '')`
  const { code, output } = await refusal(['-e', script], {
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: '--inspect=0 --require /dev/null',
  })
  expect(output).toContain('the switch --e')
  expect(output).not.toContain('Debugger listening')
  expect(code).toBe(64)
  expect(existsSync(file)).toBe(false)
})

test('a release starts without switches, keeps its folder to itself, and has no inspector to wake', async () => {
  const child = release.start([])
  const exit = once(child, 'exit')
  let output = ''
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  const database = join(release.home, '.config', 'Gatehouse', 'gatehouse.db')
  await expect.poll(() => existsSync(database), { timeout: 30_000 }).toBe(true)
  await delay(500)
  // Where Node has an inspector, this wakes it; where it has none, it is any signal.
  child.kill('SIGUSR1')
  await delay(500)
  child.kill('SIGTERM')
  await exit
  expect(output).not.toContain('Debugger listening')
  expect(output).not.toContain('does not start')
})

/**
 * @threat confinement.changed-archive
 * @attacker program
 * @tries Another program changes the code of the installed app.
 * @stoppedBy The fuse for the integrity of the archive is set and read back when a release is packaged, and code is
 * loaded from the archive alone.
 * @remains Electron checks the archive on macOS and Windows only, and nowhere the two native modules beside it; on
 * Linux the rights of the installation folder are what protects it.
 */
test('the fuses of a release are set, and no package for tests lies where a release is looked for', async () => {
  const require = createRequire(resolve(import.meta.dirname, '../apps/desktop/package.json'))
  const { getCurrentFuseWire, FuseV1Options } = (await import(
    require.resolve('@electron/fuses')
  )) as {
    getCurrentFuseWire(program: string): Promise<Record<number, number>>
    FuseV1Options: Record<string, number>
  }
  const stateOf = async (program: string) => {
    const fuses = await getCurrentFuseWire(program)
    const on = (fuse: string) => String.fromCodePoint(fuses[FuseV1Options[fuse] ?? -1] ?? 0) === '1'
    return {
      node: on('RunAsNode'),
      options: on('EnableNodeOptionsEnvironmentVariable'),
      inspector: on('EnableNodeCliInspectArguments'),
      integrity: on('EnableEmbeddedAsarIntegrityValidation'),
      asarOnly: on('OnlyLoadAppFromAsar'),
    }
  }
  const closed = { node: false, options: false, integrity: true, asarOnly: true }
  expect(await stateOf(sealedApp())).toEqual({ ...closed, inspector: false })
  const drivable = process.env['GATEHOUSE_PACKAGED_APP'] ?? ''
  expect(await stateOf(drivable)).toEqual({ ...closed, inspector: true })
  const folder = resolve(import.meta.dirname, '../release') + sep
  for (const program of [sealedApp(), drivable]) expect(program.startsWith(folder)).toBe(false)
})
