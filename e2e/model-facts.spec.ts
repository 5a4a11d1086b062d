import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { inspect } from './support/inspect.ts'
import { connect, KEY } from './support/models/models.ts'
import { takePicture } from './support/results.ts'
import { startFakeModelEndpoint } from '@gatehouse/testkit'

/** A model of whose name a text model without pictures is known, and of which its list says nothing. */
const MODEL = 'qwen3:8b'
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
)

test(
  'what is assumed of a model is shown, and what the person says of it counts',
  nightly(
    'model.known.assumed',
    'model.known.meter',
    'model.known.picker',
    'model.known.cost',
    'model.known.overridden',
  ),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const endpoint = await startFakeModelEndpoint({ key: KEY })
    const usage = { inputTokens: 1000, outputTokens: 500 }
    endpoint.script(MODEL, [
      { text: 'One.', usage },
      { text: 'Two.', usage },
    ])
    await connect(page, { api: 'chat', url: endpoint.url, models: [MODEL] })
    const open = chat(page)
    await page
      .getByTestId('file-input')
      .setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: PICTURE })
    const note = page.getByRole('status').filter({ hasText: 'is assumed not to support' })
    await expect(note).toContainText(MODEL)
    await open.send('First')
    await expect(open.answers.last()).toContainText('One.')
    // Tokens alone: of how many, nobody says.
    await expect(page.getByTestId('context-meter')).toContainText(/\d/)
    await expect(page.getByTestId('context-meter')).not.toContainText('%')

    await page.keyboard.press('Control+,')
    await page.locator('[data-list-row]').filter({ hasText: 'Models' }).click()
    await page.getByText('1 model', { exact: true }).click()
    const row = page.getByRole('listitem').filter({ hasText: MODEL }).last()
    await expect(row).toContainText('Assumed:')
    await expect(row).toContainText('tools')
    proves('model.known.assumed')
    const edit = row.getByRole('button', { name: `Edit details of ${MODEL}` })
    await edit.click()
    const dialog = page.getByRole('dialog', { name: `Edit ${MODEL}` })
    const save = dialog.getByRole('button', { name: 'Save', exact: true })
    await dialog.getByRole('textbox', { name: 'Context size (tokens)' }).fill('12')
    await dialog.getByRole('textbox', { name: 'Input, US$' }).fill('1000')
    await save.click()
    await expect(dialog).toContainText('Enter a whole number from 256')
    await expect(dialog).toContainText('Enter both prices')
    await dialog.getByRole('textbox', { name: 'Context size (tokens)' }).fill('1,600')
    await dialog.getByRole('textbox', { name: 'Output, US$' }).fill('2000')
    await dialog.getByRole('combobox', { name: 'Images' }).click()
    await page.getByRole('option', { name: 'Yes', exact: true }).click()
    expect(await inspect(gatehouse, 'model-override')).toEqual([])
    await save.click()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText('Set by you:')
    await expect(row).toContainText('1,600 tokens of context')
    expect(await inspect(gatehouse, 'settings-models-known')).toEqual([])

    await page.keyboard.press('Control+1')
    await expect(page.getByTestId('context-meter')).toContainText(/\d%/)
    proves('model.known.meter')
    await page.getByTestId('model-picker').click()
    const choice = page.getByRole('menuitemcheckbox', { name: MODEL })
    await expect(choice).toHaveAccessibleName(/supports images/)
    await expect(choice).toHaveAccessibleName(/1\.6K tokens of context/)
    await expect(choice).toHaveAccessibleName(/\$1,000 in, \$2,000 out per million tokens/)
    await takePicture(page, 'model-picker-facts')
    proves('model.known.picker')
    await page.keyboard.press('Escape')

    await page.getByTestId('chat-setup').click()
    const sheet = page.getByRole('dialog', { name: 'Settings of this chat' })
    await sheet.getByRole('textbox', { name: 'Cost limit' }).fill('1')
    await sheet.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(sheet).toBeHidden()
    await open.send('Second')
    await expect(open.answers.last()).toContainText('Two.')
    await open.send('Third')
    await expect(page.getByTestId('turn-footer').last()).toContainText('reached its cost limit')
    proves('model.known.cost')

    await page.keyboard.press('Control+,')
    await page.getByText('1 model', { exact: true }).click()
    await edit.click()
    await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
    await expect(row).not.toContainText('Set by you:')
    proves('model.known.overridden')
  },
)

test(
  'a change that a refusal taught is listed, and a press forgets it',
  nightly('model.learned.forgotten'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const endpoint = await startFakeModelEndpoint({ key: KEY })
    const refusal = JSON.stringify({
      error: { message: "Unsupported parameter: 'stream_options'" },
    })
    endpoint.script('odd', ({ body }) =>
      'stream_options' in body
        ? { fault: { kind: 'status', status: 400, body: refusal } }
        : { text: 'Taken.' },
    )
    await connect(page, { api: 'chat', url: endpoint.url, models: ['odd'] })
    const open = chat(page)
    const posts = () => endpoint.requests.filter(({ method }) => method === 'POST').length
    await open.send('First')
    await expect(open.answers.last()).toContainText('Taken.')
    expect(posts()).toBe(2)

    await page.keyboard.press('Control+,')
    await page.locator('[data-list-row]').filter({ hasText: 'Models' }).click()
    await page.getByText('1 model', { exact: true }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'odd' }).last()
    await expect(row).toContainText('1 change learned')
    await row.getByRole('button', { name: 'Edit details of odd' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit odd' })
    await expect(dialog).toContainText('Requests have no field stream_options.')
    expect(await inspect(gatehouse, 'model-learned')).toEqual([])
    await dialog.getByRole('button', { name: /^Forget/ }).click()
    await expect(dialog).not.toContainText('Learned from refusals')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(row).not.toContainText('change learned')

    await page.keyboard.press('Control+1')
    await open.send('Second')
    await expect.poll(posts).toBe(4)
    proves('model.learned.forgotten')
    await endpoint.close()
  },
)
