import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { consentText, consentWindow } from './support/consent.ts'
import { startRegistry } from './support/registry.ts'
import { request } from './support/routes.ts'

test(
  'a server of the registry is found by a press, read in consent, and found again without the network',
  nightly('server.catalogue.press', 'server.catalogue.consent', 'server.catalogue.copy'),
  async ({ launch }) => {
    const registry = await startRegistry()
    const { page } = await launch({ env: { GATEHOUSE_REGISTRY: registry.url } })
    await page.keyboard.press('Control+2')
    await page.getByRole('button', { name: 'Add a server' }).first().click()
    const sheet = page.getByRole('dialog', { name: 'Add a server' })
    const field = sheet.getByRole('textbox', { name: 'Search the registry' })
    await field.fill('notes')
    await expect(sheet).toContainText(`What you type goes to ${new URL(registry.url).host}`)
    expect(registry.searches).toEqual([])
    await field.press('Enter')
    const found = sheet.getByRole('button', { name: /io.github.ada\/notes/ })
    // Another registry than the public one vouches for nobody.
    await expect(found).toContainText('Publisher not proved')
    expect(registry.searches).toEqual(['notes'])
    const [searched] = await request(page, 'ask.history', { limit: 1 })
    expect(searched).toMatchObject({ kind: 'registry-search', subject: 'notes' })
    proves('server.catalogue.press')

    await registry.close()
    await field.press('Enter')
    await expect(sheet).toContainText('These are from your earlier searches')
    proves('server.catalogue.copy')

    await found.press('Enter')
    await sheet.getByRole('textbox', { name: 'notes_dir' }).fill('/tmp/my notes')
    await sheet.getByRole('radio', { name: 'Run with npx each time' }).click()
    await page.keyboard.press('Control+Enter')
    const window = await consentWindow(page)
    await expect(consentText(window)).toContainText('@ada/notes@1.4.0')
    await expect(consentText(window)).toContainText('/tmp/my notes')
    expect(await request(page, 'server.list', {})).toEqual([])
    proves('server.catalogue.consent')
  },
)
