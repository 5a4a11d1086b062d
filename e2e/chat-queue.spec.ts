import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { changeLanguage, inspect } from './support/inspect.ts'
import { connectScripted, requestTexts } from './support/models/models.ts'
import { request } from './support/routes.ts'

const longText = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ')

test(
  'messages wait for the answer, in their order, and nothing but a complete one sends them',
  nightly('chat.queue.waits', 'chat.queue.held', 'chat.queue.stop'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const endpoint = await connectScripted(page, 'chat', [
      { text: longText, eventDelayMs: 60 },
      { text: 'Two.' },
      { text: longText, eventDelayMs: 60 },
      { text: 'Four.' },
      { text: longText, eventDelayMs: 60 },
      { text: 'Six.' },
    ])
    const open = chat(page)
    const queue = page.getByTestId('message-queue')
    await open.send('one')
    await expect(open.answers.first()).toContainText('word3')
    await open.send('tow')
    await open.send('not this')
    await expect(queue.getByRole('listitem')).toHaveText(['tow', 'not this'])
    await expect(queue).toContainText('Sent when this answer is complete')
    await queue.getByRole('button', { name: 'Remove queued message' }).last().click()
    await queue.getByRole('button', { name: 'Edit queued message' }).click()
    await page.getByRole('textbox', { name: 'Edit the queued message' }).fill('two')
    await page.keyboard.press('Enter')
    await expect(queue.getByRole('listitem')).toHaveText(['two'])
    await expect(open.answers.last()).toHaveText(/Two\.$/, { timeout: 40_000 })
    await expect(queue).toHaveCount(0)
    expect(requestTexts(endpoint)[1]).toContain('two')
    proves('chat.queue.waits')

    await open.send('three')
    await expect(open.answers.last()).toContainText('word3')
    await open.send('four')
    await open.stop.click()
    await expect(queue).toContainText('Not sent: the last answer did not complete.')
    expect(await inspect(gatehouse, 'chat-queue')).toEqual([])
    await changeLanguage(page, 'zh-CN')
    expect(await inspect(gatehouse, 'chat-queue-zh')).toEqual([])
    await changeLanguage(page, 'en')
    await page.reload()
    await expect(queue.getByRole('listitem')).toHaveText(['four'])
    expect(requestTexts(endpoint)).toHaveLength(3)
    await queue.getByRole('button', { name: 'Send now' }).click()
    await expect(open.answers.last()).toHaveText(/Four\.$/)
    proves('chat.queue.held')

    await request(page, 'app.change-settings', { whileAnswering: 'stop' })
    await open.send('five')
    await expect(open.answers.last()).toContainText('word3')
    await expect(page.getByTestId('send')).toHaveCount(0)
    await open.composer.fill('six')
    await expect(page.getByRole('button', { name: 'Stop the answer and send' })).toBeVisible()
    await open.composer.press('Enter')
    await expect(open.answers.last()).toHaveText(/Six\.$/)
    await expect(open.transcript).toContainText('You stopped this answer.')
    proves('chat.queue.stop')
  },
)

test(
  'what waited is there after a restart, and waits for the person',
  nightly('chat.queue.kept'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await connectScripted(page, 'chat', [{ text: longText, eventDelayMs: 60 }])
    const open = chat(page)
    await open.send('one')
    await expect(open.answers.first()).toContainText('word3')
    await open.send('two')
    await expect(page.getByTestId('message-queue')).toContainText('two')
    await gatehouse.restart()
    await expect(gatehouse.page.getByTestId('message-queue')).toContainText('two')
    await expect(gatehouse.page.getByTestId('message-queue')).toContainText('Not sent')
    proves('chat.queue.kept')
  },
)
