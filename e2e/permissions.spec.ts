import { join } from 'node:path'
import { fixtureServerCommand, type FakeStep } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { chat, chooseStanding, openCall } from './support/chat.ts'
import { allow, cancel, consentText, consentWindow, readToEnd } from './support/consent.ts'
import { changeLanguage, inspect, resize, settle } from './support/inspect.ts'
import { takePicture } from './support/results.ts'
import { findLayoutFaults } from './support/screens/layout.ts'
import { connectScripted } from './support/models/models.ts'
import { callFromPage, untilPressesAreStale } from './support/page-script.ts'
import { call, request } from './support/routes.ts'
import { readEvents, scratch } from './support/scratch.ts'
import { addServer, openServer, openServerTab } from './support/servers.ts'

const echo = (text: string): FakeStep => ({
  toolCalls: [{ name: 'notes__echo', arguments: { text } }],
})
const add: FakeStep = { toolCalls: [{ name: 'notes__add', arguments: { a: 1, b: 2 } }] }
const writeNote: FakeStep = {
  toolCalls: [{ name: 'notes__write-note', arguments: { title: 'Plan', text: 'Keep it' } }],
}
const done: FakeStep = { text: 'Done.' }

const grants = (page: Page) => page.getByTestId('grant')
const trust = (page: Page) => page.getByRole('switch', { name: 'Trust what this server declares' })
const modeChip = (page: Page) => page.getByTestId('approval-mode')

async function chooseMode(page: Page, name: string): Promise<void> {
  await modeChip(page).click()
  await page.getByRole('menuitemcheckbox', { name }).click()
}

async function openPermissions(page: Page): Promise<void> {
  await openServer(page, 'notes')
  await openServerTab(page, 'Permissions')
}

async function openSettings(page: Page): Promise<void> {
  await page.keyboard.press('Control+5')
  await page.locator('[data-list-row]').filter({ hasText: 'Permissions' }).click()
}

test(
  'a tool that is always allowed runs in every chat, says what allowed it, and is asked about once that is revoked',
  nightly('chat.allow-always.consent', 'chat.allow-always.settings', 'chat.allow-always.listed'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const eventsFile = join(scratch(testInfo), 'events')
    await addServer(page, fixtureServerCommand({ features: ['echo'], eventsFile }), {
      name: 'notes',
    })
    await connectScripted(page, 'chat', [echo('one'), done, echo('two'), done, echo('three'), done])
    await openPermissions(page)
    await expect(page.getByText('No permissions')).toBeVisible()
    await page.keyboard.press('Control+1')
    const open = chat(page)
    await open.send('Go.')
    await chooseStanding(page, open.approval('Echo').card, 'Always')
    const window = await consentWindow(page)
    await expect(consentText(window)).toContainText('This tool would run in every chat')
    await expect(consentText(window)).toContainText('echo')
    proves('chat.allow-always.consent')
    await allow(page)
    await expect(open.answers.last()).toContainText('Done.')

    await open.startNew()
    await open.send('Go here too.')
    await expect(open.answers.last()).toContainText('Done.')
    expect(readEvents(eventsFile)).toHaveLength(2)
    await expect(open.calls.last()).toContainText('Always allowed')
    await openCall(open.calls.last())
    await expect(open.calls.last()).toContainText(/Allowed by you on .*, in all chats\./)
    await open.calls.last().getByRole('button', { name: 'Show the permission for echo' }).click()
    await expect(grants(page)).toBeFocused()
    await expect(grants(page)).toContainText('All chats')
    await expect(grants(page)).toContainText('Once')
    await openSettings(page)
    await expect(page.getByTestId('grants-of-server')).toContainText(/echo/i)
    proves('chat.allow-always.settings')
    await openPermissions(page)
    await grants(page)
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await expect(page.getByText('No permissions')).toBeVisible()
    await page.keyboard.press('Control+1')
    await open.send('Again.')
    await open.approval('Echo').allowOnce()
    await expect(open.answers.last()).toContainText('Done.')
    await expect.poll(() => readEvents(eventsFile)).toHaveLength(3)
    proves('chat.allow-always.listed')
  },
)

test('a chat asks for changes once that is consented to: what ran by mode is counted, and one press has each call asked about', async ({
  gatehouse,
}, testInfo) => {
  const { page } = gatehouse
  const eventsFile = join(scratch(testInfo), 'events')
  const features = ['echo', 'add', 'write-note'] as const
  await addServer(page, fixtureServerCommand({ features, eventsFile }), { name: 'notes' })
  await connectScripted(page, 'chat', [echo('one'), add, writeNote, done, echo('two'), done])
  await page.keyboard.press('Control+1')
  const open = chat(page)
  await chooseMode(page, 'Ask for changes')
  await cancel(page)
  await expect(modeChip(page)).toContainText('Ask for every call')
  expect(await request(page, 'grant.list', {})).toEqual([])
  await chooseMode(page, 'Ask for changes')
  const window = await consentWindow(page)
  for (const words of ['notes', 'echo', 'add', 'write-note', 'Gatehouse cannot check it'])
    await expect(consentText(window)).toContainText(words)
  await window.getByRole('checkbox', { name: 'Trust what notes declares' }).click()
  await allow(page)
  await expect(modeChip(page)).toContainText('Ask for changes')
  await open.send('Go.')
  await expect(open.approval('Write note').card).toContainText('Asks because')
  await expect(open.calls.nth(0)).toContainText('Ran by mode')
  await expect(open.calls.nth(1)).toContainText('Ran by mode')
  expect(readEvents(eventsFile)).toHaveLength(2)
  await open.approval('Write note').allowOnce()
  await expect(open.answers.last()).toContainText('Done.')
  const ran = page.getByTestId('ran-by-mode')
  await expect(ran).toContainText('2 calls ran by mode')
  await ran.getByRole('button', { name: 'Ask for every call' }).click()
  await expect(modeChip(page)).toContainText('Ask for every call')
  await open.send('Again.')
  await open.approval('Echo').allowOnce()
  await expect(open.answers.last()).toContainText('Done.')
  proves('approvals.modes.shown')

  await openPermissions(page)
  await expect(trust(page)).toBeChecked()
  await trust(page).click()
  await expect(trust(page)).not.toBeChecked()
  expect(await request(page, 'grant.list', {})).toEqual([])
})

/**
 * @threat grants.from-the-page
 * @attacker page
 * @tries trusts a server, widens a mode, allows all read-only tools of a server or a tool in all chats, by itself or in
 * a moment when something else is pressed
 * @stoppedBy all of them are decided in the consent window, which main fills with what it will allow; without a press
 * in the window it is not even opened
 * @remains script that rides on a press can run a tool that is always allowed, with arguments of its own, in a chat
 * where the person sees it
 */
test(
  'page script gets no permission: neither by trust, nor by a wider mode, nor for all chats',
  nightly(),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const { config } = await addServer(page, fixtureServerCommand({ features: ['echo'] }), {
      name: 'notes',
    })
    const serverId = config.id
    await untilPressesAreStale(page)
    const { id: workspaceId } = await call(page, 'workspace.create', { name: 'Website' })
    const wider = { id: workspaceId, mode: 'risky-calls' } as const
    for (const forged of [
      await callFromPage(page, 'grant.trust-server', { serverId }),
      await callFromPage(page, 'workspace.set-approval-mode', wider),
    ])
      expect(forged.error?.code).toBe('app/not-by-person')
    // Riding on a press it has main ask the person, where the page cannot answer.
    const piggybacked = request(page, 'grant.trust-server', { serverId })
    await expect(consentText(await consentWindow(page))).toContainText('echo')
    expect(await call(page, 'grant.list', {})).toEqual([])
    await cancel(page)
    expect(await piggybacked).toEqual({ outcome: 'cancelled' })

    await connectScripted(page, 'chat', [echo('one'), done])
    const open = chat(page)
    await open.send('Go.')
    await chooseStanding(page, open.approval('Echo').card, 'Always')
    await cancel(page)
    await expect(open.approval('Echo').card).toBeVisible()
    expect(await call(page, 'grant.list', {})).toEqual([])
    await open.approval('Echo').allowOnce()
    await expect(open.answers.last()).toContainText('Done.')
  },
)

/** In the narrowest window that there is. */
async function lookNarrow(gatehouse: Gatehouse, name: string): Promise<string[]> {
  const { page } = gatehouse
  await resize(gatehouse, { width: 640, height: 800 })
  await settle(page)
  await takePicture(page, `${name}-640`)
  const faults = await findLayoutFaults(page)
  await resize(gatehouse, { width: 1280, height: 800 })
  return faults.map((fault) => `${name} at 640: ${fault}`)
}

for (const language of ['en', 'zh-CN'] as const) {
  test(
    `what is allowed, and how it is given, in ${language} has no axe violation, and nothing cut or covered`,
    nightly(`frame.accessible.permissions-${language}`),
    async ({ gatehouse }) => {
      test.setTimeout(300_000)
      const { page } = gatehouse
      const faults: string[] = []
      const look = async (name: string, work?: () => Promise<void>) => {
        await changeLanguage(page, language)
        await work?.()
        const full = `${language}/permissions-${name}`
        faults.push(...(await inspect(gatehouse, full)), ...(await lookNarrow(gatehouse, full)))
        await changeLanguage(page, 'en')
      }
      const lookAtConsent = async (name: string) => {
        const window = await consentWindow(page)
        await settle(window)
        faults.push(...(await findViolations(window)))
        await takePicture(window, `${language}/consent-${name}`)
      }
      const features = ['echo', 'add', 'write-note', 'slow'] as const
      await addServer(page, fixtureServerCommand({ features }), { name: 'notes' })
      await openPermissions(page)
      await look('empty')
      await changeLanguage(page, language)
      await page.getByRole('switch').click()
      await lookAtConsent('trust')
      await allow(page)
      await page.keyboard.press('Control+1')
      await modeChip(page).click()
      await page.getByRole('menuitemcheckbox').nth(1).click()
      await lookAtConsent('mode')
      await allow(page)
      await changeLanguage(page, 'en')
      await connectScripted(page, 'chat', [writeNote, add, writeNote, done])
      const open = chat(page)
      await open.send('Go.')
      await expect(open.approval('Write note').card).toBeVisible()
      await look('card')
      await changeLanguage(page, language)
      await chooseStanding(page, page.getByTestId('approval-card'), /^(?:Always|始终)$/)
      await lookAtConsent('always')
      await readToEnd(await consentWindow(page))
      await allow(page)
      await changeLanguage(page, 'en')
      await expect(open.answers.last()).toContainText('Done.')
      await openCall(open.calls.last())
      await look('allowed-call')
      await openPermissions(page)
      await page.locator('summary').click()
      await look('list')
      await openSettings(page)
      await expect(page.getByTestId('grants-of-server')).toBeVisible()
      await look('settings')
      expect(faults).toEqual([])
      proves(`frame.accessible.permissions-${language}`)
    },
  )
}
