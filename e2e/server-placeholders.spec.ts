import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fixturePaths, readRecording } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { allow, cancel, consentText, consentWindow } from './support/consent.ts'
import { inspect } from './support/inspect.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { serverDialog } from './support/server-dialog.ts'
import { openServer, waitForServer } from './support/servers.ts'

async function workspaceWith(page: Page, name: string, paths: string[]): Promise<string> {
  const { id } = await request(page, 'workspace.create', { name })
  await request(page, 'workspace.add-folders', { id, paths })
  return id
}

test(
  'a launch follows the workspace, with folders that the person has read',
  nightly(
    'server.placeholders.none',
    'server.placeholders.shown',
    'server.placeholders.filled',
    'server.placeholders.outdated',
    'server.placeholders.again',
  ),
  async ({ gatehouse }, testInfo) => {
    test.setTimeout(240_000)
    const { app, page } = gatehouse
    const root = scratch(testInfo)
    const [site, shop, rest] = ['--site "$&" ${userHome}', 'shop', 'rest'].map((name) => {
      const path = join(root, name)
      mkdirSync(path)
      return path
    })
    if (!site || !shop || !rest) throw new Error('There are no folders.')
    const file = join(root, 'recording')

    await page.getByRole('button', { name: 'Add a server', exact: true }).first().click()
    const dialog = serverDialog(page)
    await dialog.fillCommand({
      name: 'files',
      command: process.execPath,
      args: [fixturePaths.recordingServer, '${workspaceFolder}', '--root=${workspaceFolder}/src'],
      env: [
        { name: 'RECORD_FILE', value: file },
        { name: 'WORK_DIR', value: '${workspaceFolder}' },
      ],
    })
    await expect(consentText(await dialog.review())).toContainText('No workspace contains a folder')
    await dialog.addAndStart()
    const [added] = await request(page, 'server.list', {})
    const id = added?.config.id ?? ''
    await waitForServer(page, id, 'failed')
    await openServer(page, 'files')
    await expect(page.getByRole('alert')).toContainText('no workspace has one')
    expect(readRecording(file).launch).toBeUndefined()
    await page.getByRole('button', { name: 'Open Workspaces' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible()
    proves('server.placeholders.none')

    // The system's dialog picks them.
    await app.evaluate(
      ({ dialog: native }, filePaths) => {
        native.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths })
      },
      [site, shop, rest],
    )
    await request(page, 'app.pick-folders', {})
    const first = await workspaceWith(page, 'Site', [site, rest])
    const second = await workspaceWith(page, 'Shop', [shop])

    await openServer(page, 'files')
    await request(page, 'server.start', { id })
    const again = page.getByRole('alert')
    await expect(again).toContainText('differs from what you allowed')
    await again.getByRole('button', { name: 'Review what will run' }).click()
    const text = consentText(await consentWindow(page))
    await expect(text.getByTestId('placeholder')).toContainText(`\${workspaceFolder} → ${site}`)
    await expect(text).toContainText('First of the 2 folders of the workspace “Site”')
    await expect(text).toContainText('--root=${workspaceFolder}/src')
    expect(readRecording(file).launch).toBeUndefined()
    proves('server.placeholders.shown')
    await allow(page)
    await waitForServer(page, id, 'ready')
    expect(readRecording(file).launch?.argv).toEqual([site, `--root=${site}/src`])
    expect(readRecording(file).launch?.env['WORK_DIR']).toBe(site)
    proves('server.placeholders.filled')

    const { id: conversationId } = await request(page, 'chat.create', {})
    await request(page, 'chat.set-workspace', { id: conversationId, workspaceId: second })
    const part = page.getByRole('region', { name: 'Filled in at each start' })
    await expect(page.getByText('still runs with another folder')).toBeVisible()
    await expect(part.getByTestId('placeholder')).toContainText(shop)
    for (const language of ['zh-CN', 'en'] as const) {
      await request(page, 'app.change-settings', { language })
      expect(await inspect(gatehouse, `${language}/server-placeholders`)).toEqual([])
    }
    proves('server.placeholders.outdated')

    const { pid } = readRecording(file).launch ?? {}
    await page.getByRole('button', { name: 'Use the new folder' }).click()
    await waitForServer(page, id, 'failed')
    await expect(again.getByTestId('placeholder')).toContainText(shop)
    await again.getByRole('button', { name: 'Review what will run' }).click()
    await consentWindow(page)
    await cancel(page)
    expect(readRecording(file).launch?.pid).toBe(pid)
    await again.getByRole('button', { name: 'Review what will run' }).click()
    await allow(page)
    await waitForServer(page, id, 'ready')
    expect(readRecording(file).launch?.argv[0]).toBe(shop)

    await request(page, 'chat.set-workspace', { id: conversationId, workspaceId: first })
    await request(page, 'server.restart', { id })
    await waitForServer(page, id, 'ready')
    expect(readRecording(file).launch?.argv[0]).toBe(site)
    proves('server.placeholders.again')
  },
)
