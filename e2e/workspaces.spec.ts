import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverEverythingPath } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { chat, openCall } from './support/chat.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { addServer, openServer, openServerTab } from './support/servers.ts'
import { runTool, textOf } from './support/tool-runs.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

const everything = { command: process.execPath, args: [serverEverythingPath(), 'stdio'] }

/** Makes folders below a scratch folder, with a repository in each name that ends with `@branch`. */
function makeFolders(root: string, ...names: string[]): string[] {
  return names.map((name) => {
    const [folder = '', branch] = name.split('@')
    const path = join(root, folder)
    mkdirSync(branch === undefined ? path : join(path, '.git'), { recursive: true })
    if (branch !== undefined)
      writeFileSync(join(path, '.git', 'HEAD'), `ref: refs/heads/${branch}\n`)
    return path
  })
}

/** The system's dialog chooses these, whatever it is asked for. */
async function choosing({ app }: Gatehouse, filePaths: string[]): Promise<void> {
  await app.evaluate(({ dialog }, paths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: paths })
  }, filePaths)
}

/** The screen of workspaces, as a person uses it. */
function workspaces(page: Page) {
  const main = page.getByRole('main')
  const table = page.getByRole('table', {
    name: 'Folders and the servers they are offered to as roots',
  })
  return {
    main,
    table,
    list: page.getByRole('navigation', { name: 'Workspaces' }).locator('[data-list-row]'),
    row: (folder: string) => table.getByRole('row').filter({ hasText: folder }),
    share: (server: string, folder: string) =>
      table
        .getByRole('row')
        .filter({ hasText: folder })
        .getByRole('checkbox', { name: new RegExp(`to ${server}$`) }),
    async create(name: string): Promise<void> {
      const begin = page.getByRole('button', { name: 'New workspace' }).first()
      await page.keyboard.press('Control+4')
      await begin.click()
      await page.getByRole('textbox', { name: 'Name' }).fill(name)
      await page.keyboard.press('Enter')
      await expect(main.getByRole('heading', { level: 1, name })).toBeVisible()
    },
  }
}

/** Drops files as the window system does. */
async function drop({ page }: Gatehouse, files: string[]): Promise<void> {
  const box = await page.getByText('Drop folders here').boundingBox()
  if (!box) throw new Error('There is nowhere to drop.')
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  const at = { x: box.x + 5, y: box.y + 5, data }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at })
  await session.detach()
}

const listChanges = async (page: Page, id: string): Promise<number> => {
  const frames = await request(page, 'server.frames', { id })
  return frames.filter(({ method }) => method === 'notifications/roots/list_changed').length
}

test(
  'a folder is added, flagged and brought back',
  nightly(
    'workspace.folders.added',
    'workspace.drop.folder',
    'workspace.drop.file',
    'workspace.projects.offered',
    'workspace.folders.flagged',
    'workspace.folders.undone',
    'workspace.folders.kept',
  ),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const root = scratch(testInfo)
    const [site = '', papers = '', code = ''] = makeFolders(root, 'site@main', '论文 #1', 'code')
    makeFolders(code, 'solver@dev', 'plain', join('group', 'tool'))
    writeFileSync(join(code, 'group', 'tool', 'package.json'), '{}')
    writeFileSync(join(root, 'notes.txt'), 'x')
    const screen = workspaces(page)
    await screen.create('Website')
    await expect(screen.main).toContainText('No folders yet')

    await choosing(gatehouse, [site, site])
    await screen.main.getByRole('button', { name: 'Add folders' }).click()
    await expect(screen.row('site')).toContainText('git · main')
    await expect(screen.main.getByRole('alert')).toContainText('is already in this workspace.')
    proves('workspace.folders.added')

    await drop(gatehouse, [papers, join(root, 'notes.txt')])
    await expect(screen.row('论文 #1')).toContainText('Found')
    proves('workspace.drop.folder')
    await expect(screen.main.getByRole('alert')).toContainText(
      'is a file. Add the folder that contains it.',
    )
    proves('workspace.drop.file')

    await choosing(gatehouse, [code])
    await screen.main.getByRole('button', { name: 'Find projects in a folder…' }).click()
    const found = page.getByRole('dialog', { name: /^2 projects in / })
    await expect(found).toContainText('package.json')
    await found.getByRole('checkbox', { name: /solver/ }).click()
    await found.getByRole('button', { name: 'Add 1 folder' }).click()
    await expect(screen.row(join('group', 'tool'))).toContainText('Found')
    await expect(screen.row('solver')).toHaveCount(0)
    proves('workspace.projects.offered')

    // What is gone is flagged when the person comes back, and is found again.
    rmSync(papers, { recursive: true })
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(screen.row('论文 #1')).toContainText('Not found')
    await expect(screen.list.first()).toContainText('3 folders')
    mkdirSync(papers)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(screen.row('论文 #1')).toContainText('Found')
    proves('workspace.folders.flagged')

    await screen
      .row('site')
      .getByRole('button', { name: /^Remove .* from the workspace$/ })
      .click()
    await expect(screen.row('site')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(screen.table.getByRole('row').nth(1)).toContainText('site')

    await screen.main.getByRole('button', { name: 'Website', exact: true }).click()
    await page.getByRole('textbox', { name: 'Workspace name' }).fill('Home page')
    await page.keyboard.press('Enter')
    await screen.list.filter({ hasText: 'Home page' }).focus()
    await page.keyboard.press('Delete')
    await expect(screen.main).toContainText('No workspaces yet')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(screen.row('论文 #1')).toBeVisible()
    proves('workspace.folders.undone')
    await gatehouse.restart()
    await gatehouse.page.keyboard.press('Control+4')
    const again = workspaces(gatehouse.page)
    await expect(again.main.getByRole('heading', { level: 1 })).toHaveText('Home page')
    await expect(again.row('site')).toContainText('git · main')
    proves('workspace.folders.kept')
    expect(gatehouse.problems).toEqual([])
  },
)

test('a server receives the folders that it was given, and no others', async ({
  gatehouse,
}, testInfo) => {
  const { page } = gatehouse
  const [papers = '', site = ''] = makeFolders(scratch(testInfo), '论文 #1', 'site@main')
  const first = await addServer(page, everything, { name: 'everything' })
  const screen = workspaces(page)
  await screen.create('Work')
  await choosing(gatehouse, [papers, site])
  await screen.main.getByRole('button', { name: 'Add folders' }).click()
  const box = screen.share('everything', '论文 #1')
  await expect(box).not.toBeChecked()
  const before = await listChanges(page, first.config.id)
  await box.click()
  await expect(box).toBeChecked()
  await expect.poll(() => listChanges(page, first.config.id)).toBe(before + 1)

  // In manual mode, as a person does it.
  await page.keyboard.press('Control+1')
  await page.getByRole('button', { name: 'Run a tool' }).first().click()
  await page.keyboard.type('get-roots-list')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: /^Run / })
  await form.getByRole('button', { name: 'Run', exact: true }).click()
  const call = chat(page).calls.first()
  await expect(call).toHaveAttribute('data-status', 'done')
  await openCall(call)
  await expect(call).toContainText(pathToFileURL(papers).href)
  await expect(call).not.toContainText(pathToFileURL(site).href)
  proves('workspace.shared.listed')

  // Arrow keys move between the checkboxes; the space bar decides.
  await page.keyboard.press('Control+4')
  await box.focus()
  await page.keyboard.press('ArrowDown')
  await expect(screen.share('everything', 'site')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(screen.share('everything', 'site')).toBeChecked()
  await expect.poll(() => listChanges(page, first.config.id)).toBe(before + 2)
  proves('workspace.shared.changed')
  await openServer(page, 'everything')
  await expect(page.getByRole('main')).toContainText('论文 #1')
  await openServerTab(page, 'Traffic')
  await expect(page.getByText('notifications/roots/list_changed').first()).toBeVisible()

  // Another server wants to know them for the first time.
  const second = await addServer(page, everything, { name: 'newcomer' })
  await page.keyboard.press('Control+3')
  const card = page.getByRole('main').getByRole('group', { name: /newcomer asks for your folders/ })
  await card.getByRole('checkbox', { name: /site/ }).setChecked(true)
  await card.getByRole('checkbox', { name: /论文/ }).setChecked(false)
  await card.getByRole('button', { name: 'Share 1 folder' }).click()
  await page.keyboard.press('Control+4')
  await expect(screen.share('newcomer', 'site')).toBeChecked()
  await expect(screen.share('newcomer', '论文 #1')).not.toBeChecked()
  const run = { serverId: second.config.id, toolName: 'get-roots-list', arguments: {} }
  const seen = textOf(await runTool(page, run))
  expect(seen).toContain(pathToFileURL(site).href)
  expect(seen).not.toContain(pathToFileURL(papers).href)
  proves('workspace.asked.asked')
  await request(page, 'server.restart', { id: second.config.id })
  await expect
    .poll(async () => textOf(await runTool(page, run)))
    .toContain(pathToFileURL(site).href)
  expect(await request(page, 'ask.list', {})).toEqual([])
  proves('workspace.asked.once')
  expect(gatehouse.problems).toEqual([])
})
