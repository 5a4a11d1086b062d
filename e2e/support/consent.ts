import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from '../launch.ts'

const ADDRESS = 'app://consent/'

/** The window in which consent is given, if there is one now. */
export function openConsentWindow(page: Page): Page | undefined {
  return page
    .context()
    .pages()
    .find((other) => other.url() === ADDRESS && !other.isClosed())
}

/** The window in which consent is given, once it is there. `page` is that of the app. */
export async function consentWindow(page: Page): Promise<Page> {
  await expect
    .poll(() => openConsentWindow(page) !== undefined, {
      intervals: [20, 50, 100],
      timeout: 15_000,
    })
    .toBe(true)
  const window = openConsentWindow(page)
  if (!window) throw new Error('There is no consent window.')
  await window.getByRole('heading', { level: 1 }).waitFor()
  return window
}

/** Everything that it says. */
export const consentText = (window: Page) => window.locator('[data-consent]')

/** Reads to the end, as it has to be before anything can be consented to. */
export async function readToEnd(window: Page): Promise<void> {
  // A long one is drawn in portions, each of which has an end of its own.
  await expect(async () => {
    await window.getByRole('main').press('End')
    await expect(window.locator('[data-consent="ready"]')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })
}

/** Buttons of the window, the most far-reaching last, in any language. */
const buttons = (window: Page) => window.getByRole('contentinfo').getByRole('button')

async function press(page: Page, window: Page, button: ReturnType<typeof buttons>): Promise<void> {
  // Main counts from when the window came to the front, which may be later than what was painted.
  await expect(async () => {
    if (window.isClosed()) return
    // It may close before the click is over.
    const closing = window.waitForEvent('close', { timeout: 2000 }).catch(() => undefined)
    await button.click({ timeout: 2000 }).catch((error: unknown) => {
      if (!window.isClosed()) throw error
    })
    await closing
    expect(window.isClosed()).toBe(true)
  }).toPass({ timeout: 20_000 })
  await inFrontAgain(page)
}

/** Main counts no press in a window that is not in front yet; it may never be, as another consent follows or the app ends. */
async function inFrontAgain(page: Page): Promise<void> {
  const until = Date.now() + 5000
  const isThere = async () =>
    page.isClosed() ||
    openConsentWindow(page) !== undefined ||
    (await page.evaluate(() => document.hasFocus()).catch(() => true))
  while (!(await isThere()) && Date.now() < until) await delay(20)
}

/** Reads and consents as far as possible: adds and starts, allows. */
export async function allow(page: Page): Promise<void> {
  const window = await consentWindow(page)
  await readToEnd(window)
  await press(page, window, buttons(window).last())
}

/** Reads, and consents with the button of this name. */
export async function allowBy(page: Page, name: string): Promise<void> {
  const window = await consentWindow(page)
  await readToEnd(window)
  await press(page, window, window.getByRole('button', { name, exact: true }))
}

export async function cancel(page: Page): Promise<void> {
  const window = await consentWindow(page)
  await press(page, window, window.getByRole('button', { name: /^(Cancel|取消)/ }))
}

/** Resolves to the result of work that may need consent: the person consents if asked. */
export async function consenting<Value>(page: Page, work: Promise<Value>): Promise<Value> {
  const state = { isOver: false }
  const end = (): void => void (state.isOver = true)
  work.then(end, end)
  // Not by the driver: each of its waits is a step that it reports, with where it was asked for.
  while (!state.isOver && !openConsentWindow(page)) await delay(20)
  if (!state.isOver) await allow(page)
  return work
}

/** Closes the window unread, if there is one. */
export async function refuseConsent(page: Page): Promise<void> {
  const window = openConsentWindow(page)
  await window?.close().catch(() => undefined)
}
