import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createPrivateAuthority,
  startConnectProxy,
  startFixtureHttpServer,
  startHandwrittenServer,
  startTlsProxy,
} from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { consentText } from './support/consent.ts'
import { keychainEntries } from './support/keychain.ts'
import { request } from './support/routes.ts'
import { filesWith, scratch } from './support/scratch.ts'
import { serverDialog } from './support/server-dialog.ts'
import { addServer, openServer, openServerTab, waitForServer } from './support/servers.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

test(
  'the proxy, its password and the authority are used, and the password is not shown',
  nightly(
    'server.connection.reviewed',
    'server.connection.password',
    'server.connection.kept',
    'server.connection.used',
  ),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const password = `pass-${crypto.randomUUID()}`
    const authority = await createPrivateAuthority()
    const server = await startFixtureHttpServer({ era: 'dual', features: ['echo'] })
    const front = await startTlsProxy(server.url, authority)
    const proxy = await startConnectProxy({
      credentials: `ada:${password}`,
      names: { 'mcp.test:443': `127.0.0.1:${front.port}` },
    })
    const caFile = join(scratch(testInfo), 'company.pem')
    writeFileSync(caFile, authority.ca)
    try {
      await page.keyboard.press('Control+2')
      await page.getByRole('button', { name: 'Add a server' }).first().click()
      const dialog = serverDialog(page)
      const { sheet } = dialog
      await dialog.fillUrl({ name: 'far', url: 'https://mcp.test/mcp' })
      await sheet.locator('summary', { hasText: /^Advanced$/ }).click()
      await sheet.getByRole('combobox', { name: 'Protocol' }).click()
      await page.getByRole('option', { name: 'Only 2025-06-18' }).click()
      await sheet.getByRole('radio', { name: 'Custom proxy' }).check()
      await sheet.getByRole('textbox', { name: 'Proxy URL' }).fill('proxy without scheme')
      await sheet.getByRole('button', { name: 'Review what will run' }).click()
      await expect(sheet).toContainText('Enter the URL of an HTTP proxy')
      await sheet.getByRole('textbox', { name: 'Proxy URL' }).fill(proxy.url)
      await sheet.getByRole('textbox', { name: 'User name' }).fill('ada')
      await sheet.getByLabel('Password').fill(password)
      await sheet.getByRole('textbox', { name: 'Additional certificate authorities' }).fill(caFile)
      const shown = consentText(await dialog.review())
      for (const words of ['Only 2025-06-18', proxy.url, 'ada', caFile])
        await expect(shown).toContainText(words)
      await expect(shown).not.toContainText(password)
      proves('server.connection.reviewed')
      expect(proxy.asked).toEqual([])
      await dialog.addAndStart()
      await expect(page.getByText(/^Ready · /)).toBeVisible()
      const overview = page.getByRole('region', { name: 'Overview' })
      for (const words of ['2025-06-18 · legacy protocol', 'Streamable HTTP', proxy.url, caFile])
        await expect(overview).toContainText(words)
      expect(proxy.asked).toContain('mcp.test:443')
      proves('server.connection.used')
      expect(keychainEntries().map((entry) => entry.password)).toContain(password)
      expect(filesWith(gatehouse.userData, password)).toEqual([])

      // The kept password is used after a restart, and never comes back to the window.
      await gatehouse.quit()
      await gatehouse.restart()
      const [saved] = await request(gatehouse.page, 'server.list', {})
      await waitForServer(gatehouse.page, saved?.config.id ?? '', 'ready')
      proves('server.connection.kept')
      await openServer(gatehouse.page, 'far')
      await openServerTab(gatehouse.page, 'Settings')
      await gatehouse.page.locator('summary', { hasText: /^Advanced$/ }).click()
      await expect(gatehouse.page.getByLabel('Password')).toHaveAttribute(
        'placeholder',
        'Saved. Type to replace it.',
      )
      proves('server.connection.password')
    } finally {
      await proxy.close()
      await front.close()
      await server.close()
    }
  },
)

test(
  'a server over HTTP+SSE is found, and not asked again what it speaks',
  nightly('server.old-transport.found', 'server.old-transport.remembered'),
  async ({ gatehouse }) => {
    const server = await startHandwrittenServer({
      transport: 'sse',
      era: 'legacy',
      revision: '2024-11-05',
    })
    try {
      const view = await addServer(gatehouse.page, { url: server.url }, { name: 'old' })
      await openServer(gatehouse.page, 'old')
      await expect(gatehouse.page.getByText('HTTP+SSE (2024-11-05)')).toBeVisible()
      proves('server.old-transport.found')
      expect(server.requests.filter(({ method }) => method === 'POST').length).toBeGreaterThan(1)
      const streams = () => server.requests.filter(({ method }) => method === 'GET').length
      const questions = () =>
        server.requests.filter(({ message }) => message['method'] === 'server/discover').length
      const [opened, asked] = [streams(), questions()]
      expect(asked).toBeGreaterThan(0)
      await gatehouse.page.getByRole('button', { name: 'Restart', exact: true }).click()
      await expect.poll(streams).toBe(opened + 1)
      await waitForServer(gatehouse.page, view.config.id, 'ready')
      expect(questions()).toBe(asked)
      proves('server.old-transport.remembered')
    } finally {
      await server.close()
    }
  },
)
