import { setTimeout as delay } from 'node:timers/promises'
import type { ElectronApplication, Page } from 'playwright-core'
import { expect, type Gatehouse } from '../launch.ts'
import { chat } from './chat.ts'
import { request } from './routes.ts'

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

/** Waits until there are so many windows: Electron ends the process where one that is closing is asked for its focus. */
export const expectWindows = (app: ElectronApplication, count: number): Promise<void> =>
  expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length))
    .toBe(count)

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

/** The chats of the main window's list. */
export const rows = (page: Page) =>
  page.getByRole('navigation', { name: 'Chats' }).locator('[data-list-row]')
/** Opens the chat in view in a window of its own. */
export const tearOff = (page: Page) =>
  page.getByRole('button', { name: 'Open in new window' }).click()
/** The note in the main window in place of a chat that has its own. */
export const elsewhere = (page: Page) => page.getByText('This chat is open in its own window')

/** Two chats with names of their own; the second one is open. */
export async function twoChats({ page }: Gatehouse): Promise<{ first: string; second: string }> {
  // The window makes one by itself, once it knows that there is none.
  await expect.poll(async () => (await request(page, 'chat.list', {})).length).toBe(1)
  const [first] = await request(page, 'chat.list', {})
  if (!first) throw new Error('There is no chat.')
  await request(page, 'chat.rename', { id: first.id, title: 'Invoices' })
  await chat(page).startNew()
  const all = await request(page, 'chat.list', {})
  const second = all.find(({ id }) => id !== first.id)
  if (!second) throw new Error('There is no second chat.')
  await request(page, 'chat.rename', { id: second.id, title: 'Travel' })
  return { first: first.id, second: second.id }
}
