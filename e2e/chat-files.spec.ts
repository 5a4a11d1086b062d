import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { inspect } from './support/inspect.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'

/** Answers the system's dialogs with this file. */
function pick(app: ElectronApplication, path: string): Promise<void> {
  return app.evaluate(({ dialog }, file) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: file })
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [file] })
  }, path)
}

test(
  'a chat is exported to read and to import, and comes back with its versions',
  nightly('chat.files.export', 'chat.files.draft', 'chat.files.import', 'chat.files.refused'),
  async ({ gatehouse }, testInfo) => {
    const { app, page } = gatehouse
    const folder = scratch(testInfo)
    const composer = page.getByTestId('composer')
    await composer.fill('Notes on the trip to Bern')
    // The first chat is made as the app starts.
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
    await composer.press('Enter')
    await expect(page.getByTestId('user-message')).toContainText('Bern')
    await page.getByRole('button', { name: 'Edit message' }).click()
    await page
      .getByRole('textbox', { name: 'Edit your message' })
      .fill('Notes on the trip to Basel')
    await page.keyboard.press('Enter')
    await expect(page.getByText('2 / 2')).toBeVisible()

    const list = page.getByRole('navigation', { name: 'Chats' })
    const menu = async (item: string) => {
      await list
        .getByRole('button', { name: /^Notes on the trip/ })
        .first()
        .hover()
      await page
        .getByRole('button', { name: /^More actions for Notes/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Export' }).hover()
      await page.getByRole('menuitem', { name: item }).click()
      await expect(page.getByText('Chat exported').last()).toBeVisible()
    }
    const draft = 'Ask about the museum next'
    await composer.fill(draft)
    const { id } = (await request(page, 'chat.list', {}))[0] ?? { id: '' }
    await page.evaluate(async (chatId) => {
      const { bridge } = globalThis as unknown as {
        bridge: { request(route: string, input: unknown): Promise<unknown> }
      }
      const bytes = new TextEncoder().encode('Opens at ten.\n')
      const file = { name: 'museum.txt', mimeType: 'text/plain', bytes }
      await bridge.request('chat.attach-file', { id: chatId, ...file })
    }, id)
    await expect(page.getByText('museum.txt')).toBeVisible()
    const text = join(folder, 'trip.md')
    await pick(app, text)
    await menu('Markdown')
    expect(readFileSync(text, 'utf8')).toMatch(
      /trip to Basel[\s\S]*Version 1 of 2[\s\S]*trip to Bern/,
    )
    const file = join(folder, 'trip.chat.jsonl')
    await pick(app, file)
    await menu('JSON')
    // The notice of the export before is still there.
    await expect.poll(() => existsSync(file)).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(/^\{"kind":"chat","format":"gatehouse-chat"/)
    proves('chat.files.export')

    await composer.fill('')
    await page.getByRole('button', { name: 'More actions for chats' }).click()
    await page.getByRole('menuitem', { name: 'Import a chat…' }).click()
    await expect(page.getByTestId('imported-note')).toContainText('Imported from trip.chat.jsonl')
    await expect(page.getByTestId('user-message')).toContainText('Basel')
    await expect(page.getByTestId('servers-chip')).toContainText('No servers')
    await expect(composer).toHaveValue(draft)
    await expect(page.getByTestId('imported-note')).toContainText('The draft in the message field')
    await expect(page.getByText('museum.txt')).toBeVisible()
    proves('chat.files.draft')
    await page.getByRole('button', { name: 'Previous version' }).click()
    await expect(page.getByTestId('user-message')).toContainText('Bern')
    expect(await inspect(gatehouse, 'chat-imported')).toEqual([])
    proves('chat.files.import')

    const other = join(folder, 'other.json')
    writeFileSync(other, '[{"mapping":{}}]')
    await pick(app, other)
    await page.getByRole('button', { name: 'More actions for chats' }).click()
    await page.getByRole('menuitem', { name: 'Import a chat…' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'This is not a chat that Gatehouse exported.',
    )
    proves('chat.files.refused')
  },
)
