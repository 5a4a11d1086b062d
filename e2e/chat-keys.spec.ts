import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverEverythingPath, startFakeModelEndpoint } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { countKeys } from './support/keys.ts'
import { connect, KEY } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { seedChat } from './support/models/seed-chat.ts'
import { addServer } from './support/servers.ts'

const chosen = (page: Page) => page.getByRole('option', { selected: true })
/** The option that Enter takes in the palette. */
const first = (page: Page) => page.getByRole('option').first()

async function useWorkspace({ app, page }: Gatehouse, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'harbour-plan.md'), 'The plan of the harbour.\n')
  const { id } = await request(page, 'workspace.create', { name: 'Harbour' })
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
  }, folder)
  await request(page, 'app.pick-folders', {})
  await request(page, 'workspace.add-folders', { id, paths: [folder] })
  const chip = page.getByTestId('workspace-chip')
  await chip.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Harbour' }).press('Enter')
  await expect(chip).toHaveText(/Harbour/)
}

async function connectTwoModels(page: Page) {
  const endpoint = await startFakeModelEndpoint({ key: KEY })
  const answers = (text: string) => Array.from({ length: 4 }, () => ({ text }))
  endpoint.script('scripted', answers('From the first model.'))
  endpoint.script('other-model', answers('From the other model.'))
  await connect(page, { api: 'chat', url: endpoint.url, models: ['scripted', 'other-model'] })
  return endpoint
}

test(
  'five tasks of every day are done by the keyboard, in few keys',
  nightly(
    'chat.keys.prompt',
    'chat.keys.file',
    'chat.keys.edit',
    'chat.keys.model',
    'chat.keys.find',
  ),
  async ({ gatehouse }, testInfo) => {
    const { id } = await request(gatehouse.page, 'chat.create', {})
    await request(gatehouse.page, 'chat.rename', { id, title: 'Last month' })
    await gatehouse.quit()
    seedChat(join(gatehouse.userData, 'gatehouse.db'), id, 40)
    await gatehouse.restart()
    const { page } = gatehouse
    const everything = { command: process.execPath, args: [serverEverythingPath(), 'stdio'] }
    await addServer(page, everything, { name: 'everything' })
    const model = await connectTwoModels(page)
    const open = chat(page)
    await open.startNew()
    await useWorkspace(gatehouse, join(scratch(testInfo), 'harbour'))
    // What an earlier version wrote is made searchable little by little.
    await expect
      .poll(async () => (await request(page, 'chat.search', { query: 'x' })).isIndexing)
      .toBe(false)
    await open.composer.focus()
    const keys = await countKeys(page)
    const tray = page.getByTestId('attachment-tray').getByRole('listitem')

    await page.keyboard.type('/simple')
    await expect(chosen(page)).toContainText(/simple/i)
    await page.keyboard.press('Enter')
    await expect(tray).toHaveCount(1)
    expect(await keys.since()).toBeLessThanOrEqual('simple'.length + 3)
    await expect(open.composer).toBeFocused()
    proves('chat.keys.prompt')

    await page.keyboard.type('@harb')
    await expect(chosen(page)).toContainText('harbour-plan.md')
    await page.keyboard.press('Enter')
    await expect(tray).toHaveCount(2)
    expect(await keys.since()).toBeLessThanOrEqual('harb'.length + 3)
    await expect(open.composer).toBeFocused()
    proves('chat.keys.file')

    await page.keyboard.type('What is it')
    await page.keyboard.press('Enter')
    await expect(open.answers.last()).toContainText('From the first model.')
    await expect(page.getByRole('button', { name: 'Edit message' })).toBeEnabled()
    await keys.since()
    await page.keyboard.press('Control+ArrowUp')
    await expect(page.getByRole('textbox', { name: 'Edit your message' })).toBeFocused()
    await page.keyboard.type('?')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('versions')).toHaveText('2 / 2')
    expect(await keys.since()).toBe(3)
    await expect(open.answers.last()).toContainText('From the first model.')
    await expect(open.composer).toBeFocused()
    proves('chat.keys.edit')

    await page.keyboard.type('And then ')
    await keys.since()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('other-model')
    await expect(first(page)).toContainText('other-model')
    await page.keyboard.press('Enter')
    expect(await keys.since()).toBe('other-model'.length + 2)
    await expect(page.getByTestId('model-picker')).toContainText('other-model')
    await expect(open.composer).toBeFocused()
    await page.keyboard.type('what?')
    await expect(open.composer).toHaveValue('And then what?')
    await page.keyboard.press('Enter')
    await expect(open.answers.last()).toContainText('From the other model.')
    expect(model.requests.at(-1)).toBeDefined()
    proves('chat.keys.model')

    await keys.since()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('question 7')
    await expect(first(page)).toContainText('Question 7')
    await page.keyboard.press('Enter')
    expect(await keys.since()).toBe('question 7'.length + 2)
    await expect(open.transcript.getByText('Question 7', { exact: true })).toBeInViewport()
    proves('chat.keys.find')
  },
)
