import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { connectScripted } from './support/models/models.ts'
import { safeStart } from './support/safe-start.ts'
import {
  chatWindows,
  elsewhere,
  front,
  openedBy,
  rows,
  tearOff,
  toFront,
  twoChats,
} from './support/windows.ts'

test.use({ ownApp: true })

test(
  'a deleted chat and a temporary one that is ended close their windows',
  nightly('window.chat.deleted'),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    await twoChats(gatehouse)
    const own = await openedBy(gatehouse, () => tearOff(page))
    await toFront(app, page)
    const deleted = own.waitForEvent('close')
    await rows(page).filter({ hasText: 'Travel' }).focus()
    await page.keyboard.press('Delete')
    await deleted
    await expect(chat(page).composer).toBeVisible()
    await expect(page.getByText('Deleted “Travel”')).toBeVisible()

    await page.keyboard.press('Control+Shift+N')
    await expect(page.getByTestId('temporary-note')).toBeVisible()
    const temporary = await openedBy(gatehouse, () => tearOff(page))
    await toFront(app, temporary)
    const ended = temporary.waitForEvent('close')
    await temporary.getByTestId('temporary-note').getByRole('button', { name: 'End' }).click()
    await ended
    await expect(elsewhere(page)).toHaveCount(0)
    proves('window.chat.deleted')
  },
)

test(
  'after a quit the windows of chats are where they were, after a crash none is opened',
  nightly('window.chat.restart', 'window.chat.crash'),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    await twoChats(gatehouse)
    const own = await openedBy(gatehouse, () => tearOff(page))
    const bounds = { x: 40, y: 60, width: 620, height: 640 }
    await app.evaluate(
      ({ BrowserWindow }, { url, to }) => {
        for (const window of BrowserWindow.getAllWindows())
          if (window.webContents.getURL() === url) window.setBounds(to)
      },
      { url: own.url(), to: bounds },
    )
    await page.waitForTimeout(600)
    await gatehouse.restart()
    await expect.poll(() => chatWindows(gatehouse).length).toBe(1)
    const [back] = chatWindows(gatehouse)
    if (!back) throw new Error('The window of the chat is not there.')
    await expect(chat(back).composer).toBeVisible()
    const main = await mainWindow(gatehouse)
    const boundsNow = () =>
      gatehouse.app.evaluate(
        ({ BrowserWindow }, url) =>
          BrowserWindow.getAllWindows()
            .find(({ webContents }) => webContents.getURL() === url)
            ?.getBounds(),
        back.url(),
      )
    await expect.poll(boundsNow).toEqual(bounds)
    // The main window shows another chat and keeps the keyboard.
    await expect(elsewhere(main)).toHaveCount(0)
    await expect(chat(main).composer).toBeVisible()
    expect(await front(gatehouse.app)).toBe(main.url())
    proves('window.chat.restart')

    await gatehouse.kill9()
    await gatehouse.restart()
    await expect(safeStart(gatehouse.page).note).toBeVisible()
    await gatehouse.page.waitForTimeout(1000)
    expect(chatWindows(gatehouse)).toEqual([])
    proves('window.chat.crash')
  },
)

async function mainWindow({ app }: Gatehouse): Promise<Page> {
  const find = () => app.windows().find((page) => page.url() === 'app://gatehouse/')
  await expect.poll(() => find() !== undefined).toBe(true)
  const page = find()
  if (!page) throw new Error('There is no main window.')
  return page
}

/** The driver loses a page whose process died, so these look through main. */
const inOwnPage = ({ app }: Gatehouse, script: string): Promise<string> =>
  app.evaluate(async ({ BrowserWindow }, code) => {
    const contents = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().includes('?chat='),
    )?.webContents
    if (!contents || contents.isCrashed() || contents.isLoading()) return ''
    const late = new Promise((resolve) => setTimeout(resolve, 1000, ''))
    return String(await Promise.race([contents.executeJavaScript(code), late]))
  }, script)

test(
  'the process of a chat’s window dies alone; the chat is held back there, and in the main window once it is closed',
  nightly('window.chat.dies-alone', 'window.chat.held'),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    await connectScripted(page, 'chat', [{ text: 'An answer to keep.' }])
    await twoChats(gatehouse)
    await chat(page).send('Keep this')
    await expect(chat(page).answers).toContainText('An answer to keep.')
    const own = await openedBy(gatehouse, () => tearOff(page))
    await expect(chat(own).answers).toContainText('An answer to keep.')
    await toFront(app, page)
    await rows(page).filter({ hasText: 'Invoices' }).click()
    await chat(page).composer.fill('still here')
    const crashed = own.waitForEvent('crash')
    await app.evaluate(({ BrowserWindow }) => {
      for (const { webContents } of BrowserWindow.getAllWindows())
        if (webContents.getURL().includes('?chat=')) webContents.forcefullyCrashRenderer()
    })
    await crashed
    const shown = () => inOwnPage(gatehouse, 'document.body.innerText')
    await expect.poll(shown).toContain('The window crashed and was reopened')
    expect(await shown()).not.toContain('An answer to keep.')
    await expect(chat(page).composer).toHaveValue('still here')
    await expect(safeStart(page).note).toHaveCount(0)
    proves('window.chat.dies-alone')

    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows())
        if (window.webContents.getURL().includes('?chat=')) window.close()
    })
    await expect(safeStart(page).openChat).toBeVisible()
    await rows(page).filter({ hasText: 'Travel' }).click()
    await expect(chat(page).transcript).toHaveCount(0)
    await safeStart(page).openChat.click()
    await expect(chat(page).answers).toContainText('An answer to keep.')
    proves('window.chat.held')
    expect(existsSync(join(gatehouse.userData, 'running.json'))).toBe(true)
  },
)

test(
  'text is as large in every window, also in one that is opened later and after a restart',
  nightly('window.zoom.all', 'window.zoom.kept'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await twoChats(gatehouse)
    const own = await openedBy(gatehouse, () => tearOff(page))
    await toFront(gatehouse.app, own)
    const levels = () =>
      gatehouse.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getZoomLevel()),
      )
    // As the menu and its keys do, in the window that has the keyboard: one gets it a moment after it came to the front.
    const zoomIn = () =>
      gatehouse.app.evaluate(({ BrowserWindow, Menu }) => {
        const item = Menu.getApplicationMenu()
          ?.items.flatMap(({ submenu }) => submenu?.items ?? [])
          .find(({ role }) => String(role).toLowerCase() === 'zoomin')
        const focused = BrowserWindow.getFocusedWindow()
        if (focused) item?.click({}, focused, focused.webContents)
        return focused !== null
      })
    await expect.poll(zoomIn).toBe(true)
    await expect.poll(levels).toEqual([0.5, 0.5])
    await gatehouse.restart()
    await expect.poll(levels).toEqual([0.5, 0.5])
    proves('window.zoom.all')
    proves('window.zoom.kept')
  },
)
