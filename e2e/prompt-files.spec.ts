import { startFakeModelEndpoint } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { changeLanguage, inspect } from './support/inspect.ts'
import { connect, KEY } from './support/models/models.ts'

test(
  'a prompt brings its files, and one of them is taken out before sending',
  nightly('chat.own-prompts.inserted', 'chat.own-prompts.with-files', 'chat.own-prompts.attached'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const endpoint = await startFakeModelEndpoint({ key: KEY })
    endpoint.script('scripted', [{ text: 'Understood.' }])
    await connect(page, { api: 'chat', url: endpoint.url, models: ['scripted'] })
    const open = chat(page)
    await open.composer.focus()
    await page.keyboard.type('/')
    await page.getByRole('button', { name: 'Your prompts…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your prompts' })
    await dialog.getByRole('button', { name: 'New prompt' }).click()
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Rules')
    await dialog.getByRole('textbox', { name: /^Text/ }).fill('Follow these rules.')
    await dialog.getByTestId('prompt-file-input').setInputFiles([
      { name: 'rules.txt', mimeType: 'text/plain', buffer: Buffer.from('Be kind to sailors.') },
      { name: 'old.txt', mimeType: 'text/plain', buffer: Buffer.from('Be stern to pirates.') },
    ])
    await expect(dialog.getByText('old.txt')).toBeVisible()
    expect(await inspect(gatehouse, 'prompt-files')).toEqual([])
    await changeLanguage(page, 'zh-CN')
    expect(await inspect(gatehouse, 'prompt-files-zh')).toEqual([])
    await changeLanguage(page, 'en')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('2 files')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    proves('chat.own-prompts.with-files')

    await open.composer.fill('')
    await open.composer.focus()
    await page.keyboard.type('/rules')
    await expect(page.getByRole('option', { name: /^Rules/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(open.composer).toHaveValue('Follow these rules.')
    proves('chat.own-prompts.inserted')
    await expect(page.getByText('rules.txt')).toBeVisible()
    await page.getByRole('button', { name: /^Remove .*old\.txt/ }).click()
    await expect(page.getByText('old.txt')).toHaveCount(0)
    await page.getByTestId('send').click()
    await expect(open.answers.last()).toContainText('Understood.')
    const sent = JSON.stringify(endpoint.requests.at(-1)?.body)
    expect(sent).toContain('Be kind to sailors.')
    expect(sent).not.toContain('pirates')
    proves('chat.own-prompts.attached')
  },
)
