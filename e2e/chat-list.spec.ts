import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { request } from './support/routes.ts'

test(
  'of a long list of chats those in view are drawn, and each can be named anew and deleted',
  nightly('chat.list.long', 'chat.list.rename', 'chat.list.delete'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    for (let index = 1; index <= 80; index += 1) {
      const { id } = await request(page, 'chat.create', {})
      await request(page, 'chat.rename', { id, title: `Chat number ${index}` })
    }
    await page.reload()
    const list = page.getByRole('navigation', { name: 'Chats' })
    const rows = list.locator('[data-list-row]')
    const row = (index: number) =>
      list.getByRole('button', { name: new RegExp(`^Chat number ${index}(?!\\d)`) })
    // The chat that is open is the oldest: the list begins there.
    await expect(row(1)).toBeVisible()
    await expect(row(80)).toHaveCount(0)
    expect(await rows.count()).toBeLessThan(60)
    await row(1).focus()
    await page.keyboard.press('Home')
    await expect(row(80)).toBeFocused()
    await page.keyboard.press('End')
    await expect(row(1)).toBeVisible()
    proves('chat.list.long')

    await row(1).click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Rename/ }).click()
    await page.getByRole('textbox', { name: 'Chat name' }).fill('The very first one')
    await page.keyboard.press('Enter')
    const first = list.getByRole('button', { name: /^The very first one/ })
    await expect(first).toBeVisible()
    await first.focus()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Chat name' }).fill('The first one')
    await page.keyboard.press('Enter')
    await expect(list.getByRole('button', { name: /^The first one/ })).toBeVisible()
    proves('chat.list.rename')

    await page.keyboard.press('Escape')
    await row(2).hover()
    await page.getByRole('button', { name: 'More actions for Chat number 2', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await expect(row(2)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Chat number 2' })).toBeVisible()
    await expect(row(2)).toBeVisible()
    proves('chat.list.delete')
  },
)
