import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  kill9,
  listen,
  quit,
  removeFolder,
  startApp,
  turnTitlesOff,
  waitUntilDrawn,
  type LaunchOptions,
  type StartedApp,
} from './app-process.ts'

/** The application process of a worker. Its tests use it one after the other, each with a fresh data folder. */
export interface AppPool {
  /** Starts the application in its process, or launches one where there is none. */
  start(problems: string[]): Promise<PooledApp>
  /**
   * Quits the application; its process stays for the next test.
   * @throws {Error} naming the windows, processes, sockets and folders that are left behind
   */
  end(): Promise<void>
  /** Hands the process over to the test, and returns the folders to be removed after its end. */
  detach(): string[]
  /** Ends the process at once, as after a test that failed. */
  discard(): Promise<void>
  /** Quits the process. */
  close(): Promise<void>
}

export interface PooledApp extends StartedApp {
  userData: string
}

/** Each start in a process leaves some memory behind. */
const MAX_STARTS = 25

/** @param options of each process */
export function createAppPool(options: LaunchOptions): AppPool {
  let running: PooledApp | undefined
  /** Data folders of the process, the oldest first, which holds what Chromium keeps for the life of a process. */
  let folders: string[] = []

  const launch = async (problems: string[]): Promise<PooledApp> => {
    const userData = makeDataFolder()
    const started = await startApp(options, userData, problems)
    refuseLastingChanges(started)
    folders = [userData]
    return { ...started, userData }
  }
  const forgetProcess = async (): Promise<void> => {
    running = undefined
    const [first] = folders
    if (first !== undefined) await removeFolder(first)
    folders = []
  }
  return {
    async start(problems) {
      running = running ? await restartInProcess(running.app, problems) : await launch(problems)
      if (!folders.includes(running.userData)) folders.push(running.userData)
      return running
    },
    async end() {
      if (!running) return
      const { app, userData } = running
      const { exitCode, signalCode } = app.process()
      if (exitCode !== null || signalCode !== null) {
        await this.discard()
        throw new Error('The application ended during this test. One that ends it needs `ownApp`.')
      }
      const left = await app.evaluate(() => mainRestart.end())
      if (folders[0] !== userData) await removeFolder(userData)
      // The one that just was removed included: what still runs would make it again.
      const back = folders.slice(1).filter((folder) => existsSync(folder))
      left.push(...back.map((folder) => `folder ${folder}`))
      if (left.length > 0 || folders.length >= MAX_STARTS) await this.discard()
      if (left.length > 0) throw new Error(`This test left behind:\n  ${left.join('\n  ')}`)
    },
    detach() {
      const detached = folders
      running = undefined
      folders = []
      return detached
    },
    async discard() {
      if (running) await kill9(running.app.process())
      await forgetProcess()
    },
    async close() {
      if (running) await quit(running.app, running.app.process())
      await forgetProcess()
    },
  }
}

/** Refuses changes for all pages of a process, which would reach the tests after this one. */
function refuseLastingChanges({ app }: StartedApp): void {
  const context = app.context()
  const refuse = (): never => {
    throw new Error('A test that changes all pages of its process needs `ownApp`.')
  }
  for (const name of ['addInitScript', 'exposeBinding', 'exposeFunction', 'route'] as const)
    context[name] = refuse
}

async function restartInProcess(app: StartedApp['app'], problems: string[]): Promise<PooledApp> {
  const userData = makeDataFolder()
  app.on('window', (page) => listen(page, problems))
  const opening = app.waitForEvent('window', { timeout: 30_000 })
  await app.evaluate((_electron, folder) => mainRestart.begin(folder), userData)
  const page = await opening
  await waitUntilDrawn(app, page)
  await turnTitlesOff(page)
  return { app, page, userData }
}

/** A fresh folder of everything that the application keeps. */
export function makeDataFolder(): string {
  return mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'))
}

declare global {
  /** In main: see `support/main-restart.cjs`. */
  var mainRestart: { end(): Promise<string[]>; begin(folder: string): void }
}
