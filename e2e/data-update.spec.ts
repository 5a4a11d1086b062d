import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { expect, launchGatehouse, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { takePicture } from './support/results.ts'
import { writeOldProfile } from './support/old-profile.ts'

const history = { turns: 2500, resultSize: 40_000 }
let userData: string

test.beforeEach(async () => {
  userData = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-old-'))
  await writeOldProfile(userData, history)
})
test.afterEach(() => rmSync(userData, { recursive: true, force: true, maxRetries: 20 }))

/** The small window of the update, once it is there. */
async function updateWindow(app: ElectronApplication): Promise<Page> {
  const isIt = (page: Page): boolean => page.url().startsWith('data:text/html')
  await expect.poll(() => app.windows().some(isIt), { timeout: 60_000, intervals: [20] }).toBe(true)
  const found = app.windows().find(isIt)
  if (!found) throw new Error('The window of the update closed at once.')
  return found
}

/**
 * From now on main counts the longest that it worked without coming to its timers, in milliseconds of processor
 * time: others who keep the machine busy are no part of it. Returns how to read it.
 */
async function watchStall(app: ElectronApplication): Promise<() => Promise<number>> {
  await app.evaluate(() => {
    const longest = { ms: 0 }
    globalThis.longestStall = longest
    let before = process.cpuUsage()
    setInterval(() => {
      const { user, system } = process.cpuUsage(before)
      longest.ms = Math.max(longest.ms, (user + system) / 1000)
      before = process.cpuUsage()
    }, 5).unref()
  })
  return () => app.evaluate(() => globalThis.longestStall.ms)
}

declare global {
  /** In main: see `watchStall`. */
  var longestStall: { ms: number }
}

/** Starts on the old profile; `look` sees the update. */
async function start(
  look: (app: ElectronApplication) => Promise<void>,
  packaged = false,
): Promise<Gatehouse> {
  let looked = Promise.resolve()
  const gatehouse = await launchGatehouse({
    userData,
    packaged,
    onStarted: (app) => {
      looked = look(app)
      looked.catch(() => undefined)
    },
  })
  await looked
  return gatehouse
}

for (const [language, theme, words, packaged] of [
  ['en', 'light', 'Updating your data…', false],
  ['zh-CN', 'dark', '正在更新你的数据…', true],
] as const) {
  const where = packaged ? 'packaged' : 'built'
  test(
    `${language}, ${where}: an old profile is updated in a small window while main stays responsive`,
    nightly('window.update.shown'),
    async () => {
      const state = { theme, language, maximized: false }
      writeFileSync(join(userData, 'window.json'), JSON.stringify(state))
      let stalledMs = 0
      let slowest = 0
      const gatehouse = await start(async (app) => {
        const page = await updateWindow(app)
        await expect(page.getByRole('heading')).toContainText(words)
        // The driver shows every page as light unless it is told not to.
        await page.emulateMedia({ colorScheme: null })
        const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
        expect(isDark).toBe(theme === 'dark')
        await takePicture(page, `data-update-${language}`)
        const percents: number[] = []
        const stall = await watchStall(app)
        while (!page.isClosed()) {
          const began = performance.now()
          stalledMs = await stall()
          slowest = Math.max(slowest, performance.now() - began)
          const text = await page
            .locator('#percent')
            .textContent()
            .catch(() => null)
          if (text !== null) percents.push(Number.parseInt(text, 10))
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
        expect(new Set(percents).size).toBeGreaterThan(3)
        expect(percents).toEqual(percents.toSorted((a, b) => a - b))
      }, packaged)
      expect(stalledMs).toBeLessThan(1000)
      // Waiting takes no processor time, but on a busy machine a response may take longer.
      expect(slowest).toBeLessThan(5000)
      const chats = gatehouse.page.getByRole('navigation', { name: /Chats|对话/ })
      await expect(chats.getByRole('button', { name: /^chat-49/ })).toBeVisible({ timeout: 60_000 })
      proves('window.update.shown')
      await gatehouse.dispose()
    },
  )
}

test(
  'whoever closes the window of the update quits, and the next start goes on',
  nightly('window.update.quit'),
  async () => {
    let exited: Promise<unknown> = Promise.resolve()
    await start(async (app) => {
      exited = new Promise((resolve) => app.process().once('exit', resolve))
      const page = await updateWindow(app)
      await expect(page.getByRole('progressbar')).toBeVisible()
      await page.close()
    }).catch(() => undefined)
    await exited
    const gatehouse = await start(() => Promise.resolve())
    const chats = gatehouse.page.getByRole('navigation', { name: 'Chats' })
    await expect(chats.getByRole('button', { name: /^chat-49/ })).toBeVisible({ timeout: 60_000 })
    await gatehouse.dispose()
    proves('window.update.quit')
  },
)
