import { test as base, type TestInfo } from '@playwright/test'
import { startKeyring, type Keyring } from '@gatehouse/testkit'
import { chownSync, existsSync, readFileSync } from 'node:fs'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { createAppPool, makeDataFolder, type AppPool, type PooledApp } from './app-pool.ts'
import {
  kill9,
  quit,
  removeFolder,
  startApp,
  type End,
  type LaunchOptions,
  type StartedApp,
} from './app-process.ts'

export {
  bringToFront,
  builtApp,
  executable,
  isSandboxRefused,
  ownDisplay,
  type LaunchOptions,
} from './app-process.ts'

/** A Gatehouse that runs; `app` and `page` are those of the latest start. */
export interface Gatehouse {
  readonly app: ElectronApplication
  /** Its window, loaded. */
  readonly page: Page
  /** The main process of the latest start; can still be read when it is gone. */
  readonly process: ChildProcess
  readonly userData: string
  /** Warnings and errors of the window's console, and thrown errors, since the launch. */
  readonly problems: readonly string[]
  /** Quits as a person does; an app that does not leave is an error. */
  quit(): Promise<End>
  /** Ends the main process without any warning. */
  kill9(): Promise<void>
  /** Starts again with the same folder; quits first if it still runs. */
  restart(options?: Pick<LaunchOptions, 'env' | 'args'>): Promise<void>
  /** Quits if it still runs, and removes the folder if it was made for this launch. */
  dispose(): Promise<void>
}

/** The user of `copyForOrdinaryUser`. */
export const NOBODY = 65534

/** Starts the app, waits for its window, and hands over the ways to end it. */
export async function launchGatehouse(options: LaunchOptions = {}): Promise<Gatehouse> {
  const userData = options.userData ?? makeDataFolder()
  // A folder of root's is of no use to a program that drops its rights.
  if (options.executable && !options.userData) chownSync(userData, NOBODY, NOBODY)
  const problems: string[] = []
  const started = await startApp(options, userData, problems)
  return control({ ...started, userData }, options, {
    problems,
    onEnding: () => undefined,
    async dispose(quitApp) {
      await quitApp()
      if (!options.userData) await removeFolder(userData)
    },
  })
}

/** The application of the worker, in the hands of one test. Where the test ends it, the next one gets another. */
async function usePooled(pool: AppPool, options: LaunchOptions): Promise<Gatehouse> {
  const problems: string[] = []
  const started = await pool.start(problems)
  let folders: string[] | undefined
  return control(started, options, {
    problems,
    onEnding() {
      folders ??= pool.detach()
    },
    async dispose(quitApp) {
      if (!folders) return pool.end()
      await quitApp()
      for (const folder of folders) await removeFolder(folder)
    },
  })
}

interface Ownership {
  problems: string[]
  /** Called before the test ends the process itself. */
  onEnding(): void
  dispose(quitApp: () => Promise<unknown>): Promise<void>
}

function control(
  started: PooledApp,
  options: LaunchOptions,
  { problems, onEnding, dispose }: Ownership,
): Gatehouse {
  const { userData } = started
  let running: StartedApp = started
  let child = running.app.process()
  return {
    get app() {
      return running.app
    },
    get page() {
      return running.page
    },
    userData,
    problems,
    get process() {
      return child
    },
    quit() {
      onEnding()
      return quit(running.app, child)
    },
    kill9() {
      onEnding()
      return kill9(child)
    },
    async restart(changes = {}) {
      onEnding()
      await quit(running.app, child)
      running = await startApp({ ...options, ...changes }, userData, problems)
      child = running.app.process()
    },
    dispose: () => dispose(() => quit(running.app, child)),
  }
}

/** Attaches main's log and the window's content when a test fails. */
async function attachLog(gatehouse: Gatehouse, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return
  const log = join(gatehouse.userData, 'logs', 'main.log')
  if (existsSync(log)) {
    await testInfo.attach('main.log', { path: log })
    // Where only the output of a run is kept, it says what the app thought of it.
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-8)
    process.stdout.write(`main.log of "${testInfo.title}":\n${lines.join('\n')}\n`)
  }
  const body = gatehouse.problems.join('\n')
  if (body) await testInfo.attach('window problems', { body, contentType: 'text/plain' })
  const path = testInfo.outputPath('window.png')
  const seen = await gatehouse.page.screenshot({ path, timeout: 5000 }).catch(() => undefined)
  if (seen) await testInfo.attach('window', { path, contentType: 'image/png' })
}

/** A virtual display has none. What is tested as people get it finds that out by itself. */
function hasNoGpu({ packaged, executable: program }: LaunchOptions = {}): boolean {
  return (process.env['GATEHOUSE_DISPLAYS'] ?? '') !== '' && packaged !== true && !program
}

interface Fixtures {
  /** Starts as many apps as a test wants; all are ended with it. The first without options may be that of the worker. */
  launch(options?: LaunchOptions): Promise<Gatehouse>
  /** One app with a fresh folder. */
  gatehouse: Gatehouse
}

interface TestOptions {
  /** True where every test has an application process of its own: those about consent, restart, kill and isolation. */
  ownApp: boolean
  /** Added to the environment of every application. */
  appEnv: LaunchOptions['env']
}

interface WorkerFixtures {
  /** The session bus and keychain of the worker, which its environment names. */
  keyring: Keyring | undefined
  pool: AppPool
}

/** Playwright's `test` with a Gatehouse. */
export const test = base.extend<Fixtures & TestOptions, WorkerFixtures>({
  ownApp: [process.env['GATEHOUSE_OWN_APPS'] === '1', { option: true }],
  appEnv: [undefined, { option: true }],
  keyring: [
    async ({ browserName: _none }, use) => {
      const keyring = process.platform === 'linux' ? await startKeyring() : undefined
      const { DBUS_SESSION_BUS_ADDRESS: address } = keyring?.env ?? {}
      if (address !== undefined) process.env['DBUS_SESSION_BUS_ADDRESS'] = address
      await use(keyring)
      await keyring?.stop()
    },
    { scope: 'worker', auto: true },
  ],
  pool: [
    // The keyring is there before and after the applications that use it.
    async ({ keyring: _needed }, use) => {
      const pool = createAppPool({ withoutGpu: hasNoGpu(), withoutMotion: true })
      await use(pool)
      await pool.close()
    },
    { scope: 'worker' },
  ],
  launch: async ({ keyring, pool, ownApp, appEnv }, use, testInfo) => {
    if (await keyring?.startService())
      process.stdout.write(`The keyring had ended before "${testInfo.title}".\n`)
    const launched: Gatehouse[] = []
    await use(async (options) => {
      const isPooled = !ownApp && launched.length === 0 && options === undefined
      const env = { ...appEnv, ...options?.env }
      const chosen = { withoutGpu: hasNoGpu(options), withoutMotion: true, ...options, env }
      const gatehouse = isPooled ? await usePooled(pool, chosen) : await launchGatehouse(chosen)
      launched.push(gatehouse)
      return gatehouse
    })
    for (const gatehouse of launched) await attachLog(gatehouse, testInfo)
    if (testInfo.status !== testInfo.expectedStatus) await pool.discard()
    for (const gatehouse of launched.toReversed()) await gatehouse.dispose()
  },
  gatehouse: async ({ launch }, use) => {
    await use(await launch())
  },
})

export { expect } from '@playwright/test'
