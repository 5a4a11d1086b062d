import { fixtureServerCommand } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { chat } from './support/chat.ts'
import { changeLanguage, settle } from './support/inspect.ts'
import { findLayoutFaults } from './support/screens/layout.ts'
import { connectScripted } from './support/models/models.ts'
import { callFromPage, untilPressesAreStale } from './support/page-script.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { addServer } from './support/servers.ts'
import { expectInFront, openedBy, toFront } from './support/windows.ts'

test.use({ ownApp: true })

const KEY = 'Control+Alt+K'

/** Resolves to true if the system gives this app the key. */
const isRegistered = ({ app }: Gatehouse, key: string): Promise<boolean> =>
  app.evaluate(({ globalShortcut }, wanted) => globalShortcut.isRegistered(wanted), key)

/** Presses the global key as the system does: it knows no window, and nothing in one is pressed. */
const pressGlobally = ({ app }: Gatehouse): Promise<void> =>
  app.evaluate(() => (globalThis as unknown as { pressed?: () => void }).pressed?.())

/** Keeps what is called for the global key, which a virtual display without a window manager may not deliver. */
const keepGlobalKey = ({ app }: Gatehouse): Promise<void> =>
  app.evaluate(({ globalShortcut }) => {
    const register = globalShortcut.register.bind(globalShortcut)
    globalShortcut.register = (key, pressed) => {
      Object.assign(globalThis, { pressed })
      return register(key, pressed)
    }
  })

const isSeen = ({ app }: Gatehouse): Promise<boolean> =>
  app.evaluate(
    ({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL() === 'app://gatehouse/?quick')
        ?.isVisible() ?? false,
  )

const openQuick = ({ page }: Gatehouse) => request(page, 'window.open-quick', {})

async function openQuickWindow(gatehouse: Gatehouse): Promise<Page> {
  const quick = await openedBy(gatehouse, () => openQuick(gatehouse))
  await toFront(gatehouse.app, quick)
  await expect(quick.getByTestId('model-picker')).toBeVisible()
  return quick
}

async function hide(gatehouse: Gatehouse, quick: Page): Promise<void> {
  await chat(quick).composer.press('Escape')
  await expect.poll(() => isSeen(gatehouse)).toBe(false)
}

/** @threat window.global-key */
test(
  'a recorded key calls quick ask and hides it, and is taken from nobody before and after',
  nightly('window.quick.guarded', 'window.quick.key', 'window.quick.refused', 'window.quick.off'),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    await keepGlobalKey(gatehouse)
    await page.keyboard.press('Control+5')
    const record = page.getByRole('button', { name: 'Record a shortcut' })
    await expect(record).toBeVisible()
    expect(await isRegistered(gatehouse, KEY)).toBe(false)

    await untilPressesAreStale(page)
    const taken = await callFromPage(page, 'window.set-quick-shortcut', { accelerator: KEY })
    expect(taken.error?.code).toBe('app/not-by-person')
    expect((await callFromPage(page, 'window.open-quick', {})).error?.code).toBe(
      'app/not-by-person',
    )
    expect(app.windows()).toHaveLength(1)
    proves('window.quick.guarded')

    await record.click()
    await page.keyboard.press('Control+C')
    await expect(page.getByText('Other programs commonly use this combination.')).toBeVisible()
    await page.keyboard.press('Control+Alt+K')
    await expect(page.getByRole('button', { name: 'Control Alt K' })).toBeVisible()
    expect(await isRegistered(gatehouse, KEY)).toBe(true)

    const quick = await openedBy(gatehouse, () => pressGlobally(gatehouse))
    await toFront(app, quick)
    await expectInFront(app, quick)
    await expect(chat(quick).composer).toBeFocused()
    const isOnTop = () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .filter((window) => window.isAlwaysOnTop())
          .map(({ webContents }) => webContents.getURL()),
      )
    expect(await isOnTop()).toEqual(['app://gatehouse/?quick'])
    // It is no press in any window: nothing that acts may follow from it.
    const forged = await callFromPage(quick, 'window.open-quick', {})
    expect(forged.error?.code).toBe('app/not-by-person')
    await pressGlobally(gatehouse)
    await expect.poll(() => isSeen(gatehouse)).toBe(false)
    await pressGlobally(gatehouse)
    await expect.poll(() => isSeen(gatehouse)).toBe(true)
    proves('window.quick.key')

    await toFront(app, page)
    await app.evaluate(({ globalShortcut }) => {
      globalShortcut.register = () => false
    })
    await page.getByRole('button', { name: 'Control Alt K' }).click()
    await page.keyboard.press('Control+Shift+L')
    await expect(
      page.getByText('Another program may be using it. Choose another one.'),
    ).toBeVisible()
    expect((await request(page, 'app.settings', {})).quickAskShortcut).toBe(KEY)
    proves('window.quick.refused')

    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(record).toBeVisible()
    expect(await isRegistered(gatehouse, KEY)).toBe(false)
    expect((await request(page, 'app.settings', {})).quickAskShortcut).toBeNull()
    proves('window.quick.off')
  },
)

const longText = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')

test(
  'a question is answered in quick ask, also while it is hidden; it goes on there or in the main window',
  nightly(
    'window.quick.blank',
    'window.quick.answers',
    'window.quick.continues',
    'window.quick.main',
  ),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    await connectScripted(page, 'chat', [
      { text: longText, eventDelayMs: 30 },
      { text: 'Another answer.' },
    ])
    const before = (await request(page, 'chat.list', {})).length
    const quick = await openQuickWindow(gatehouse)
    for (let time = 0; time < 3; time += 1) {
      await hide(gatehouse, quick)
      await openQuick(gatehouse)
      await toFront(app, quick)
      await quick.keyboard.press('Control+N')
    }
    expect(await request(page, 'chat.list', {})).toHaveLength(before + 1)
    proves('window.quick.blank')

    await chat(quick).send('How far is it?')
    await expect(chat(quick).answers).toContainText('word3')
    await hide(gatehouse, quick)
    await openQuick(gatehouse)
    await toFront(app, quick)
    await expect(chat(quick).answers).toContainText('word199', { timeout: 30_000 })
    await expect(chat(quick).transcript).not.toContainText('You stopped')
    proves('window.quick.answers')
    proves('window.quick.continues')

    await chat(quick).composer.fill('and back?')
    await quick.getByRole('button', { name: 'Show in main window' }).click()
    await expectInFront(app, page)
    await expect.poll(() => isSeen(gatehouse)).toBe(false)
    await expect(chat(page).answers).toContainText('word199')
    await expect(chat(page).composer).toHaveValue('and back?')
    proves('window.quick.main')

    await openQuick(gatehouse)
    await toFront(app, quick)
    await expect(chat(quick).answers).toHaveCount(0)
    await chat(quick).send('Something else')
    await expect(chat(quick).answers).toContainText('Another answer.')
    await expect(chat(page).answers).not.toContainText('Another answer.')
  },
)

test(
  'Escape hides quick ask, and denies where a card that waits has the keys',
  nightly('window.quick.escape'),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    await addServer(page, fixtureServerCommand({ features: ['echo'] }), { name: 'notes' })
    await connectScripted(page, 'chat', [
      { toolCalls: [{ name: 'notes__echo', arguments: { text: 'hello' } }] },
      { text: 'Without it, then.' },
    ])
    const quick = await openQuickWindow(gatehouse)
    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows())
        if (window.webContents.getURL().endsWith('?quick')) window.setSize(620, 800)
    })
    await chat(quick).send('Say hello')
    const { card } = chat(quick).approval('Echo')
    await expect(card).toBeVisible()
    await toFront(app, quick)
    await expect(card.getByRole('button', { name: 'Allow once' })).toBeEnabled()
    await quick.keyboard.press('Escape')
    await expect(card.getByRole('textbox', { name: /^Reason/ })).toBeFocused()
    await quick.keyboard.press('Enter')
    await expect(card).toHaveCount(0)
    expect(await isSeen(gatehouse)).toBe(true)
    await expect(chat(quick).answers.last()).toContainText('Without it, then.')
    await hide(gatehouse, quick)
    expect(await request(page, 'ask.list', {})).toEqual([])
    proves('window.quick.escape')
  },
)

/** @threat window.hidden-ask */
test(
  'what was asked while quick ask was hidden is allowed by no press that came as it was shown',
  nightly('window.quick.unseen'),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    await addServer(page, fixtureServerCommand({ features: ['echo'] }), { name: 'notes' })
    await connectScripted(page, 'chat', [
      { text: 'A moment.', toolCalls: [{ name: 'notes__echo', arguments: { text: 'hello' } }] },
    ])
    const quick = await openQuickWindow(gatehouse)
    await chat(quick).send('Say hello')
    // Not by Escape, which may be about the card already.
    await callFromPage(quick, 'window.hide', {})
    await expect.poll(() => isSeen(gatehouse)).toBe(false)
    await expect.poll(async () => (await request(page, 'ask.list', {})).length).toBe(1)
    const [ask] = await request(page, 'ask.list', {})
    await page.waitForTimeout(1000)
    // With a hash of nothing that was shown main itself refuses it, so it goes on waiting.
    const answer = { kind: 'tool-approval', decision: 'allow-once', shown: '0'.repeat(64) }
    const allow = async (): Promise<string> => {
      await quick.keyboard.press('Shift')
      const result = await callFromPage(quick, 'ask.answer', { id: ask?.id, answer })
      return result.error?.code ?? 'allowed'
    }
    // A machine that does other things may show the window late: it is shown again.
    const showAndPress = async (): Promise<string> => {
      await app.evaluate(({ BrowserWindow }) => {
        for (const window of BrowserWindow.getAllWindows())
          if (window.webContents.getURL().endsWith('?quick')) {
            window.hide()
            window.show()
            window.focus()
          }
      })
      return allow()
    }
    await expect.poll(showAndPress).toBe('ask/not-by-person')
    await quick.waitForTimeout(600)
    // The system may give the keyboard to a window that was just shown in its own time.
    const focusAndPress = async (): Promise<string> => {
      await app.evaluate(({ BrowserWindow }) => {
        for (const window of BrowserWindow.getAllWindows())
          if (window.webContents.getURL().endsWith('?quick')) window.focus()
      })
      return allow()
    }
    await expect.poll(focusAndPress).toBe('ask/not-as-shown')
    proves('window.quick.unseen')
  },
)

test(
  'the palette opens quick ask, and at its smallest nothing in it is cut',
  nightly('window.quick.tray', 'window.quick.small'),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    await connectScripted(page, 'chat', [
      { text: 'An answer with `code` and a list:\n\n- one\n- two' },
    ])
    const quick = await openedBy(gatehouse, async () => {
      await page.keyboard.press('Control+K')
      await page.keyboard.type('Quick ask')
      await page.getByRole('option', { name: 'Quick ask' }).click()
    })
    await toFront(app, quick)
    proves('window.quick.tray')
    const resize = (width: number, height: number) =>
      app.evaluate(
        ({ BrowserWindow }, size) => {
          for (const window of BrowserWindow.getAllWindows())
            if (window.webContents.getURL().endsWith('?quick'))
              window.setContentSize(size.width, size.height)
        },
        { width, height },
      )
    await resize(300, 200)
    await expect.poll(() => quick.evaluate(() => innerWidth)).toBe(480)
    const faults: string[] = []
    for (const isAnswered of [false, true]) {
      if (isAnswered) {
        await chat(quick).send('What is it?')
        await expect(chat(quick).answers).toContainText('An answer')
      }
      for (const language of ['zh-CN', 'en'] as const)
        for (const theme of ['dark', 'light'] as const) {
          await changeLanguage(page, language)
          await request(page, 'app.change-settings', { theme })
          await expect(quick.locator('html')).toHaveAttribute('lang', language)
          await expect(quick.locator('html')).toHaveAttribute('data-theme', theme)
          await settle(quick)
          const name = `${language}/quick-ask-${isAnswered ? 'answer' : 'empty'}-${theme}`
          await takePicture(quick, name)
          faults.push(
            ...(await findLayoutFaults(quick)).map((fault) => `${name}: ${fault}`),
            ...(await findViolations(quick)).map((fault) => `${name}: ${fault}`),
          )
        }
    }
    expect(faults).toEqual([])
    proves('window.quick.small')
  },
)
