import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { findViolations } from './support/accessibility.ts'
import { findLayoutFaults } from './support/layout.ts'
import { request } from './support/routes.ts'
import { buildScreenWorld } from './support/screen-world.ts'
import { consentWindow } from './support/consent.ts'
import { closeLayers, proposeServer, screens } from './support/screens.ts'
import { proves } from './proves.ts'

const folder = join(import.meta.dirname, 'screenshots')
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
]

async function resize(
  { app, page }: Gatehouse,
  size: { width: number; height: number },
): Promise<void> {
  await app.evaluate(({ BrowserWindow }, { width, height }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(width, height)
  }, size)
  await page.waitForFunction(
    ({ width, height }) => innerWidth === width && innerHeight === height,
    size,
  )
}

/** Until nothing moves but what moves for ever. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    await new Promise(requestAnimationFrame)
  })
}

/** Everything that is wrong with one screen in both themes and sizes; takes its pictures. */
async function inspect(gatehouse: Gatehouse, name: string): Promise<string[]> {
  const { page } = gatehouse
  const faults: string[] = []
  const note = (place: string, found: string[]) =>
    faults.push(...found.map((fault) => `${name} ${place}: ${fault}`))
  for (const theme of ['light', 'dark'] as const) {
    await request(page, 'app.change-settings', { theme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    for (const size of theme === 'light' ? sizes : sizes.toReversed()) {
      await resize(gatehouse, size)
      await settle(page)
      if (theme === 'light') note(`at ${size.width}`, await findLayoutFaults(page))
      if (size.width === 1280)
        note(theme, await findViolations(page, theme === 'dark' ? ['color-contrast'] : undefined))
      await page.screenshot({ path: join(folder, `${name}-${theme}-${size.width}.png`) })
    }
  }
  return faults
}

for (const language of ['en', 'zh-CN'] as const) {
  test(`every screen in ${language} has no axe violation, and nothing cut or covered`, async ({
    gatehouse,
  }) => {
    test.setTimeout(150_000)
    const { page } = gatehouse
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await request(page, 'app.change-settings', { language })
    const faults = await inspect(gatehouse, `${language}/first-run`)
    await page.keyboard.press('Control+2')
    faults.push(...(await inspect(gatehouse, `${language}/servers-empty`)))
    await page.keyboard.press('Control+3')
    faults.push(...(await inspect(gatehouse, `${language}/activity-empty`)))
    await page.keyboard.press('Control+1')
    await request(page, 'app.change-settings', { language: 'en' })
    await buildScreenWorld(gatehouse)
    await request(page, 'app.change-settings', { language })
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await screen.open(page)
        faults.push(...(await inspect(gatehouse, `${language}/${screen.name}`)))
        await closeLayers(page)
      })
    }
    expect(faults).toEqual([])
    proves(`frame.accessible.screens-${language}`, `frame.narrow.screens-${language}`)
    expect(gatehouse.problems).toEqual([])
  })

  test(`the consent window in ${language} has no axe violation`, async ({ gatehouse }) => {
    const { page } = gatehouse
    for (const theme of ['light', 'dark'] as const) {
      await request(page, 'app.change-settings', { language, theme })
      await proposeServer(page)
      const window = await consentWindow(page)
      await settle(window)
      expect(await findViolations(window)).toEqual([])
      await window.screenshot({ path: join(folder, `${language}/consent-${theme}.png`) })
      await window.keyboard.press('Escape').catch(() => undefined)
      await expect.poll(() => window.isClosed()).toBe(true)
      await closeLayers(page)
    }
    proves(`frame.accessible.consent-${language}`)
  })
}
