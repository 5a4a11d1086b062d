import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fixtureServerCommand, startFakeModelEndpoint, withDisplayHash } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { allow, consentWindow, openConsentWindow } from './support/consent.ts'
import { connect, connectScripted, KEY } from './support/models.ts'
import { callFromPage, planted } from './support/page-script.ts'
import { call, request } from './support/routes.ts'
import { safeStart } from './support/safe-start.ts'
import { addServer } from './support/servers.ts'
import {
  chatWindows,
  closeWindow,
  consentIsOver,
  expectInFront,
  front,
  openedBy,
  toFront,
} from './support/windows.ts'

const rows = (page: Page) =>
  page.getByRole('navigation', { name: 'Chats' }).locator('[data-list-row]')
const tearOff = (page: Page) => page.getByRole('button', { name: 'Open in new window' }).click()
const elsewhere = (page: Page) => page.getByText('This chat is open in its own window')

/** Two chats with names of their own; the second one is open. */
async function twoChats({ page }: Gatehouse): Promise<{ first: string; second: string }> {
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

test('a chat is in one window: its row, a link to it and the key lead there, and what is typed goes along', async ({
  gatehouse,
}) => {
  const { app, page } = gatehouse
  const { second } = await twoChats(gatehouse)
  await chat(page).composer.fill('half a thought')
  const own = await openedBy(gatehouse, () => page.keyboard.press('Control+Shift+O'))
  expect(own.url()).toBe(`app://gatehouse/?chat=${second}`)
  await expect(chat(own).composer).toHaveValue('half a thought')
  await expect(own.getByRole('navigation')).toHaveCount(0)
  await expect(own).toHaveTitle('Travel · Gatehouse')
  await expectInFront(app, own)
  proves('window.chat.torn-off')

  await expect(elsewhere(page)).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Travel' })).toContainText('Open in its own window')
  await toFront(app, page)
  await rows(page).filter({ hasText: 'Invoices' }).click()
  await expect(chat(page).composer).toBeVisible()
  await rows(page).filter({ hasText: 'Travel' }).click()
  await expectInFront(app, own)
  await toFront(app, page)
  await page.keyboard.press('Control+K')
  await page.keyboard.type('Travel')
  await page.getByRole('option', { name: 'Travel' }).click()
  await expectInFront(app, own)
  expect(chatWindows(gatehouse)).toHaveLength(1)
  proves('window.chat.once')

  await chat(own).composer.fill('half a thought, and the rest')
  await closeWindow(app, own)
  await expect(rows(page).filter({ hasText: 'Travel' })).not.toContainText('own window')
  await toFront(app, page)
  await rows(page).filter({ hasText: 'Travel' }).click()
  await expect(chat(page).composer).toHaveValue('half a thought, and the rest')
  proves('window.chat.drafts')

  const again = await openedBy(gatehouse, async () => {
    await rows(page).filter({ hasText: 'Travel' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open in new window' }).click()
  })
  await chat(again).composer.fill('written there')
  const closed = again.waitForEvent('close')
  await again.getByRole('button', { name: 'Show in main window' }).click()
  await closed
  await expectInFront(app, page)
  await expect(chat(page).composer).toHaveValue('written there')
  proves('window.chat.back')
})

const longText = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ')

test('two windows write and are answered at the same time', async ({ gatehouse }) => {
  const { app, page } = gatehouse
  const endpoint = await startFakeModelEndpoint({ key: KEY })
  endpoint.script('one', [{ text: longText, eventDelayMs: 40 }])
  endpoint.script('two', [{ text: `other ${longText}`, eventDelayMs: 40 }])
  await connect(page, { api: 'chat', url: endpoint.url, models: ['one', 'two'] })
  const { second } = await twoChats(gatehouse)
  const providerId = (await request(page, 'provider.list', {}))[0]?.id ?? ''
  await request(page, 'chat.set-model', { id: second, model: { providerId, modelId: 'two' } })
  const own = await openedBy(gatehouse, () => tearOff(page))
  await toFront(app, own)
  await chat(own).send('There')
  await toFront(app, page)
  await rows(page).filter({ hasText: 'Invoices' }).click()
  await chat(page).send('Here')
  await expect(chat(page).answers).toContainText('word5')
  await expect(chat(page).answers).toHaveAttribute('data-status', 'streaming')
  await expect(chat(own).answers).toHaveAttribute('data-status', 'streaming')
  await expect(chat(own).answers).toContainText('other word0')
  await expect(chat(page).answers).not.toContainText('other')
  proves('window.chat.both')
  await toFront(app, own)
  await chat(own).stop.click()
  await expect(chat(own).transcript).toContainText('You stopped this answer.')
  await expect(chat(page).answers).toContainText('word299', { timeout: 30_000 })
})

/** The main window, and the window of a chat in which a call waits for the person. */
async function waitingInOwnWindow(gatehouse: Gatehouse): Promise<{ own: Page; askId: string }> {
  const { app, page } = gatehouse
  await addServer(page, fixtureServerCommand({ features: ['echo'] }), { name: 'notes' })
  await connectScripted(page, 'chat', [
    { toolCalls: [{ name: 'notes__echo', arguments: { message: 'hello' } }] },
    { text: 'Done.' },
  ])
  await twoChats(gatehouse)
  const own = await openedBy(gatehouse, () => tearOff(page))
  await toFront(app, own)
  await chat(own).send('Say hello')
  await expect(chat(own).approval('echo').card).toBeVisible()
  const [ask] = await request(own, 'ask.list', {})
  return { own, askId: ask?.id ?? '' }
}

test('a card is answered in the window of its chat, and a press there answers nothing from another window', async ({
  gatehouse,
}) => {
  const { app, page } = gatehouse
  const { own, askId } = await waitingInOwnWindow(gatehouse)
  const [ask] = await request(page, 'ask.list', {})
  if (!ask) throw new Error('Nothing waits.')
  const answer = withDisplayHash(ask, { kind: 'tool-approval', decision: 'allow-once' })
  await page.waitForTimeout(3500)
  // The person presses in the chat's window; script in the main one rides on it.
  await toFront(app, own)
  await own.keyboard.press('Shift')
  const ridden = await callFromPage(page, 'ask.answer', { id: askId, answer })
  expect(ridden.error?.code).toBe('ask/not-by-person')
  // The main window comes to the front, and the press is still young.
  await own.keyboard.press('Shift')
  await toFront(app, page)
  const inFront = await callFromPage(page, 'ask.answer', { id: askId, answer })
  expect(inFront.error?.code).toBe('ask/not-by-person')
  expect(
    (await callFromPage(page, 'server.propose', planted({ command: 'node', args: [] }))).error
      ?.code,
  ).toBe('app/not-by-person')
  expect(await call(page, 'ask.list', {})).toHaveLength(1)
  proves('window.chat.own-presses')

  await toFront(app, own)
  await chat(own).approval('echo').allowOnce()
  await expect(chat(own).answers.last()).toContainText('Done.')
  proves('window.chat.asks')
})

test('consent opens over the window that asked, and ends with that window alone', async ({
  gatehouse,
}) => {
  const { app, page } = gatehouse
  const { own } = await waitingInOwnWindow(gatehouse)
  const allowing = chat(own).approval('echo').allowInChat()
  await consentWindow(own)
  expect(await consentIsOver(app)).toBe(own.url())
  await allowing
  await expect(chat(own).answers.last()).toContainText('Done.')
  proves('window.chat.consent')

  await toFront(app, page)
  const proposing = request(page, 'server.propose', planted({ command: 'node', args: [] }) as never)
  await consentWindow(page)
  expect(await consentIsOver(app)).toBe('app://gatehouse/')
  // The other window closes, and what the main one asked for stays before the person.
  await closeWindow(app, own)
  await page.waitForTimeout(300)
  expect(openConsentWindow(page)).toBeDefined()
  await allow(page)
  expect(await proposing).toMatchObject({ outcome: 'saved' })

  const next = await openedBy(gatehouse, async () => {
    await toFront(app, page)
    await rows(page).filter({ hasText: 'Travel' }).click()
    await tearOff(page)
  })
  await toFront(app, next)
  const named = { ...planted({ command: 'node', args: [] }), name: 'another' }
  void request(next, 'server.propose', named as never).catch(() => undefined)
  const asked = await consentWindow(next)
  const gone = asked.waitForEvent('close')
  await app.evaluate(({ BrowserWindow }, wanted) => {
    for (const window of BrowserWindow.getAllWindows())
      if (window.webContents.getURL() === wanted) window.close()
  }, next.url())
  await gone
  expect((await request(page, 'server.list', {})).map(({ config }) => config.name)).not.toContain(
    'another',
  )
  proves('window.chat.consent-ends')
})

test('what a chat’s window does not have is shown in the main one, also when that was closed', async ({
  gatehouse,
}) => {
  const { app, page } = gatehouse
  await twoChats(gatehouse)
  const own = await openedBy(gatehouse, () => tearOff(page))
  await toFront(app, own)
  await own.keyboard.press('Control+3')
  await expectInFront(app, page)
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await closeWindow(app, page)
  await toFront(app, own)
  const main = await openedByPlace(gatehouse, () => own.keyboard.press('Control+5'))
  await expect(main.getByRole('radiogroup', { name: 'Theme' })).toBeVisible()
  proves('window.chat.places')
})

/** The main window, opened anew at a place that has no composer. */
async function openedByPlace({ app }: Gatehouse, act: () => Promise<void>): Promise<Page> {
  const opening = app.waitForEvent('window')
  await act()
  return opening
}

test('with only the window of a chat open, what a server asks outside of any chat is told in it', async ({
  gatehouse,
}) => {
  const { app, page } = gatehouse
  await addServer(page, fixtureServerCommand({ features: ['echo'] }), { name: 'notes' })
  const [server] = await request(page, 'server.list', {})
  const { first } = await twoChats(gatehouse)
  const own = await openedBy(gatehouse, () => tearOff(page))
  await closeWindow(app, page)
  await toFront(app, own)
  // Of another chat than that of the window.
  await request(own, 'chat.run-tool', {
    id: first,
    serverId: server?.config.id ?? '',
    toolName: 'echo',
    arguments: { message: 'x' },
  })
  const main = await openedByPlace(gatehouse, () =>
    own.getByRole('button', { name: 'Show', exact: true }).click(),
  )
  await expect(main.getByTestId('approval-card')).toBeVisible()
  proves('window.chat.told')
})

test('a deleted chat and a temporary one that is ended close their windows', async ({
  gatehouse,
}) => {
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
})

test('after a quit the windows of chats are where they were, after a crash none is opened', async ({
  gatehouse,
}) => {
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
})

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

test('the process of a chat’s window dies alone; the chat is held back there, and in the main window once it is closed', async ({
  gatehouse,
}) => {
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
})
