import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { _electron, chromium, type ElectronApplication, type Page } from 'playwright-core'
import { executable, isSandboxRefused, ownDisplay } from '../../launch.ts'

/** The Chromium or Chrome of this computer; `undefined` where there is none. */
export const installedBrowser = (): string | undefined => PLACES.find((place) => existsSync(place))

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** A browser with windows, as a person has it; a process of its own that knows nothing of Gatehouse. */
export interface PersonBrowser {
  /** Opens the address in a window of its own. */
  visit(url: string): Promise<Page>
  close(): Promise<void>
}

/** The Chromium or Chrome of this computer; where there is none, windows of Electron's. */
export async function openBrowser(): Promise<PersonBrowser> {
  const executablePath = installedBrowser()
  if (executablePath === undefined) return openBareWindows()
  const chromiumSandbox = !isSandboxRefused()
  const browser = await chromium.launch({
    executablePath,
    headless: false,
    chromiumSandbox,
    env: environment(),
  })
  return {
    async visit(url) {
      const page = await (await browser.newContext()).newPage()
      await page.goto(url)
      return page
    },
    close: () => browser.close(),
  }
}

/** Opened with the first visit: its first window takes the keyboard from the app. */
function openBareWindows(): PersonBrowser {
  let opened: Promise<ElectronApplication> | undefined
  return {
    async visit(url) {
      opened ??= launchBareWindows()
      const app = await opened
      const opening = app.waitForEvent('window')
      await app.evaluate(({ BrowserWindow }) => void new BrowserWindow().loadURL('about:blank'))
      const page = await opening
      await page.goto(url)
      return page
    },
    async close() {
      await (await opened)?.close()
    },
  }
}

async function launchBareWindows(): Promise<ElectronApplication> {
  const app = await _electron.launch({
    executablePath: executable(false),
    args: [
      ...(isSandboxRefused() ? ['--no-sandbox'] : []),
      resolve(import.meta.dirname, '../../bench/bare.cjs'),
    ],
    chromiumSandbox: true,
    env: environment(),
  })
  await app.firstWindow()
  return app
}

/** The display of this worker: on another one its windows would take the keyboard from another app. */
function environment(): Record<string, string> {
  const given = Object.entries({ ...process.env, DISPLAY: ownDisplay() })
  return Object.fromEntries(given.filter((one): one is [string, string] => one[1] !== undefined))
}
