import { fixtureServerCommand, startFakeModelEndpoint, withDisplayHash } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { allow, consentWindow, openConsentWindow } from './support/consent.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { changeLanguage, settle } from './support/inspect.ts'
import { findLayoutFaults } from './support/screens/layout.ts'
import { takePicture } from './support/results.ts'
import { connect, connectScripted, KEY } from './support/models/models.ts'
import { callFromPage, planted } from './support/page-script.ts'
import { call, request } from './support/routes.ts'
import { addServer } from './support/servers.ts'
import {
  chatWindows,
  closeWindow,
  consentIsOver,
  elsewhere,
  expectInFront,
  expectWindows,
  openedBy,
  rows,
  tearOff,
  toFront,
  twoChats,
} from './support/windows.ts'

test.use({ ownApp: true })

test(
  'a chat is in one window: its row, a link to it and the key lead there, and what is typed goes along',
  nightly('window.chat.torn-off', 'window.chat.once', 'window.chat.drafts', 'window.chat.back'),
  async ({ gatehouse }) => {
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
    await expectWindows(app, 1)
    await expectInFront(app, page)
    await expect(chat(page).composer).toHaveValue('written there')
    proves('window.chat.back')
  },
)

const longText = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ')

test(
  'two windows write and are answered at the same time',
  nightly('window.chat.both'),
  async ({ gatehouse }) => {
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
  },
)

/** The main window, and the window of a chat in which a call waits for the person. */
async function waitingInChatWindow(gatehouse: Gatehouse): Promise<{ own: Page; askId: string }> {
  const { app, page } = gatehouse
  await addServer(page, fixtureServerCommand({ features: ['echo'] }), { name: 'notes' })
  await connectScripted(page, 'chat', [
    { toolCalls: [{ name: 'notes__echo', arguments: { text: 'hello' } }] },
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

/** @threat window.other-press */
test(
  'a card is answered in the window of its chat, and a press there answers nothing from another window',
  nightly('window.chat.own-presses', 'window.chat.asks'),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    const { own, askId } = await waitingInChatWindow(gatehouse)
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
  },
)

/** @threat window.crowd */
test(
  'one press opens one window, whatever the page asks for with it',
  nightly('window.chat.crowd'),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    await twoChats(gatehouse)
    await page.keyboard.press('Shift')
    const opened = await page.evaluate(async () => {
      const { bridge } = window as unknown as {
        bridge: {
          request(route: string, input: unknown): Promise<{ ok: boolean; data?: { id: string } }>
        }
      }
      const blank = () => bridge.request('chat.create', {})
      const chats = await Promise.all(Array.from({ length: 10 }, blank))
      const opening = chats.map(({ data }) => bridge.request('window.open-chat', { id: data?.id }))
      const quick = bridge.request('window.open-quick', {})
      return (await Promise.all([...opening, quick])).filter(({ ok }) => ok).length
    })
    expect(opened).toBe(1)
    await expect.poll(() => chatWindows({ app }).length).toBe(1)
    expect(app.windows()).toHaveLength(2)
    proves('window.chat.crowd')
  },
)

/** @threat window.orphaned-consent */
test(
  'consent opens over the window that asked, and ends with that window alone',
  nightly('window.chat.consent', 'window.chat.consent-ends'),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    const { own } = await waitingInChatWindow(gatehouse)
    const allowing = chat(own).approval('echo').allowAlways()
    await consentWindow(own)
    expect(await consentIsOver(app)).toBe(own.url())
    await allowing
    await expect(chat(own).answers.last()).toContainText('Done.')
    proves('window.chat.consent')

    await toFront(app, page)
    const proposing = request(
      page,
      'server.propose',
      planted({ command: 'node', args: [] }) as never,
    )
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
  },
)

test(
  'what a chat’s window does not have is shown in the main one, also when that was closed',
  nightly('window.chat.places'),
  async ({ gatehouse }) => {
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
  },
)

/** The main window, opened anew at a place that has no composer. */
async function openedByPlace({ app }: Gatehouse, act: () => Promise<void>): Promise<Page> {
  const opening = app.waitForEvent('window')
  await act()
  return opening
}

test(
  'with only the window of a chat open, what a server asks outside of any chat is announced in it',
  nightly('window.chat.elsewhere'),
  async ({ gatehouse }) => {
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
    proves('window.chat.elsewhere')
  },
)

test(
  'the window of a chat, and the place that it leaves, are whole in both languages and themes at their smallest',
  nightly('window.chat.small'),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    await twoChats(gatehouse)
    const own = await openedBy(gatehouse, () => tearOff(page))
    await toFront(app, page)
    const resize = (url: string, width: number, height: number) =>
      app.evaluate(
        ({ BrowserWindow }, to) => {
          for (const window of BrowserWindow.getAllWindows())
            if (window.webContents.getURL() === to.url) window.setContentSize(to.width, to.height)
        },
        { url, width, height },
      )
    await resize(own.url(), 300, 300)
    await expect.poll(() => own.evaluate(() => innerWidth)).toBe(480)
    const faults: string[] = []
    for (const language of ['zh-CN', 'en'] as const)
      for (const theme of ['dark', 'light'] as const) {
        await changeLanguage(page, language)
        await request(page, 'app.change-settings', { theme })
        for (const [name, shown] of [
          ['own-window', own],
          ['own-window-left', page],
        ] as const) {
          await expect(shown.locator('html')).toHaveAttribute('lang', language)
          await expect(shown.locator('html')).toHaveAttribute('data-theme', theme)
          await settle(shown)
          await takePicture(shown, `${language}/${name}-${theme}`)
          for (const fault of [
            ...(await findLayoutFaults(shown)),
            ...(await findViolations(shown)),
          ])
            faults.push(`${language} ${name} ${theme}: ${fault}`)
        }
      }
    expect(faults).toEqual([])
    proves('window.chat.small')
  },
)
