import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chatGptExport, zipOf } from '@gatehouse/testkit/product-exports'
import type { ElectronApplication } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { inspect } from './support/inspect.ts'
import { scratch } from './support/scratch.ts'

/** Answers the system's dialog with this file. */
function pick(app: ElectronApplication, path: string): Promise<void> {
  return app.evaluate(({ dialog }, file) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [file] })
  }, path)
}

test(
  'an archive of ChatGPT is shown before its chats come in with their versions',
  nightly(
    'chat.product-import.preview',
    'chat.product-import.content',
    'chat.product-import.refused',
  ),
  async ({ gatehouse }, testInfo) => {
    const { app, page } = gatehouse
    const folder = scratch(testInfo)
    const archive = join(folder, 'chatgpt.zip')
    writeFileSync(archive, zipOf({ 'conversations.json': JSON.stringify(chatGptExport) }))
    const choose = async () => {
      await page.getByRole('button', { name: 'More actions for chats' }).click()
      await page.getByRole('menuitem', { name: 'Import from ChatGPT or Claude…' }).click()
    }
    await pick(app, archive)
    await choose()
    const dialog = page.getByRole('dialog', { name: 'Import chats from ChatGPT' })
    await expect(dialog).toContainText('1 chat · 7 messages')
    await expect(dialog).toContainText(
      '1 attached file: its name is kept, its data is not imported',
    )
    await expect(dialog).toContainText('1 hidden message, such as custom instructions')
    await expect(dialog.getByRole('list', { name: 'Chats in this file' })).toContainText(
      'Trip to Bern',
    )
    const list = page.getByRole('navigation', { name: 'Chats' })
    await expect(list.getByRole('button', { name: /Trip to Bern/ })).toHaveCount(0)
    expect(await inspect(gatehouse, 'chat-product-import')).toEqual([])
    proves('chat.product-import.preview')

    await dialog.getByRole('button', { name: 'Import 1 chat' }).click()
    const done = page.getByRole('dialog', { name: 'Import chats' })
    await expect(done).toContainText('1 chat imported')
    await done.getByRole('button', { name: 'Close' }).last().click()
    await list
      .getByRole('button', { name: /Trip to Bern/ })
      .first()
      .click()
    await expect(page.getByTestId('imported-note')).toContainText('chatgpt.zip (ChatGPT)')
    await expect(page.getByText('Take the train.')).toBeVisible()
    await expect(page.getByTestId('servers-chip')).toContainText('No servers')
    proves('chat.product-import.content')

    const other = join(folder, 'other.json')
    writeFileSync(other, '{"chats":[]}')
    await pick(app, other)
    await choose()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'This file has no chats of ChatGPT or Claude.',
    )
    proves('chat.product-import.refused')
  },
)
