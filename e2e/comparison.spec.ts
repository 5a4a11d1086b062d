import { startFakeModelEndpoint } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { changeLanguage, inspect } from './support/inspect.ts'
import { countKeys, moveTo } from './support/keys.ts'
import { connect, KEY } from './support/models/models.ts'

test(
  'two models are asked one question and one answer is kept, by the keyboard',
  nightly('chat.compare.keys', 'chat.compare.accessible', 'chat.compare.kept'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const endpoint = await startFakeModelEndpoint({ key: KEY })
    endpoint.script('scripted', [{ text: 'From the first model.' }])
    endpoint.script('other-model', [
      { text: 'From the second model.' },
      { text: 'On with the second model.' },
    ])
    await connect(page, { api: 'chat', url: endpoint.url, models: ['scripted', 'other-model'] })
    const open = chat(page)
    await open.composer.focus()
    const keys = await countKeys(page)
    await page.keyboard.type('which one')
    await expect(page.getByRole('button', { name: 'Ask two models…' })).toBeVisible()
    await page.keyboard.press('Control+Shift+D')
    const dialog = page.getByRole('dialog', { name: 'Compare two models' })
    await expect(dialog.getByRole('combobox')).toHaveValue('other-model')
    await expect(dialog.getByText(/tokens will be sent/)).toHaveCount(2)
    await expect(dialog.getByRole('button', { name: 'Ask both' })).toBeFocused()
    // Shift and Enter.
    expect(await keys.since()).toBe('which one'.length + 2)
    expect(await inspect(gatehouse, 'compare-dialog')).toEqual([])
    await expect(dialog.getByRole('button', { name: 'Ask both' })).toBeFocused()
    await page.keyboard.press('Enter')
    const answers = page.getByTestId('compared-answer')
    await expect(answers.nth(0)).toContainText('From the first model.')
    await expect(answers.nth(1)).toContainText('From the second model.')
    await expect(page.getByText('Chat continues here')).toBeVisible()
    const bodies = endpoint.requests.flatMap(({ body }) =>
      body === undefined ? [] : [body as { model: string; messages: unknown }],
    )
    expect(bodies.map(({ model }) => model)).toEqual(['scripted', 'other-model'])
    expect(bodies[1]?.messages).toEqual(bodies[0]?.messages)
    expect(await inspect(gatehouse, 'comparison')).toEqual([])
    await changeLanguage(page, 'zh-CN')
    expect(await inspect(gatehouse, 'comparison-zh')).toEqual([])
    await changeLanguage(page, 'en')
    proves('chat.compare.accessible')

    await open.composer.focus()
    await moveTo(page, answers.nth(1).getByRole('button', { name: 'Keep this one' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(answers).toHaveCount(0)
    await expect(open.composer).toBeFocused()
    await expect(page.getByTestId('versions').last()).toHaveText('2 / 2')
    proves('chat.compare.keys')

    await page.keyboard.type('Go on')
    await page.keyboard.press('Enter')
    await expect(open.answers.last()).toContainText('On with the second model.')
    await expect(page.getByTestId('model-picker')).toContainText('other-model')
    proves('chat.compare.kept')
  },
)
