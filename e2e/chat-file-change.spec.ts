import { nightly } from './nightly.ts'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverFilesystemPath } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { resize } from './support/inspect.ts'
import { findLayoutFaults } from './support/screens/layout.ts'
import { connectScripted } from './support/models/models.ts'
import { answers, send } from './support/real-servers.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { addServer } from './support/servers.ts'

const BEFORE = '# 2.4\n\n- Start-up is faster\n'
const CONTENT = '# 2.4\n\n- Start-up is twice as fast\u200b\n'

/** A chat in a workspace with one folder, in which server-filesystem would write to a file. */
async function waitingWrite({ app, page }: Gatehouse, folder: string) {
  mkdirSync(folder)
  const path = join(folder, 'release.md')
  writeFileSync(path, BEFORE)
  const { id } = await request(page, 'workspace.create', { name: 'Notes' })
  await app.evaluate(({ dialog }, picked) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [picked] })
  }, folder)
  await request(page, 'app.pick-folders', {})
  await request(page, 'workspace.add-folders', { id, paths: [folder] })
  const target = { command: process.execPath, args: [serverFilesystemPath(), folder] }
  await addServer(page, target, { name: 'files' })
  const model = await connectScripted(page, 'chat', [
    { toolCalls: [{ name: 'files__write_file', arguments: { path, content: CONTENT } }] },
    { text: 'Written.' },
  ])
  await page.getByTestId('workspace-chip').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Notes' }).press('Enter')
  await send(page, 'Correct the notes.')
  return { path, model }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test(
  'a write is compared with the file, and undone by a press, which the record has',
  nightly(),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const { path, model } = await waitingWrite(gatehouse, join(scratch(testInfo), 'notes'))
    const diff = page.getByTestId('file-diff')
    await expect(diff).toContainText('against the file as it is now')
    await expect(diff).toContainText('−- Start-up is faster')
    await expect(diff).toContainText('+- Start-up is twice as fastU+200B')
    for (const width of [1280, 640]) {
      await resize(gatehouse, { width, height: 800 })
      expect(await findLayoutFaults(page)).toEqual([])
      await takePicture(page, `file-change-${width}`)
    }
    await resize(gatehouse, { width: 1280, height: 800 })
    writeFileSync(path, '# 2.4\n\n- Start-up is slower\n')
    await expect(diff).toContainText('−- Start-up is slower')
    writeFileSync(path, BEFORE)
    await expect(diff).toContainText('−- Start-up is faster')
    await page.getByRole('button', { name: /^Write file/u }).click()
    await expect(answers(page).last()).toContainText('Written.')
    expect(readFileSync(path, 'utf8')).toBe(CONTENT)

    await press(page, 'Undo…')
    await expect(diff).toContainText('+- Start-up is faster')
    expect(readFileSync(path, 'utf8')).toBe(CONTENT)
    for (const width of [640, 1280]) {
      await resize(gatehouse, { width, height: 800 })
      expect(await findLayoutFaults(page)).toEqual([])
      await takePicture(page, `file-undo-${width}`)
    }
    await press(page, 'Restore file')
    await expect(page.getByTestId('file-change-note').last()).toContainText('Undone on')
    expect(readFileSync(path, 'utf8')).toBe(BEFORE)
    const [latest] = await request(page, 'ask.history', { limit: 1 })
    expect(latest).toMatchObject({ kind: 'file-undo', subject: path, outcome: 'done' })
    await model.close()
  },
)
