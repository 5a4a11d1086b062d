import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { inspect } from './support/inspect.ts'
import { connectScripted, requestTexts } from './support/models/models.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'

test(
  'a chat stops at its cost limit, and favourite models come first',
  nightly('chat.cost.shown', 'model.choices.favourites'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const usage = { inputTokens: 1000, outputTokens: 1000 }
    await connectScripted(page, 'chat', [
      { text: 'One.', usage },
      { text: 'Two.', usage },
    ])
    const [provider] = await request(page, 'provider.list', {})
    const { id = '', kind = 'openai-compatible', name = '', baseUrl = '' } = provider ?? {}
    const price = { input: 1000, output: 1000 }
    await request(page, 'provider.save', {
      draft: { id, kind, name, baseUrl, key: null },
      models: [{ id: 'scripted', price }, { id: 'spare' }],
    })
    const setLimit = async (limit: string): Promise<void> => {
      await page.getByTestId('chat-setup').click()
      const sheet = page.getByRole('dialog', { name: 'Settings of this chat' })
      await sheet.getByRole('textbox', { name: 'Cost limit' }).fill(limit)
      await sheet.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(sheet).toBeHidden()
    }
    await setLimit('1')
    const open = chat(page)
    await open.send('First')
    await expect(open.answers.last()).toContainText('One.')
    await open.send('Second')
    const footer = page.getByTestId('turn-footer').last()
    await expect(footer).toContainText('reached its cost limit')
    await page.getByTestId('chat-setup').click()
    const sheet = page.getByRole('dialog', { name: 'Settings of this chat' })
    await expect(sheet).toContainText('So far: $2.00')
    expect(await inspect(gatehouse, 'chat-cost-limit')).toEqual([])
    await sheet.getByRole('button', { name: 'Cancel', exact: true }).click()
    proves('chat.cost.shown')
    await setLimit('5')
    await footer.getByRole('button', { name: 'Retry', exact: false }).click()
    await expect(open.answers.last()).toContainText('Two.')

    await page.keyboard.press('Control+,')
    await page.locator('[data-list-row]').filter({ hasText: 'Models' }).click()
    await page.getByText('2 models').click()
    await page.getByRole('button', { name: 'List spare first' }).click()
    await expect(page.getByRole('button', { name: 'List spare first' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await takePicture(page, 'settings-models-favourite')
    expect(await inspect(gatehouse, 'settings-models-choices')).toEqual([])
    await page.keyboard.press('Control+1')
    await page.getByTestId('model-picker').click()
    await expect(page.getByRole('menuitemcheckbox').first()).toHaveText('spare')
    proves('model.choices.favourites')
  },
)

test(
  'a model that was chosen for it names a new chat',
  nightly('chat.titles.named'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const endpoint = await connectScripted(page, 'chat', [{ text: 'It does.' }])
    endpoint.script('namer', [{ text: 'Whether the sun shines' }])
    const [provider] = await request(page, 'provider.list', {})
    const { id = '', kind = 'openai-compatible', name = '', baseUrl = '' } = provider ?? {}
    await request(page, 'provider.save', {
      draft: { id, kind, name, baseUrl, key: null },
      models: [{ id: 'scripted' }, { id: 'namer' }],
    })
    await page.keyboard.press('Control+,')
    await page.locator('[data-list-row]').filter({ hasText: 'Models' }).click()
    await page.getByRole('combobox', { name: 'Model for titles' }).click()
    await page.getByRole('option', { name: 'namer' }).click()
    await expect(page.getByRole('combobox', { name: 'Model for titles' })).toHaveValue('namer')
    await takePicture(page, 'settings-models-titles')
    await page.keyboard.press('Control+1')
    const open = chat(page)
    await open.send('Does the sun shine?')
    await expect(open.answers.last()).toContainText('It does.')
    await expect(
      page.getByRole('main').getByRole('button', { name: 'Whether the sun shines' }),
    ).toBeVisible()
    const asked = requestTexts(endpoint).at(-1)
    expect(asked).toContain('Does the sun shine?')
    proves('chat.titles.named')
  },
)
