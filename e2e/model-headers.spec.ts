import { startFakeModelEndpoint } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { allow, consentText, consentWindow } from './support/consent.ts'
import { inspect } from './support/inspect.ts'
import { modelDialog } from './support/models/model-dialog.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'

const VALUE = 'gw-0123456789-of-the-team'

test(
  'a header is entered with an address, consented to by its name, and kept when the field is empty',
  nightly('model.headers.form'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const endpoint = await startFakeModelEndpoint({})
    const { dialog, ...steps } = modelDialog(page)
    await steps.open()
    await steps.choose('Other (OpenAI-compatible)')
    await dialog.getByRole('textbox', { name: 'URL' }).fill(`${endpoint.url}/v1`)
    await dialog.getByRole('button', { name: 'Add header' }).click()
    const name = dialog.getByRole('textbox', { name: 'Name of header 1' })
    const value = dialog.getByLabel('Value of header 1')
    await name.fill('Cookie')
    await value.fill(VALUE)
    await steps.test()
    await expect(dialog).toContainText('This header is set automatically and cannot be changed.')
    expect(endpoint.requests).toEqual([])
    await name.fill('X-Gateway-Auth')
    await expect(value).toHaveAttribute('type', 'password')
    expect(await inspect(gatehouse, 'provider-headers')).toEqual([])
    await steps.test()
    const consent = await consentWindow(page)
    const asked = consentText(consent)
    await expect(asked).toContainText('The header X-Gateway-Auth, whose value you entered')
    await expect(asked).not.toContainText(VALUE)
    await takePicture(consent, 'consent-headers')
    await allow(page)
    await expect(dialog.getByRole('status').filter({ hasText: 'Connection works' })).toBeVisible()
    await steps.connect({ allowed: true })
    await chat(page).send('Say it back')
    await expect(chat(page).answers).toContainText('Say it back')
    const sent = () =>
      endpoint.requests
        .filter(({ path }) => path.startsWith('/v1/'))
        .map(({ path, headers }) => [path, headers['x-gateway-auth']])
    expect(sent()).toContainEqual(['/v1/chat/completions', VALUE])
    expect(new Set(sent().map(([, header]) => header))).toEqual(new Set([VALUE]))

    const [provider] = await request(page, 'provider.list', {})
    expect(JSON.stringify(provider)).not.toContain(VALUE)
    await page.keyboard.press('Control+,')
    await page.locator('[data-list-row]').filter({ hasText: 'Models' }).click()
    await page.getByRole('button', { name: `More actions for ${provider?.name ?? ''}` }).click()
    await page.getByRole('menuitem', { name: 'Change key or URL…' }).click()
    const edit = page.getByRole('dialog', { name: `Edit ${provider?.name ?? ''}` })
    await expect(edit.getByLabel('Value of header 1')).toHaveValue('')
    await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('Gateway')
    await edit.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(edit).toBeHidden()
    const before = sent().length
    await page.getByRole('button', { name: 'Reload the models of Gateway' }).click()
    await expect.poll(() => sent().length).toBeGreaterThan(before)
    expect(sent().at(-1)).toEqual(['/v1/models', VALUE])
    proves('model.headers.form')
  },
)
