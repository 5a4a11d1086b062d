import { setTimeout as delay } from 'node:timers/promises'
import type { ElectronApplication, Page } from 'playwright-core'
import { expect, type Gatehouse } from '../launch.ts'

const CHAT = 'app://gatehouse/?chat='

/** The window that opens by what is done, drawn. */
export async function openedBy(
  { app }: Pick<Gatehouse, 'app'>,
  act: () => Promise<unknown>,
): Promise<Page> {
  const opening = app.waitForEvent('window')
  await act()
  const page = await opening
  await page.locator('[data-composer]').waitFor()
  return page
}

/** The windows of chats that are open now. */
export const chatWindows = ({ app }: Pick<Gatehouse, 'app'>): Page[] =>
  app.windows().filter((page) => page.url().startsWith(CHAT) && !page.isClosed())

/** Gives a window the keyboard, as a click in it would where a window manager runs. */
export async function toFront(app: ElectronApplication, page: Page): Promise<void> {
  const url = page.url()
  const isInFront = () =>
    app.evaluate(({ BrowserWindow }, wanted) => {
      const window = BrowserWindow.getAllWindows().find(
        ({ webContents }) => webContents.getURL() === wanted,
      )
      window?.focus()
      return window?.isFocused() ?? false
    }, url)
  const until = Date.now() + 5000
  while (!(await isInFront()) && Date.now() < until) await delay(50)
}

/** The address of the window that has the keyboard. */
export const front = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.webContents.getURL() ?? '')

/** Waits until a window has the keyboard. */
export async function expectInFront(app: ElectronApplication, page: Page): Promise<void> {
  await expect.poll(() => front(app)).toBe(page.url())
}

/** The address of the window over which the consent window is. */
export const consentIsOver = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ BrowserWindow }) => {
    const consent = BrowserWindow.getAllWindows().find(
      ({ webContents }) => webContents.getURL() === 'app://consent/',
    )
    return consent?.getParentWindow()?.webContents.getURL() ?? ''
  })

/** Closes a window as its own button does. */
export async function closeWindow(app: ElectronApplication, page: Page): Promise<void> {
  const closed = page.waitForEvent('close')
  await app.evaluate(({ BrowserWindow }, wanted) => {
    for (const window of BrowserWindow.getAllWindows())
      if (window.webContents.getURL() === wanted) window.close()
  }, page.url())
  await closed
}
