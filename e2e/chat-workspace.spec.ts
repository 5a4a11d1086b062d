import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixtureServerCommand, type FakeStep } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { chat, chooseStanding } from './support/chat.ts'
import { allow, cancel, consentText, consentWindow } from './support/consent.ts'
import { inspect, resize, settle } from './support/inspect.ts'
import { findLayoutFaults } from './support/screens/layout.ts'
import { connectScripted, requestTexts } from './support/models/models.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { readEvents, scratch } from './support/scratch.ts'
import { addServer } from './support/servers.ts'

const echo = (text: string): FakeStep => ({
  toolCalls: [{ name: 'notes__echo', arguments: { text } }],
})
const done: FakeStep = { text: 'Done.' }

const chip = (page: Page) => page.getByTestId('workspace-chip')
const tray = (page: Page) => page.getByTestId('attachment-tray')

/** A workspace with one folder, which the person picked. */
async function workspaceWith(gatehouse: Gatehouse, name: string, folder: string): Promise<string> {
  const { app, page } = gatehouse
  const { id } = await request(page, 'workspace.create', { name })
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
  }, folder)
  await request(page, 'app.pick-folders', {})
  await request(page, 'workspace.add-folders', { id, paths: [folder] })
  return id
}

function site(root: string): string {
  const folder = join(root, 'site')
  mkdirSync(join(folder, 'src'), { recursive: true })
  writeFileSync(join(folder, 'src', 'login.ts'), 'export const login = "the login"\n')
  writeFileSync(join(folder, '.env'), 'KEY=1\n')
  return folder
}

/** Chooses a workspace for the chat by the keyboard. */
async function choose(page: Page, name: string): Promise<void> {
  await chip(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemcheckbox', { name }).press('Enter')
}

test(
  'a chat is in a workspace: what is allowed there runs in its chats, and its files are attached with @',
  nightly(
    'chat.in-workspace.files',
    'chat.in-workspace.allowed',
    'chat.in-workspace.moved',
    'chat.in-workspace.watched',
  ),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const eventsFile = join(scratch(testInfo), 'events')
    const folder = site(scratch(testInfo))
    await workspaceWith(gatehouse, 'Website', folder)
    await addServer(page, fixtureServerCommand({ features: ['echo'], eventsFile }), {
      name: 'notes',
    })
    const script = [echo('1'), done, echo('2'), done, echo('3'), done, echo('4'), done]
    const model = await connectScripted(page, 'chat', script)
    const open = chat(page)
    await choose(page, 'Website')
    await expect(chip(page)).toHaveText(/Website/)

    await open.composer.fill('Read ')
    await open.composer.press('End')
    await page.keyboard.type('@logi')
    await expect(page.getByRole('option', { selected: true })).toContainText('src/login.ts')
    await page.keyboard.press('Enter')
    await expect(tray(page).getByRole('listitem')).toContainText(/login\.ts.*~\d/)
    // At once, Enter is taken for a second press of the one that chose it; nobody reads as fast as a test.
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const card = open.approval('Echo').card
    await expect(card).toBeVisible()
    expect(requestTexts(model).at(-1)).toContain('the login')
    proves('chat.in-workspace.files')

    await chooseStanding(page, card, 'In workspace “Website”')
    await expect(consentText(await consentWindow(page))).toContainText('1 chat is in it now')
    await allow(page)
    await expect(open.answers.last()).toContainText('Done.')
    await open.startNew()
    await expect(chip(page)).toHaveText(/Website/)
    await open.send('Again.')
    await expect(open.answers.last()).toContainText('Done.')
    expect(readEvents(eventsFile)).toHaveLength(2)
    proves('chat.in-workspace.allowed')

    await choose(page, 'No workspace')
    await expect(chip(page)).toHaveText(/No workspace/)
    await open.send('And now?')
    await open.approval('Echo').allowOnce()
    await expect(open.answers.last()).toContainText('Done.')
    await choose(page, 'Website')
    await expect(consentText(await consentWindow(page))).toContainText('echo')
    await cancel(page)
    await expect(chip(page)).toHaveText(/No workspace/)
    await choose(page, 'Website')
    await allow(page)
    await expect(chip(page)).toHaveText(/Website/)
    await open.send('Once more.')
    await expect(open.answers.last()).toContainText('Done.')
    // The answer before says the same.
    await expect.poll(() => readEvents(eventsFile).length).toBe(4)
    proves('chat.in-workspace.moved')

    await page.keyboard.press('Control+4')
    await expect(page.getByRole('main')).toContainText('used in 2 chats')
    await expect(page.getByRole('row').filter({ hasText: 'site' })).toContainText('Found')
    rmSync(folder, { recursive: true })
    await expect(page.getByRole('row').filter({ hasText: 'site' })).toContainText('Not found')
    mkdirSync(folder)
    await expect(page.getByRole('row').filter({ hasText: 'site' })).toContainText('Found')
    proves('chat.in-workspace.watched')
  },
)

for (const language of ['en', 'zh-CN'] as const) {
  test(
    `the workspace of a chat, its files and its permissions in ${language} have no axe violation, and nothing cut or covered`,
    nightly(`frame.accessible.workspace-${language}`),
    async ({ gatehouse }, testInfo) => {
      test.setTimeout(300_000)
      const { page } = gatehouse
      const folder = site(scratch(testInfo))
      const id = await workspaceWith(gatehouse, 'Website', folder)
      await workspaceWith(gatehouse, 'Household accounts of the year 2026', scratch(testInfo))
      await addServer(page, fixtureServerCommand({ features: ['echo'] }), { name: 'notes' })
      await connectScripted(page, 'chat', [echo('1'), done])
      const open = chat(page)
      const [first] = await request(page, 'chat.list', {})
      await request(page, 'chat.set-workspace', { id: first?.id ?? '', workspaceId: id })
      await request(page, 'app.change-settings', { language })
      const faults: string[] = []
      const look = async (name: string) => {
        const full = `${language}/workspace-${name}`
        faults.push(...(await inspect(gatehouse, full)))
        await resize(gatehouse, { width: 640, height: 800 })
        await settle(page)
        await takePicture(page, `${full}-640`)
        faults.push(...(await findLayoutFaults(page)).map((fault) => `${full} at 640: ${fault}`))
        await resize(gatehouse, { width: 1280, height: 800 })
      }
      const lookAtConsent = async (name: string) => {
        const window = await consentWindow(page)
        await settle(window)
        faults.push(...(await findViolations(window)))
        await takePicture(window, `${language}/consent-${name}`)
      }
      const composer = page.getByTestId('composer')
      await composer.fill('')
      await composer.pressSequentially('@')
      await expect(page.getByRole('option').first()).toBeVisible()
      await look('files')
      await page.keyboard.press('Escape')
      await chip(page).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await takePicture(page, `${language}/workspace-menu`)
      await page.keyboard.press('Escape')
      await composer.fill('Go.')
      await composer.press('Enter')
      const card = open.approval('Echo').card
      await expect(card).toBeVisible()
      await look('card')
      await chooseStanding(page, card, /Website/)
      await lookAtConsent('workspace')
      await allow(page)
      await expect(page.getByTestId('assistant-message').last()).toContainText('Done.')
      await request(page, 'chat.set-workspace', { id: first?.id ?? '', workspaceId: null })
      const moving = request(page, 'chat.set-workspace', { id: first?.id ?? '', workspaceId: id })
      await lookAtConsent('chat-workspace')
      await allow(page)
      expect(await moving).toEqual({ outcome: 'moved' })
      await page.keyboard.press('Control+4')
      await look('page')
      expect(faults).toEqual([])
      proves(`frame.accessible.workspace-${language}`)
    },
  )
}
