import { startFakeModelEndpoint } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { inspect } from './support/inspect.ts'
import { countKeys, moveTo } from './support/keys.ts'
import { connect, KEY } from './support/models/models.ts'
import { request } from './support/routes.ts'

const TABLE = '| Shop | Sales |\n|---|--:|\n| West Lake | 246.8 |\n| Sky Street | 191.6 |'

test(
  'answers are forked, asked again, copied and prepared by the keyboard, in few keys',
  nightly('chat.keys.fork', 'chat.keys.again', 'chat.keys.table', 'chat.keys.own-prompt'),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    const endpoint = await startFakeModelEndpoint({ key: KEY })
    endpoint.script('scripted', [{ text: TABLE }, { text: TABLE }])
    endpoint.script('other-model', [{ text: 'From the other model.' }, { text: 'Noted.' }])
    await connect(page, { api: 'chat', url: endpoint.url, models: ['scripted', 'other-model'] })
    await request(page, 'own-prompt.save', {
      name: 'Brief',
      text: 'Tell me about {{what}} in one line.',
    })
    const open = chat(page)
    await open.send('How did the shops do?')
    await expect(open.answers.last()).toContainText('Sky Street')
    await expect(open.composer).toBeFocused()
    const keys = await countKeys(page)

    await moveTo(page, page.getByRole('button', { name: 'Copy or save table' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Copy as TSV' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Copied 2 rows')).toBeVisible()
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(
      'Shop\tSales\nWest Lake\t246.8\nSky Street\t191.6\n',
    )
    expect(await keys.since()).toBeLessThanOrEqual(20)
    proves('chat.keys.table')

    await open.composer.focus()
    await moveTo(
      page,
      page.getByRole('button', { name: 'Regenerate with another model' }),
      'Shift+Tab',
    )
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'other-model' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(open.answers.last()).toContainText('From the other model.')
    await expect(page.getByTestId('versions').last()).toHaveText('2 / 2')
    expect(await keys.since()).toBeLessThanOrEqual(15)
    proves('chat.keys.again')

    await open.composer.focus()
    await moveTo(page, page.getByRole('button', { name: 'Fork to a new chat' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Forked to a new chat').first()).toBeVisible()
    expect(await keys.since()).toBeLessThanOrEqual(15)
    proves('chat.keys.fork')

    await open.composer.focus()
    await page.keyboard.type('/brief')
    await expect(page.getByRole('option', { name: /^Brief/ })).toBeVisible()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Variables of Brief' })
    await expect(form.getByRole('textbox', { name: 'what' })).toBeFocused()
    await page.keyboard.type('shops')
    await page.keyboard.press('Enter')
    await expect(open.composer).toHaveValue('Tell me about shops in one line.')
    await expect(open.composer).toBeFocused()
    await expect(page.getByTestId('send')).toBeEnabled()
    expect(await keys.since()).toBe('/brief'.length + 'shops'.length + 2)
    // An Enter right after the one that filled the composer is taken for its second press.
    await expect(async () => {
      await page.keyboard.press('Enter')
      await expect(open.composer).toHaveValue('', { timeout: 500 })
    }).toPass()
    await expect(open.answers.last()).toContainText('Noted.')
    proves('chat.keys.own-prompt')

    await request(page, 'app.change-settings', { fontSize: 'larger' })
    await expect(page.locator('html')).toHaveAttribute('data-font-size', 'larger')
    expect(await inspect(gatehouse, 'large-text')).toEqual([])
    await request(page, 'app.change-settings', { fontSize: 'normal', density: 'compact' })
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
    expect(await inspect(gatehouse, 'compact')).toEqual([])
  },
)
