import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { inspect } from './support/inspect.ts'
import { scratch } from './support/scratch.ts'

test(
  'chats are tagged, found by their tags, and keep them in a file',
  nightly('chat.tags.edit', 'chat.tags.filter', 'chat.tags.file'),
  async ({ gatehouse }, testInfo) => {
    const { app, page } = gatehouse
    const list = page.getByRole('navigation', { name: 'Chats' })
    const row = (title: string) => list.getByRole('button', { name: new RegExp(`^${title}`) })
    const open = chat(page)
    await open.send('Walk in Bern')
    await open.startNew()
    await open.send('Swim in Bern')
    await expect(row('Swim in Bern')).toBeVisible()

    const menu = async (title: string) => {
      await row(title).hover()
      await page.getByRole('button', { name: `More actions for ${title}` }).click()
    }
    const dialog = page.getByRole('dialog', { name: /^Tags of/ })
    await menu('Walk in Bern')
    await page.getByRole('menuitem', { name: 'Edit tags…' }).click()
    await expect(dialog).toContainText('No tags yet.')
    await dialog.getByRole('textbox', { name: 'New tag' }).fill('summer plans')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('checkbox', { name: 'summer plans' })).toBeChecked()
    expect(await inspect(gatehouse, 'chat-tags')).toEqual([])
    await dialog.getByRole('button', { name: 'Rename tag summer plans in all chats' }).click()
    await dialog.getByRole('textbox', { name: 'New name of summer plans' }).fill('outdoors')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('checkbox', { name: 'outdoors' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(row('Walk in Bern')).toContainText('outdoors')
    proves('chat.tags.edit')

    await page.getByRole('button', { name: 'Filter by tag' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'outdoors' }).click()
    await expect(row('Swim in Bern')).toHaveCount(0)
    await expect(row('Walk in Bern')).toBeVisible()
    const search = page.getByRole('searchbox', { name: 'Search chats' })
    await search.fill('bern')
    await expect(list.getByRole('heading', { name: 'Messages' })).toBeVisible()
    await expect(list.getByText('Swim in')).toHaveCount(0)
    await search.fill('')
    await page.getByRole('button', { name: 'Filter by tag: outdoors' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'All chats' }).click()
    await expect(row('Swim in Bern')).toBeVisible()
    await page.keyboard.press('Control+K')
    await page.keyboard.type('outdoors')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('user-message')).toContainText('Walk in Bern')
    proves('chat.tags.filter')

    const file = join(scratch(testInfo), 'walk.chat.jsonl')
    await app.evaluate(({ dialog: system }, path) => {
      system.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path })
      system.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
    }, file)
    await menu('Walk in Bern')
    await page.getByRole('menuitem', { name: 'Export' }).hover()
    await page.getByRole('menuitem', { name: 'JSON' }).click()
    await expect(page.getByText('Chat exported').last()).toBeVisible()
    expect(readFileSync(file, 'utf8')).toContain('"tags":["outdoors"]')
    await page.getByRole('button', { name: 'More actions for chats' }).click()
    await page.getByRole('menuitem', { name: 'Import a chat…' }).click()
    await expect(page.getByTestId('imported-note')).toBeVisible()
    await expect(row('Walk in Bern').filter({ hasText: 'outdoors' })).toHaveCount(2)
    proves('chat.tags.file')
  },
)
