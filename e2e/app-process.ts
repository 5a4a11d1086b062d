/** A process of the application: its start, its first window, and the ways to end it. */
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { call as callRoute } from './support/routes.ts'

export interface LaunchOptions {
  /** Folder of everything the app keeps; a fresh one, removed afterwards, when absent. */
  userData?: string
  /** Added to the environment; undefined takes a variable away. */
  env?: Record<string, string | undefined>
  /** Chromium's or the app's own arguments. */
  args?: string[]
  /** The packaged application instead of the built one. */
  packaged?: boolean
  /** Called once it runs, before its window is waited for. */
  onStarted?: (app: ElectronApplication) => void
  /** Another program to start; it gets the same arguments. */
  executable?: string
  /** Says at once that there is no graphics card; without it the browser starts a process that fails to find one. */
  withoutGpu?: boolean
  /** As for a person who asked their system for less motion: a press need not wait, and less is drawn. */
  withoutMotion?: boolean
}

/** Exit code of a process, or the signal that ended it. */
export type End = number | NodeJS.Signals | null

const programName = process.platform === 'win32' ? 'electron.exe' : 'electron'
const QUIT_LIMIT_MS = 15_000

/** The browser's own processes end a little after the main one, and write into it until then. */
export async function removeFolder(folder: string): Promise<void> {
  for (let tries = 0; existsSync(folder); tries += 1) {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (tries === 40) throw error
      await delay(50)
    }
  }
}

/**
 * Where there is no window manager nobody gives a window the keyboard that is new or was given another size, without
 * which it may ask main for little.
 */
export async function bringToFront(app: ElectronApplication): Promise<void> {
  const isInFront = () =>
    app.evaluate(({ BrowserWindow }) => {
      const all = BrowserWindow.getAllWindows()
      // Windows of chats may be open from the last run.
      const main = all.find(({ webContents }) => webContents.getURL() === 'app://gatehouse/')
      // One that draws a diagram is not seen.
      const window = main ?? all.find((one) => one.isVisible())
      window?.focus()
      return window?.isFocused() ?? true
    })
  const until = Date.now() + 3000
  while (!(await isInFront()) && Date.now() < until) await delay(50)
}

/** An application with its window, drawn and in front. */
export interface StartedApp {
  app: ElectronApplication
  page: Page
}

/** @param problems receives what the console of its windows says as a warning or error, and what is thrown */
export async function startApp(
  options: LaunchOptions,
  userData: string,
  problems: string[],
): Promise<StartedApp> {
  const app = await drive(
    {
      executablePath: options.executable ?? executable(options.packaged === true),
      args: [
        ...(isSandboxRefused() && !options.executable ? ['--no-sandbox'] : []),
        ...(options.packaged ? [] : ['-r', holdUntilDriven(), '-r', mainRestart]),
        ...(options.withoutGpu ? ['--disable-gpu'] : []),
        ...(options.withoutMotion ? ['--force-prefers-reduced-motion'] : []),
        ...(options.args ?? []),
        ...(options.packaged ? [] : [builtApp()]),
      ],
      // Without it the driver itself adds `--no-sandbox`.
      chromiumSandbox: true,
      env: environment({ GATEHOUSE_USER_DATA: userData, ...options.env }),
      timeout: 30_000,
    },
    userData,
  )
  keepResults(app)
  app.on('window', (page) => listen(page, problems))
  options.onStarted?.(app)
  try {
    const page = await app.firstWindow({ timeout: 30_000 })
    await waitUntilDrawn(app, page)
    await turnTitlesOff(page)
    return { app, page }
  } catch (error) {
    await kill9(app.process())
    throw error
  }
}

/** Waits for the first screen: keys pressed before it is drawn are nobody's. */
export async function waitUntilDrawn(app: ElectronApplication, page: Page): Promise<void> {
  await page.locator('[data-composer]').waitFor({ timeout: 45_000 })
  await bringToFront(app)
}

/** Endpoints of tests count requests and have an answer for each: titles are asked for where a test chose a model. */
export async function turnTitlesOff(page: Page): Promise<void> {
  const { titleModel } = await callRoute(page, 'app.settings', {})
  if (titleModel === 'chat') await callRoute(page, 'app.set-title-model', { model: null })
}

/** Tries twice: a driver that comes while the first page is being made can miss it and wait for ever. */
async function drive(
  options: Parameters<typeof _electron.launch>[0],
  userData: string,
): Promise<ElectronApplication> {
  try {
    return await _electron.launch(options)
  } catch {
    // The driver killed the first try, which must not look like a crash.
    rmSync(join(userData, 'running.json'), { force: true })
    return _electron.launch(options)
  }
}

/**
 * Makes `app.evaluate` reliable while main is busy. V8 interrupts running code for the driver's call, holds the
 * promise of its result weakly, and may collect it before the interrupted code returns. The result is kept in main
 * by the number of its call, so asking again runs nothing twice.
 */
function keepResults(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app)
  let calls = 0
  app.evaluate = async (run: unknown, arg: unknown = null): Promise<never> => {
    const call = (calls += 1)
    // The driver sends the text of a function.
    const source = `(electron, { call, arg }) => {
      const results = (globalThis.keptResults ??= new Map())
      if (!results.has(call)) results.set(call, (async () => (${String(run)})(electron, arg))())
      return results.get(call)
    }`
    const keep = Object.assign((): never => undefined as never, { toString: () => source })
    for (;;) {
      try {
        return await evaluate(keep, { call, arg })
      } catch (error) {
        if (!String(error).includes('promise was garbage collected')) throw error
      }
    }
  }
}

/** The driver's own module that keeps `ready` back until it is connected, so that it misses no page. */
function holdUntilDriven(): string {
  const manifest = createRequire(import.meta.url).resolve('playwright-core/package.json')
  return join(dirname(manifest), 'lib', 'server', 'electron', 'loader.js')
}

/** Ends and begins the application in its process; see `app-pool.ts`. */
const mainRestart = join(import.meta.dirname, 'support', 'main-restart.cjs')

/** Adds what a page reports to `problems`. */
export function listen(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'warning' || message.type() === 'error') {
      problems.push(`console ${message.type()}: ${message.text()}`)
    }
  })
  page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`))
}

const endOf = ({ exitCode, signalCode }: ChildProcess): End => exitCode ?? signalCode

/**
 * Quits as a person does.
 * @throws {Error} if the app does not leave, or names what it did not dispose
 */
export async function quit(app: ElectronApplication, child: ChildProcess): Promise<End> {
  if (endOf(child) !== null) {
    assertNothingLeft(child)
    return endOf(child)
  }
  const exit = once(child, 'exit')
  if (process.platform === 'win32') {
    // The connection ends with the app, so the answer to this call may never come.
    app.evaluate(({ app: electronApp }) => electronApp.quit()).catch(() => undefined)
  } else {
    // Does the same. A call of the driver that is under way as the runtime ends can hold it for ever.
    child.kill('SIGTERM')
  }
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, QUIT_LIMIT_MS)
  await exit
  clearTimeout(late)
  if (isLate) throw new Error(`The app did not leave within ${QUIT_LIMIT_MS} ms.`)
  assertNothingLeft(child)
  return endOf(child)
}

/** See `reportAtExit` of `support/main-restart.cjs`. */
function assertNothingLeft({ pid }: ChildProcess): void {
  const report = join(tmpdir(), `gatehouse-left-${pid}`)
  if (!existsSync(report)) return
  const left = readFileSync(report, 'utf8')
  rmSync(report)
  throw new Error(`The app left behind:\n${left}`)
}

/** Ends the main process without any warning. */
export async function kill9(child: ChildProcess): Promise<void> {
  if (endOf(child) !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Returns true for root on Linux, where Chromium refuses to start with its sandbox. */
export function isSandboxRefused(): boolean {
  return process.env['GATEHOUSE_NO_SANDBOX'] === '1' || process.getuid?.() === 0
}

function environment(changes: Record<string, string | undefined>): Record<string, string> {
  const merged = Object.entries({ ...process.env, DISPLAY: ownDisplay(), ...changes })
  return Object.fromEntries(
    merged.filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** Two apps on one display take the keyboard from each other, so each worker has its own. */
export function ownDisplay(): string | undefined {
  const displays = process.env['GATEHOUSE_DISPLAYS']?.split(' ') ?? []
  const index = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)
  return displays[index % displays.length] ?? process.env['DISPLAY']
}

/** Folder of the built application. */
export function builtApp(): string {
  return process.env['GATEHOUSE_APP'] ?? resolve(import.meta.dirname, '../apps/desktop')
}

/** The program to start: the packaged application, or Electron. */
export function executable(packaged: boolean): string {
  if (packaged) return must(process.env['GATEHOUSE_PACKAGED_APP'], 'pnpm package')
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const found = process.env['GATEHOUSE_ELECTRON'] ?? (folder ? join(folder, programName) : pinned())
  return must(found, 'npm test -- e2e')
}

/** Where Electron's own package puts what it downloaded. */
function pinned(): string {
  const mac = 'Electron.app/Contents/MacOS/Electron'
  const name = process.platform === 'darwin' ? mac : programName
  return resolve(import.meta.dirname, '../apps/desktop/node_modules/electron/dist', name)
}

function must(file: string | undefined, command: string): string {
  if (file && existsSync(file)) return file
  throw new Error(`There is no ${file ?? 'program to start'}. Run: ${command}`)
}
