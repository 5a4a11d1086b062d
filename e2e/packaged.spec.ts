import { join } from 'node:path'
import {
  fixtureServerCommand,
  isAlive,
  processTree,
  readPidFile,
  waitUntilGone,
} from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { chat } from './support/chat.ts'
import { readEvents, scratch } from './support/scratch.ts'
import { serverDialog } from './support/server-dialog.ts'
import { proves } from './proves.ts'

test('the packaged app starts, adds a server, calls a tool, and leaves no process', async ({
  launch,
}, testInfo) => {
  const folder = scratch(testInfo)
  const pidFile = join(folder, 'pid')
  const eventsFile = join(folder, 'events')
  const gatehouse = await launch({ packaged: true })
  const { page, app } = gatehouse
  expect(await app.evaluate(({ app: electronApp }) => electronApp.isPackaged)).toBe(true)
  await expect(chat(page).composer).toBeFocused()
  proves('package.smoke.starts')
  await page.getByRole('button', { name: 'Add a server', exact: true }).first().click()
  const dialog = serverDialog(page)
  const command = fixtureServerCommand({ pidFile, eventsFile, features: ['echo'] })
  await dialog.fillCommand({ name: 'notes', ...command })
  await dialog.review()
  await dialog.addAndStart()
  await expect(page.getByText(/^Ready · /)).toBeVisible()

  await page.keyboard.press('Control+1')
  await page.getByTestId('run-tool').click()
  await page.keyboard.type('echo')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Run Echo' })
  await form.getByRole('textbox', { name: 'text' }).fill('hello, package')
  await expect(form.getByRole('button', { name: 'Run', exact: true })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(chat(page).calls).toHaveAttribute('data-status', 'done')
  await expect(chat(page).calls).toContainText('hello, package')
  expect(readEvents(eventsFile)).toHaveLength(1)
  proves('package.smoke.calls')

  const pid = await readPidFile(pidFile)
  const all = processTree(gatehouse.process.pid ?? 0)
  expect(all).toContain(pid)
  expect(await gatehouse.quit()).toBe(0)
  expect(isAlive(pid)).toBe(false)
  await waitUntilGone(all, 3000)
  proves('package.smoke.quits')
  expect(gatehouse.problems).toEqual([])
})
