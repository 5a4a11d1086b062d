import { fixtureServerCommand } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { actOn, chat, openCall } from './support/chat.ts'
import { changeLanguage, inspect, resize } from './support/inspect.ts'
import { connectScripted } from './support/models/models.ts'
import { takePicture } from './support/results.ts'
import { addServer } from './support/servers.ts'

const ANSWER = [
  '## The plan',
  '',
  'Some **bold** words and `code`, pay\u200bpal.',
  '',
  '- one',
  '- two',
  '',
  '```js',
  'const a = 1',
  '```',
].join('\n')

/** @threat shown.copied-unseen */
test(
  'messages, calls and what is selected are copied as Markdown and as plain text',
  nightly(
    'chat.copy.message',
    'chat.copy.call',
    'chat.copy.selection',
    'chat.copy.hidden',
    'chat.copy.keys',
  ),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    const open = chat(page)
    await addServer(page, fixtureServerCommand({ features: ['echo'] }), { name: 'notes' })
    await connectScripted(page, 'chat', [
      { toolCalls: [{ name: 'notes__echo', arguments: { text: 'of the echo' } }] },
      { text: ANSWER },
    ])
    await open.send('My **own** words')
    await open.approval('Echo').allowOnce()
    await expect(open.answers.last()).toContainText('Some bold words')
    const copied = () => app.evaluate(({ clipboard }) => clipboard.readText())
    const menu = page.getByRole('menu')

    await actOn(page, 'user-message', 'Copy as plain text')
    await expect.poll(copied).toBe('My own words')
    await page.getByRole('button', { name: 'Copy message', exact: true }).click()
    await expect.poll(copied).toBe('My **own** words')
    proves('chat.copy.message')

    await openCall(open.calls)
    await open.calls.getByRole('button', { name: 'Copy call as Markdown' }).click()
    await expect
      .poll(copied)
      .toMatch(
        /^### echo \(notes\)\n\n\*\*Arguments\*\*\n\n```json\n\{\n {2}"text": "of the echo"\n\}\n```\n\n\*\*Result\*\*\n\n```\n[^`]*of the echo/,
      )
    await open.calls.getByRole('button', { name: 'Copy call as plain text' }).click()
    await expect
      .poll(copied)
      .toMatch(/^echo \(notes\)\n\nArguments\n\n\{[\s\S]*Result\n\n[^`#*]*of the echo[^`#*]*$/)
    proves('chat.copy.call')
    expect(await inspect(gatehouse, 'chat-copy-call', open.calls)).toEqual([])

    // A part of a bold word, which stays bold.
    await open.answers.last().locator('strong').click({ clickCount: 2 })
    await open.answers.last().locator('strong').click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Copy selection as Markdown' }).click()
    await expect.poll(copied).toBe('**bold**')

    const selectAnswer = () =>
      open.answers.last().evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        getSelection()?.removeAllRanges()
        getSelection()?.addRange(range)
      })
    await selectAnswer()
    await open.answers.last().locator('h2').click({ button: 'right' })
    await expect(menu).toBeVisible()
    expect(await inspect(gatehouse, 'chat-copy-menu')).toEqual([])
    await page.keyboard.press('Escape')
    await selectAnswer()
    await open.answers.last().locator('h2').click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Copy selection as Markdown' }).click()
    await expect.poll(copied).toBe(ANSWER)
    const toasts = page.getByRole('region', { name: 'Notifications' })
    await expect(toasts).toContainText('It contains 1 invisible character.')
    await selectAnswer()
    await open.answers.last().locator('h2').click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Copy selection as plain text' }).click()
    const plain =
      'The plan\n\nSome bold words and code, pay\u200bpal.\n\n- one\n- two\n\nconst a = 1'
    await expect.poll(copied).toBe(plain)
    proves('chat.copy.selection')
    await selectAnswer()
    await page.keyboard.press('Control+C')
    await expect.poll(copied).toContain('pay\u200bpal')
    proves('chat.copy.hidden')

    // By keys alone: the menu of what has the focus.
    await page.evaluate(() => getSelection()?.removeAllRanges())
    await page.getByRole('button', { name: 'Copy message', exact: true }).focus()
    await page.keyboard.press('Shift+F10')
    await expect(menu).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(copied).toMatch(/^My \*\*own\*\* words$|^My own words$/)
    proves('chat.copy.keys')

    await changeLanguage(page, 'zh-CN')
    await resize(gatehouse, { width: 640, height: 800 })
    await page.getByRole('heading', { name: 'The plan' }).click({ button: 'right' })
    await expect(menu.getByRole('menuitem', { name: '复制为纯文本' })).toBeVisible()
    await takePicture(page, 'chat-copy-menu-zh-640')
  },
)
