import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createPrivateAuthority,
  startConnectProxy,
  startFakeModelEndpoint,
  startTlsProxy,
} from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { allow, consentText, consentWindow } from './support/consent.ts'
import { modelDialog } from './support/models/model-dialog.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'

test(
  'a proxy and an authority are entered, consented to and tested, and a model answers by them',
  nightly('network.authorities.form', 'network.proxy.form'),
  async ({ gatehouse }, testInfo) => {
    const { page, app } = gatehouse
    const password = `pass-${crypto.randomUUID()}`
    const authority = await createPrivateAuthority()
    const endpoint = await startFakeModelEndpoint({})
    const front = await startTlsProxy(endpoint.url, authority)
    const proxy = await startConnectProxy({
      credentials: `ada:${password}`,
      names: { 'mcp.test:443': `127.0.0.1:${front.port}` },
    })
    const file = join(scratch(testInfo), 'company.pem')
    writeFileSync(file, authority.ca)
    try {
      await app.evaluate(({ dialog }, path) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
      }, file)
      await page.keyboard.press('Control+,')
      await page.locator('[data-list-row]').filter({ hasText: 'Network' }).click()
      await page.getByRole('radio', { name: 'Custom proxy' }).check()
      const url = page.getByRole('textbox', { name: 'Proxy URL' })
      await url.fill('no address')
      const save = page.getByRole('button', { name: 'Save', exact: true })
      await save.click()
      await expect(page.getByText('Enter the URL of an HTTP proxy')).toBeVisible()
      await url.fill(proxy.url)
      await page.getByRole('textbox', { name: 'User name' }).fill('ada')
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Choose file…' }).click()
      await expect(page.getByText('CN=Gatehouse test authority')).toBeVisible()
      await save.click()
      const consent = await consentWindow(page)
      const asked = consentText(consent)
      await expect(asked).toContainText(new URL(proxy.url).host)
      await expect(asked).toContainText('User name: ada')
      await expect(asked).toContainText('CN=Gatehouse test authority')
      await expect(asked).not.toContainText(password)
      await takePicture(consent, 'consent-network')
      await allow(page)
      await expect(page.getByText('Network settings saved')).toBeVisible()

      const address = page.getByRole('textbox', { name: 'Address to test' })
      await address.fill('https://mcp.test/v1/models')
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await expect(page.getByRole('status').filter({ hasText: 'mcp.test' })).toContainText(
        `mcp.test responded through the proxy ${new URL(proxy.url).host}`,
      )
      await takePicture(page, 'settings-network')
      const settings = await request(page, 'app.settings', {})
      expect(JSON.stringify(settings)).not.toContain(password)
      proves('network.authorities.form')

      await page.keyboard.press('Control+1')
      const { dialog, ...steps } = modelDialog(page)
      await steps.open()
      const picker = dialog.getByRole('combobox', { name: 'Provider' })
      await picker.fill('月之暗面')
      await takePicture(page, 'connect-model-search')
      await picker.press('Enter')
      await expect(dialog).toContainText('Not tried.')
      await steps.choose('Other (OpenAI-compatible)')
      await dialog.getByRole('textbox', { name: 'URL' }).fill('https://mcp.test/v1')
      await steps.connect()
      await chat(page).send('Say it back')
      await expect(chat(page).answers).toContainText('Say it back')
      expect(new Set(proxy.asked)).toEqual(new Set(['mcp.test:443']))
      proves('network.proxy.form')
    } finally {
      await proxy.close()
      await front.close()
      await endpoint.close()
    }
  },
)
