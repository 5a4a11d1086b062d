import { fixtureServerCommand, startNpmRegistry, writeZip } from '@gatehouse/testkit'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestInfo } from '@playwright/test'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { consentWindow, openConsentWindow } from './support/consent.ts'
import { dropFile } from './support/drop.ts'
import { changeLanguage } from './support/inspect.ts'
import { startRegistry } from './support/registry.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { waitForServer } from './support/servers.ts'

/** Presses from what a person has found to a server that runs. */
const MOST_PRESSES = 4
const MOST_OF_A_DROPPED_BUNDLE = 3
const notes = fixtureServerCommand({ features: ['echo'] })
const calm = fixtureServerCommand({ features: ['echo', 'env-dump'] })
const quoted = [notes.command, ...notes.args].map((word) => `'${word}'`).join(' ')

/** Answers the handshake and an empty list of tools. */
const PROGRAM = `#!/usr/bin/env node
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  const results = {
    initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1' } },
    'tools/list': { tools: [] },
  }
  const result = results[method]
  const rest = result ? { result } : { error: { code: -32601, message: 'Unknown method' } }
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...rest }))
})
`

/** A bundle with that program, and no options. */
const BUNDLE = writeZip([
  {
    name: 'manifest.json',
    data: JSON.stringify({
      manifest_version: '0.3',
      name: 'notes',
      version: '1.0.0',
      description: 'Keeps notes',
      author: { name: 'Ada' },
      server: {
        type: 'node',
        entry_point: 'index.js',
        mcp_config: { command: 'node', args: ['${__dirname}/index.js'] },
      },
    }),
  },
  { name: 'index.js', data: PROGRAM },
])

/** Milliseconds after which a consent that asks for more than its button is longer than its window. */
const READY_MS = 4000

/** Reads each consent to its end, which is one press where it is longer than its window, and agrees by another. */
async function pressesOfConsent(page: Page): Promise<number> {
  let presses = 0
  for (let window: Page | undefined = await consentWindow(page); window;) {
    const shown = window
    const ready = shown.locator('[data-consent="ready"]')
    const isLong = await ready.waitFor({ timeout: READY_MS }).then(
      () => false,
      () => true,
    )
    if (isLong) {
      const box = shown.getByRole('main')
      const heights = await box.evaluate((main) => [main.scrollHeight, main.clientHeight])
      test
        .info()
        .annotations.push({ type: 'longer than its window', description: heights.join(' > ') })
      await box.press('End')
    }
    await expect(ready).toBeVisible()
    await takePicture(shown, `presses-${test.info().line}-${presses}`)
    const agree = shown.getByRole('contentinfo').getByRole('button').last()
    // Main counts no press before the window has been in front for a moment.
    await expect(async () => {
      if (!shown.isClosed()) await agree.click({ timeout: 2000 }).catch(() => undefined)
      expect(shown.isClosed()).toBe(true)
    }).toPass({ timeout: 20_000 })
    presses += isLong ? 2 : 1
    const isOver = async () =>
      openConsentWindow(page) !== undefined || (await request(page, 'server.list', {})).length > 0
    await expect.poll(isOver, { timeout: 60_000 }).toBe(true)
    window = openConsentWindow(page)
  }
  return presses
}

async function allRun(page: Page, names: readonly string[]): Promise<void> {
  await expect
    .poll(async () => (await request(page, 'server.list', {})).map(({ config }) => config.name))
    .toEqual(names)
  for (const { config } of await request(page, 'server.list', {}))
    await waitForServer(page, config.id, 'ready')
}

/** A home whose npm installs from a registry on this computer. */
async function homeWithNpm(testInfo: TestInfo, name: string) {
  const home = scratch(testInfo)
  const registry = await startNpmRegistry({
    name,
    version: '1.0.0',
    manifest: { bin: 'cli.js' },
    files: { 'cli.js': PROGRAM },
    publishedAt: '2026-01-01T00:00:00Z',
  })
  writeFileSync(join(home, '.npmrc'), `registry=${registry.url}\ncache=${join(home, 'cache')}\n`)
  return { env: { HOME: home, XDG_CONFIG_HOME: undefined }, close: () => registry.close() }
}

/** Opens the servers, where what is pasted or dropped counts once they are drawn. */
async function openServers(page: Page): Promise<void> {
  await page.keyboard.press('Control+2')
  await expect(page.getByRole('searchbox')).toBeVisible()
}

async function paste({ app, page }: Pick<Gatehouse, 'app' | 'page'>, text: string): Promise<void> {
  await app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text)
  await page.keyboard.press('Control+V')
}

for (const language of ['en', 'zh-CN'] as const) {
  test(
    `a command line is a server that runs after four presses (${language})`,
    nightly('server.presses.command'),
    async ({ gatehouse }) => {
      const { app, page } = gatehouse
      await changeLanguage(page, language)
      await openServers(page)
      await paste({ app, page }, `claude mcp add notes -- ${quoted}`)
      await expect(page.getByRole('dialog').getByRole('listitem', { name: 'notes' })).toBeVisible()
      await page.keyboard.press('Control+Enter')
      expect(2 + (await pressesOfConsent(page))).toBeLessThanOrEqual(MOST_PRESSES)
      await allRun(page, ['notes'])
      proves('server.presses.command')
    },
  )

  test(
    `JSON of a README with a package of npm is a server that runs after four presses (${language})`,
    nightly('server.presses.json'),
    async ({ launch }, testInfo) => {
      const npm = await homeWithNpm(testInfo, '@ada/notes-mcp')
      const { app, page } = await launch({ env: npm.env })
      await changeLanguage(page, language)
      await openServers(page)
      const config = { mcpServers: { notes: { command: 'npx', args: ['-y', '@ada/notes-mcp'] } } }
      await paste({ app, page }, JSON.stringify(config, null, 2))
      const card = page.getByRole('dialog').getByRole('listitem', { name: 'notes' })
      await expect(card.getByRole('radio').first()).toBeVisible()
      await page.keyboard.press('Control+Enter')
      expect(2 + (await pressesOfConsent(page))).toBeLessThanOrEqual(MOST_PRESSES)
      await allRun(page, ['notes'])
      proves('server.presses.json')
      await npm.close()
    },
  )

  test(
    `a server of the list to begin with runs after four presses (${language})`,
    nightly('server.presses.catalogue'),
    async ({ launch }, testInfo) => {
      const npm = await homeWithNpm(testInfo, '@modelcontextprotocol/server-sequential-thinking')
      const { page } = await launch({ env: npm.env })
      await changeLanguage(page, language)
      await openServers(page)
      await page
        .getByRole('button', { name: language === 'en' ? 'Add a server' : '添加服务器' })
        .first()
        .click()
      const sheet = page.getByRole('dialog')
      // It leaves nothing to fill in: what would run is shown at once.
      await sheet.getByRole('button', { name: /Thinking|思考/ }).click()
      expect(2 + (await pressesOfConsent(page))).toBeLessThanOrEqual(MOST_PRESSES)
      await allRun(page, ['thinking'])
      proves('server.presses.catalogue')
      await npm.close()
    },
  )

  test(
    `a bundle that a registry names is downloaded and runs after four presses and the search (${language})`,
    nightly('server.presses.catalogue', 'server.catalogue.bundle'),
    async ({ launch }) => {
      const registry = await startRegistry({ bundle: BUNDLE })
      const { page } = await launch({ env: { GATEHOUSE_REGISTRY: registry.url } })
      await changeLanguage(page, language)
      await openServers(page)
      await page
        .getByRole('button', { name: language === 'en' ? 'Add a server' : '添加服务器' })
        .first()
        .click()
      const sheet = page.getByRole('dialog')
      const field = sheet.getByRole('textbox', { name: /Search the registry|在注册表中搜索/ })
      await field.fill('notes')
      await field.press('Enter')
      // It leaves nothing to fill in: its consent opens once it is here, and names where it came from.
      await sheet.getByRole('button', { name: /io.github.ada\/notes/ }).click()
      const consent = await consentWindow(page)
      await expect(consent.getByRole('main')).toContainText(registry.bundleHost)
      expect(2 + (await pressesOfConsent(page))).toBeLessThanOrEqual(MOST_PRESSES)
      await allRun(page, ['notes'])
      expect(registry.bundles()).toBe(1)
      expect(await request(page, 'ask.history', { limit: 9 })).toContainEqual(
        expect.objectContaining({ kind: 'bundle-download', subject: registry.bundleUrl }),
      )
      proves('server.presses.catalogue')
      proves('server.catalogue.bundle')
      await registry.close()
    },
  )

  test(
    `a bundle is dropped on the page of servers and runs after three presses (${language})`,
    nightly('server.presses.bundle'),
    async ({ gatehouse }, testInfo) => {
      const { page } = gatehouse
      await changeLanguage(page, language)
      const file = join(scratch(testInfo), 'notes.mcpb')
      writeFileSync(file, BUNDLE)
      await openServers(page)
      await dropFile(page, page.getByRole('main'), file)
      expect(1 + (await pressesOfConsent(page))).toBeLessThanOrEqual(MOST_OF_A_DROPPED_BUNDLE)
      await allRun(page, ['notes'])
      proves('server.presses.bundle')
    },
  )

  test(
    `all servers of another program run after four presses (${language})`,
    nightly('server.presses.import'),
    async ({ launch }, testInfo) => {
      const home = scratch(testInfo)
      const folder = join(home, '.config/Claude')
      mkdirSync(folder, { recursive: true })
      const config = { mcpServers: { notes, calm } }
      writeFileSync(join(folder, 'claude_desktop_config.json'), JSON.stringify(config))
      const { page } = await launch({ env: { HOME: home, XDG_CONFIG_HOME: undefined } })
      await changeLanguage(page, language)
      const card = page.getByRole('article').filter({ hasText: 'Claude Desktop' })
      await card.getByRole('button').first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('listitem', { name: 'calm' })).toBeVisible()
      await page.keyboard.press('Control+Enter')
      expect(2 + (await pressesOfConsent(page))).toBeLessThanOrEqual(MOST_PRESSES)
      await allRun(page, ['notes', 'calm'])
      proves('server.presses.import')
    },
  )
}
