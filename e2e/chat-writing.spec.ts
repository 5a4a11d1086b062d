import { join } from 'node:path'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { changeLanguage, inspect } from './support/inspect.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { seedChat } from './support/models/seed-chat.ts'

test(
  'the key that sends is chosen, what was sent comes back by the arrows, and chats are pinned',
  nightly('chat.recall.back', 'chat.library.pin', 'chat.send-key.kept', 'chat.emphasis.drawn'),
  async ({ gatehouse }) => {
    const { id } = await request(gatehouse.page, 'chat.create', {})
    await request(gatehouse.page, 'chat.rename', { id, title: 'A long chat' })
    await gatehouse.quit()
    seedChat(join(gatehouse.userData, 'gatehouse.db'), id, 120)
    await gatehouse.restart()
    let { page } = gatehouse
    let open = chat(page)
    await connectScripted(page, 'chat', [{ text: '**重点。**后文' }, { text: 'Again.' }])
    const list = page.getByRole('navigation', { name: 'Chats' })
    await list.getByRole('button', { name: /^A long chat/ }).click()
    await expect(page.getByText('Question 119', { exact: true })).toBeVisible()

    await open.composer.focus()
    for (let at = 119; at >= 0; at -= 1) {
      await page.keyboard.press('ArrowUp')
      await expect(open.composer).toHaveValue(`Question ${at}`)
    }
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('No earlier message')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await expect(open.composer).toHaveValue('Question 1')
    proves('chat.recall.back')
    await open.composer.fill('')

    await page.keyboard.press('Control+Shift+P')
    await expect(list.getByRole('heading').first()).toHaveText('Pinned')
    await page.keyboard.press('Control+Shift+P')
    await expect(list.getByText('Pinned', { exact: true })).toHaveCount(0)
    await page.keyboard.press('Control+K')
    await page.keyboard.type('Pin this')
    await page.keyboard.press('Enter')
    await expect(list.getByText('Pinned', { exact: true })).toBeVisible()
    await list.getByRole('button', { name: /^A long chat/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Unpin/ }).click()
    await expect(list.getByText('Pinned', { exact: true })).toHaveCount(0)
    await list.getByRole('button', { name: /^A long chat/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Pin to the top/ }).click()

    await page.keyboard.press('Control+5')
    await page.getByRole('radio', { name: /^Ctrl\+Enter/ }).click()
    await expect
      .poll(async () => (await request(page, 'app.settings', {})).sendWith)
      .toBe('mod-enter')
    expect(await inspect(gatehouse, 'send-with', page.getByText('Send messages with'))).toEqual([])
    await changeLanguage(page, 'zh-CN')
    expect(await inspect(gatehouse, 'send-with-zh', page.getByText('发送消息的按键'))).toEqual([])
    await changeLanguage(page, 'en')
    await gatehouse.restart()
    page = gatehouse.page
    open = chat(page)
    const chats = page.getByRole('navigation', { name: 'Chats' })
    await page.keyboard.press('Control+1')
    await expect(chats.getByText('Pinned', { exact: true })).toBeVisible()
    proves('chat.library.pin')
    await open.composer.fill('One')
    await page.keyboard.press('Enter')
    await page.keyboard.type('two')
    await expect(open.composer).toHaveValue('One\ntwo')
    await expect(page.getByTestId('send')).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    await expect(open.composer).toHaveValue('')
    await expect(page.getByTestId('user-message').last()).toContainText('two')
    proves('chat.send-key.kept')
    await expect(open.answers.last()).toHaveText(/^Answer: 重点。后文/)
    await expect(open.answers.last().locator('strong, [data-streamdown=strong]')).toHaveText(
      '重点。',
    )
    proves('chat.emphasis.drawn')
    expect(await inspect(gatehouse, 'chat-pinned')).toEqual([])
    await changeLanguage(page, 'zh-CN')
    expect(await inspect(gatehouse, 'chat-pinned-zh')).toEqual([])
  },
)

test(
  'a composition of the browser sends, searches and closes nothing before its words are chosen',
  nightly('window.composition.window'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const open = chat(page)
    const model = await connectScripted(page, 'chat', [{ text: 'Hello.' }])
    await open.startNew()
    const browser = await page.context().newCDPSession(page)
    const compose = (text: string) =>
      browser.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    /** As an input method gives a key to the page while it works on it. */
    const press = async (key: string) => {
      for (const type of ['rawKeyDown', 'keyUp'] as const)
        await browser.send('Input.dispatchKeyEvent', {
          type,
          key,
          code: key,
          windowsVirtualKeyCode: 229,
        })
    }
    const choose = (text: string) => browser.send('Input.insertText', { text })

    await open.composer.focus()
    await compose("ni'hao")
    await expect(open.composer).toHaveValue("ni'hao")
    for (const key of ['Enter', 'Escape', 'ArrowUp']) await press(key)
    await expect(open.composer).toHaveValue("ni'hao")
    await choose('你好')
    await expect(open.composer).toHaveValue('你好')
    expect(model.requests.filter(({ method }) => method === 'POST')).toEqual([])
    await page.keyboard.press('Enter')
    await expect(open.answers.last()).toContainText('Hello.')

    await page.keyboard.press('Control+F')
    const bar = page.getByTestId('find-bar')
    const field = bar.getByRole('searchbox')
    await field.focus()
    await compose("ni'hao")
    await expect(field).toHaveValue("ni'hao")
    for (const key of ['Enter', 'Escape']) await press(key)
    await expect(bar).toBeVisible()
    await expect(bar.getByRole('status')).toHaveText('')
    await choose('你好')
    await expect(field).toHaveValue('你好')
    await expect(bar.getByRole('status')).toHaveText('1 of 1')
    await field.press('Escape')
    await expect(bar).toHaveCount(0)
    proves('window.composition.window')
  },
)
