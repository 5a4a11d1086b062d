import { join } from 'node:path'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { actOn, chat } from './support/chat.ts'
import { changeLanguage, inspect } from './support/inspect.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { seedChat } from './support/models/seed-chat.ts'

test(
  'words are found in a long chat, its answers are quoted and copied, and it is put away',
  nightly(
    'chat.find.pages',
    'chat.find.copy',
    'chat.find.quote',
    'chat.library.filter',
    'chat.library.archive',
  ),
  async ({ gatehouse }) => {
    const { id } = await request(gatehouse.page, 'chat.create', {})
    await request(gatehouse.page, 'chat.rename', { id, title: 'A long chat' })
    await gatehouse.quit()
    seedChat(join(gatehouse.userData, 'gatehouse.db'), id, 300)
    await gatehouse.restart()
    const { app, page } = gatehouse
    const open = chat(page)
    await connectScripted(page, 'chat', [{ text: 'Some **bold** words.' }])
    const list = page.getByRole('navigation', { name: 'Chats' })
    await list.getByRole('button', { name: /^A long chat/ }).click()
    await expect(page.getByText('Question 299', { exact: true })).toBeVisible()
    // What an earlier version wrote is made searchable little by little.
    await expect
      .poll(async () => (await request(page, 'chat.search', { query: 'x' })).isIndexing, {
        timeout: 20_000,
      })
      .toBe(false)

    await page.keyboard.press('Control+F')
    const bar = page.getByTestId('find-bar')
    await bar.getByRole('searchbox').fill('Question 7')
    await expect(bar).toContainText('1 of 11')
    await expect(page.getByText('Question 79', { exact: true })).toBeVisible()
    for (let at = 0; at < 10; at += 1) await page.keyboard.press('Enter')
    await expect(bar).toContainText('11 of 11')
    await expect(page.getByText('Question 7', { exact: true })).toBeVisible()
    await page.keyboard.press('Shift+Enter')
    await expect(bar).toContainText('10 of 11')
    expect(await inspect(gatehouse, 'chat-find')).toEqual([])
    await changeLanguage(page, 'zh-CN')
    expect(await inspect(gatehouse, 'chat-find-zh')).toEqual([])
    await changeLanguage(page, 'en')
    proves('chat.find.pages')
    await bar.getByRole('searchbox').press('Escape')
    await expect(bar).toHaveCount(0)

    await page.getByRole('button', { name: 'Jump to the latest' }).click()
    await open.send('Now yours')
    await expect(open.answers.last()).toContainText('Some bold words.')
    // Until an answer is over the last buttons are those of the one before, and move.
    await expect(page.getByTestId('stop')).toHaveCount(0)
    await actOn(page, 'turn-footer', 'Copy as plain text')
    const copied = () => app.evaluate(({ clipboard }) => clipboard.readText())
    await expect.poll(copied).toBe('Some bold words.')
    await page.getByRole('button', { name: 'Copy answer', exact: true }).last().click()
    await expect.poll(copied).toBe('Some **bold** words.')
    proves('chat.find.copy')
    await actOn(page, 'turn-footer', 'Quote')
    await expect(open.composer).toHaveValue(/^> Some \*\*bold\*\* words\.\n/)
    proves('chat.find.quote')

    const row = list.getByRole('button', { name: /^A long chat/ })
    const search = page.getByRole('searchbox', { name: 'Search chats' })
    await search.fill('yours')
    await expect(list.getByText('Now yours')).toBeVisible()
    const whose = async (button: string, kind: string) => {
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('combobox', { name: 'Search in' }).click()
      await page.getByRole('option', { name: kind }).click()
      await page.getByRole('button', { name: 'Done' }).click()
    }
    await whose('Filter messages', 'Answers')
    await expect(list.getByText('Now yours')).toHaveCount(0)
    await whose('Filter messages (on)', 'My messages')
    await expect(list.getByText('Now yours')).toBeVisible()
    proves('chat.library.filter')
    await page.getByRole('button', { name: 'Remove filter: My messages' }).click()
    await search.fill('')

    await row.hover()
    await page.getByRole('button', { name: 'More actions for A long chat' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await expect(row).toHaveCount(0)
    await search.fill('long chat')
    await expect(row.first()).toBeVisible()
    await search.fill('')
    await page.getByRole('button', { name: 'More actions for chats' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Show archived chats' }).click()
    await row.hover()
    await page.getByRole('button', { name: 'More actions for A long chat' }).click()
    await page.getByRole('menuitem', { name: 'Unarchive' }).click()
    await page.getByRole('button', { name: 'More actions for chats' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Show archived chats' }).click()
    await expect(row).toBeVisible()
    proves('chat.library.archive')
  },
)
