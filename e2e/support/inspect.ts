import type { Locator, Page } from 'playwright-core'
import { bringToFront, expect, type Gatehouse } from '../launch.ts'
import { findViolations } from './screens/accessibility.ts'
import { findLayoutFaults } from './screens/layout.ts'
import { takePicture, takesPictures } from './results.ts'
import { request } from './routes.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
  { width: 640, height: 600 },
]

/** A theme changes colours and no layout, so that the second one is only drawn smaller for its picture. */
function sizesIn(theme: 'light' | 'dark') {
  if (theme === 'light') return sizes
  return takesPictures ? sizes.toReversed() : sizes.slice(0, 1)
}

/** Gives the window's content this size, in pixels. */
export async function resize(
  { app, page }: Gatehouse,
  size: { width: number; height: number },
): Promise<void> {
  // Without a window manager a size that is set while the window is being mapped can be lost.
  await expect(async () => {
    await app.evaluate(({ BrowserWindow }, { width, height }) => {
      // One that draws a diagram is not seen.
      const seen = BrowserWindow.getAllWindows().find((window) => window.isVisible())
      // A size that the window already believes to have would not be set again.
      seen?.setContentSize(width, height + 1)
      seen?.setContentSize(width, height)
    }, size)
    await page.waitForFunction(
      ({ width, height }) => innerWidth === width && innerHeight === height,
      size,
      // By the clock, as a window that is not drawn has no frames.
      { timeout: 5000, polling: 50 },
    )
  }).toPass({ timeout: 20_000 })
  await bringToFront(app)
}

/** Shows the window in this language; what is pressed while its words change may be missed. */
export async function changeLanguage(page: Page, language: 'en' | 'zh-CN'): Promise<void> {
  await request(page, 'app.change-settings', { language })
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Until nothing moves but what moves for ever. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
    const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    // One that is paused never ends, and a window that is not drawn has no frames.
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), after(3000)])
    await Promise.race([new Promise(requestAnimationFrame), after(1000)])
  })
}

/**
 * Everything that is wrong with one screen, with `part` in view: its layout in each size, and what axe finds in both
 * themes. Where pictures are wanted it takes one of each. It is left dark and 1280 px wide.
 */
export async function inspect(
  gatehouse: Gatehouse,
  name: string,
  part?: Locator,
): Promise<string[]> {
  const { page } = gatehouse
  const faults: string[] = []
  const note = (place: string, found: string[]) =>
    faults.push(...found.map((fault) => `${name} ${place}: ${fault}`))
  for (const theme of ['light', 'dark'] as const) {
    await request(page, 'app.change-settings', { theme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    for (const size of sizesIn(theme)) {
      await resize(gatehouse, size)
      // At another width a row may be drawn anew, and the one that was found is gone.
      if (part)
        await expect(() => part.scrollIntoViewIfNeeded({ timeout: 2000 })).toPass({
          timeout: 20_000,
        })
      await settle(page)
      if (theme === 'light') note(`at ${size.width}`, await findLayoutFaults(page))
      if (size.width === 1280)
        note(theme, await findViolations(page, theme === 'dark' ? ['color-contrast'] : undefined))
      await takePicture(page, `${name}-${theme}-${size.width}`)
    }
  }
  if (takesPictures && !/^en\/|zh/.test(name)) await pictureInChinese(gatehouse, name, part)
  return faults
}

/** The same screen in Chinese, of tests that look at it in English alone; only for a person to look at. */
async function pictureInChinese(gatehouse: Gatehouse, name: string, part?: Locator): Promise<void> {
  const { page } = gatehouse
  await changeLanguage(page, 'zh-CN')
  for (const theme of ['light', 'dark'] as const) {
    await request(page, 'app.change-settings', { theme })
    for (const size of sizesIn(theme)) {
      await resize(gatehouse, size)
      await part?.scrollIntoViewIfNeeded({ timeout: 2000 }).catch(() => undefined)
      await settle(page)
      await takePicture(page, `zh-CN/${name}-${theme}-${size.width}`)
    }
  }
  await changeLanguage(page, 'en')
}
