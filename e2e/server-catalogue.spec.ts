import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { consentText, consentWindow } from './support/consent.ts'
import { request } from './support/routes.ts'

/** A registry with one server, which starts from npm with a folder that the person names. */
async function startRegistry() {
  const searches: string[] = []
  const server = createServer(({ url }, response) => {
    searches.push(new URL(url ?? '', 'http://registry').searchParams.get('search') ?? '')
    const notes = {
      name: 'io.github.ada/notes',
      description: 'Keeps notes',
      version: '1.4.0',
      packages: [
        {
          registryType: 'npm',
          identifier: '@ada/notes',
          version: '1.4.0',
          packageArguments: [{ type: 'positional', valueHint: 'notes_dir', isRequired: true }],
        },
      ],
    }
    const official = { status: 'active', publishedAt: '2026-10-04T00:00:00Z' }
    const _meta = { 'io.modelcontextprotocol.registry/official': official }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ servers: [{ server: notes, _meta }] }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise((done) => server.close(done))
  }
  return { url: `http://127.0.0.1:${port}`, searches, close }
}

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
