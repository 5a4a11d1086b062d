import { fixtureServerCommand } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { changeLanguage, inspect } from './support/inspect.ts'
import { connectScripted } from './support/models/models.ts'
import { addServer } from './support/servers.ts'

test(
  'the settings of a chat are what its model is sent, and what new chats begin with',
  nightly('chat.setup.sent', 'chat.setup.begin'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await addServer(page, fixtureServerCommand({ features: ['echo', 'add'] }), { name: 'notes' })
    const endpoint = await connectScripted(page, 'chat', [{ text: 'One.' }, { text: 'Two.' }])
    const open = chat(page)
    await page.getByTestId('chat-setup').click()
    const sheet = page.getByRole('dialog', { name: 'Settings of this chat' })
    await expect(sheet.getByRole('textbox', { name: 'System prompt' })).toHaveValue(
      /You are an assistant in Gatehouse/,
    )
    await sheet.getByRole('textbox', { name: 'System prompt' }).fill('Answer in one word.')
    await sheet.getByRole('textbox', { name: 'Temperature' }).fill('3')
    await expect(sheet.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await sheet.getByRole('textbox', { name: 'Temperature' }).fill('0.5')
    await sheet.getByRole('textbox', { name: 'Maximum output tokens' }).fill('64')
    await sheet.getByRole('textbox', { name: 'Stop sequences' }).fill('END')
    await sheet.getByText('2 of 2 tools').click()
    await sheet.getByRole('checkbox').last().click()
    await sheet.getByRole('textbox', { name: 'Save as preset' }).fill('Brief')
    await sheet.getByRole('button', { name: 'Save preset' }).click()
    await expect(page.getByText('Preset saved')).toBeVisible()
    await sheet.getByRole('combobox', { name: 'New chats use' }).click()
    await page.getByRole('option', { name: 'The preset “Brief”' }).click()
    expect(await inspect(gatehouse, 'chat-setup')).toEqual([])
    await changeLanguage(page, 'zh-CN')
    expect(await inspect(gatehouse, 'chat-setup-zh')).toEqual([])
    await changeLanguage(page, 'en')
    await sheet.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByTestId('servers-chip')).toContainText('1 of 2 tools')

    const asked = () => endpoint.requests.filter(({ path }) => path.endsWith('/chat/completions'))
    const expected = {
      temperature: 0.5,
      max_tokens: 64,
      stop: ['END'],
      messages: expect.arrayContaining([{ role: 'system', content: 'Answer in one word.' }]),
      tools: [expect.anything()],
    }
    await open.send('How are you?')
    await expect(open.answers).toHaveText(/One\./)
    expect(asked().at(-1)?.body).toMatchObject(expected)
    proves('chat.setup.sent')

    await page.getByRole('button', { name: 'New chat' }).first().click()
    await open.send('And now?')
    await expect(open.answers).toHaveText(/Two\./)
    expect(asked().at(-1)?.body).toMatchObject(expected)
    proves('chat.setup.begin')
  },
)
