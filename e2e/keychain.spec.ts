import {
  fixtureServerCommand,
  startFakeModelEndpoint,
  startKeyring,
  type Keyring,
} from '@gatehouse/testkit'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { consenting } from './support/consent.ts'
import { inspect, resize, settle } from './support/inspect.ts'
import { keychainEntries, loseEntry } from './support/keychain.ts'
import { findLayoutFaults } from './support/screens/layout.ts'
import { connect, KEY } from './support/models/models.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { openServer, waitForServer } from './support/servers.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

test.use({ ownApp: true })

/** A keychain of this test alone, so that it can be compared whole. */
let ring: Keyring
let env: Record<string, string>
test.beforeEach(async () => {
  ring = await startKeyring()
  env = { DBUS_SESSION_BUS_ADDRESS: ring.env['DBUS_SESSION_BUS_ADDRESS'] ?? '' }
})
test.afterEach(() => ring.stop())

/** Of a program in the same session as the app. */
const session = (): NodeJS.ProcessEnv => ({ ...process.env, ...env })

type Draft = Parameters<typeof request<'server.propose'>>[2]

async function propose(page: Page, draft: Draft): Promise<string> {
  const proposal = await consenting(page, request(page, 'server.propose', draft))
  if (proposal.outcome !== 'saved') throw new Error(`${draft.name} was not saved.`)
  return proposal.server.config.id
}

const near = (name: string, secret: string | null, id?: string): Draft => ({
  ...(id === undefined ? {} : { id }),
  name,
  transport: {
    kind: 'stdio',
    ...fixtureServerCommand({ features: ['echo'] }),
    env: [{ name: 'NOTES_TOKEN', value: secret, secret: true }],
  },
  start: 'demand',
})

const far = (origin: string, secret: string | null, id?: string): Draft => ({
  ...(id === undefined ? {} : { id }),
  name: 'tickets',
  transport: {
    kind: 'http',
    url: `${origin}/mcp`,
    headers: [{ name: 'Authorization', value: secret, secret: true }],
  },
  network: { proxy: { url: `${origin}:3128`, user: 'ada', password: secret } },
  start: 'demand',
})

/** Without the key that signs the record, which stays there. */
const entriesOfPerson = () =>
  keychainEntries(session()).filter(({ account }) => !account.startsWith('audit-key/'))

/** Secrets in the keychain; what Gatehouse notes about them is none. */
function inKeychain(): Map<string, string> {
  const entries = entriesOfPerson().filter(({ account }) => !account.startsWith('kept-secrets/'))
  return new Map(entries.map(({ account, password }) => [account, password]))
}

/** The list says just what is there. Resolves with the values that are. */
async function expectListed(page: Page): Promise<string[]> {
  const groups = await request(page, 'secret.list', {})
  const listed = groups.flatMap(({ secrets }) => secrets).filter(({ state }) => state === 'kept')
  const kept = inKeychain()
  expect(listed.map(({ ref }) => ref).toSorted()).toEqual([...kept.keys()].toSorted())
  const sent = JSON.stringify(groups)
  for (const value of kept.values()) expect(sent).not.toContain(value)
  return [...kept.values()].toSorted()
}

async function importServer(page: Page, secret: string): Promise<string> {
  const { id } = await request(page, 'import.open', {})
  const imported = {
    ...fixtureServerCommand({ features: ['echo'] }),
    env: { IMPORTED_TOKEN: secret },
  }
  const text = JSON.stringify({ mcpServers: { imported } })
  const { files } = await request(page, 'import.read-text', { id, text })
  const serverId = files.at(-1)?.servers[0]?.id ?? ''
  const choices = [{ serverId, name: 'imported', secrets: ['IMPORTED_TOKEN'], hostVariables: [] }]
  await consenting(page, request(page, 'import.propose', { id, choices, answers: [] }))
  return id
}

async function addModel(page: Page): Promise<void> {
  const endpoint = await startFakeModelEndpoint({ key: KEY })
  // It looks for the model in the composer.
  await page.keyboard.press('Control+1')
  await connect(page, { api: 'chat', url: endpoint.url, models: ['echo'] })
}

/** Opens it anew: what other programs did to the keychain is looked at then. */
async function openKeychainPage(page: Page) {
  await page.keyboard.press('Control+1')
  await page.keyboard.press('Control+5')
  await page.locator('[data-section-list] [data-list-row]', { hasText: /Keychain|钥匙串/ }).click()
  return page.getByRole('main')
}

/** Its record is gone with everything else that was on disk. */
function loseDatabase({ userData }: Gatehouse): void {
  for (const name of readdirSync(userData))
    if (name.startsWith('gatehouse.db')) rmSync(join(userData, name), { recursive: true })
}

test(
  'the list is what the keychain has, whatever is done with servers and models',
  nightly('vault.page.exactly'),
  async ({ launch }) => {
    const gatehouse = await launch({ env })
    const { page } = gatehouse
    expect(await expectListed(page)).toEqual([])
    const notes = await propose(page, near('notes', 'sk-one'))
    const tickets = await propose(page, far('https://old.example', 'sk-old'))
    await addModel(page)
    expect(await expectListed(page)).toEqual([KEY, 'sk-old', 'sk-old', 'sk-one'])
    const undo = await importServer(page, 'sk-imported')
    expect(await expectListed(page)).toContain('sk-imported')
    await request(page, 'import.undo', { id: undo })
    expect(await expectListed(page)).not.toContain('sk-imported')
    await importServer(page, 'sk-again')
    await propose(page, near('renamed', null, notes))
    await propose(page, far('https://new.example', 'sk-new', tickets))
    expect(await expectListed(page)).toEqual(['sk-again', KEY, 'sk-new', 'sk-new', 'sk-one'])
    await request(page, 'server.remove', { id: notes })
    expect(await expectListed(page)).toEqual(['sk-again', KEY, 'sk-new', 'sk-new'])
    await gatehouse.kill9()
    await gatehouse.restart()
    const next = gatehouse.page
    expect(await expectListed(next)).toEqual(['sk-again', KEY, 'sk-new', 'sk-new'])
    const groups = await request(next, 'secret.list', {})
    const refs = groups.flatMap(({ secrets }) => secrets.map(({ ref }) => ref))
    await request(next, 'secret.forget', { refs })
    expect(await expectListed(next)).toEqual([])
    for (const { config } of await request(next, 'server.list', {}))
      await request(next, 'server.remove', { id: config.id })
    for (const { id } of await request(next, 'provider.list', {}))
      await request(next, 'provider.remove', { id })
    expect(await request(next, 'secret.list', {})).toEqual([])
    expect(entriesOfPerson()).toEqual([])
    proves('vault.page.exactly')
  },
)

test(
  'a secret is deleted once it was shown what stops working, and is then asked for again',
  nightly('vault.page.deleted', 'vault.page.needed'),
  async ({ launch }) => {
    const gatehouse = await launch({ env })
    const { page } = gatehouse
    const id = await propose(page, near('notes', 'sk-one'))
    await request(page, 'server.start', { id })
    await waitForServer(page, id, 'ready')
    await addModel(page)
    const main = await openKeychainPage(page)
    const row = main.getByRole('listitem').filter({ hasText: 'Environment variable NOTES_TOKEN' })
    await expect(row).toContainText('In the keychain')
    await expect(row).toContainText('Entered')
    await expect(main).not.toContainText('sk-one')
    await row.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Delete “Environment variable NOTES_TOKEN” of notes?')
    await expect(question).toContainText('notes will not start again until you enter')
    await expect(question).toContainText('notes will keep using the old secrets until restarted')
    expect(await findViolations(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect([...inKeychain().values()]).toContain('sk-one')
    await row.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question).toBeHidden()
    await expect(row).toContainText('You deleted it')
    expect([...inKeychain().values()]).toEqual([KEY])
    proves('vault.page.deleted')

    expect((await waitForServer(page, id, 'ready')).config.name).toBe('notes')
    await openServer(page, 'notes')
    await expect(page.getByRole('main')).toContainText(
      'Not in the keychain: Environment variable NOTES_TOKEN',
    )
    await request(page, 'server.restart', { id })
    await waitForServer(page, id, 'failed')
    await expect(page.getByRole('main')).toContainText('a secret it needs is missing')
    await openKeychainPage(page)
    await row.getByRole('button', { name: /Enter/ }).click()
    await expect(page.getByRole('tab', { name: 'Settings', selected: true })).toBeVisible()
    await propose(page, near('notes', 'sk-two', id))
    await openKeychainPage(page)
    await expect(row).toContainText('In the keychain')
    proves('vault.page.needed')
    expect(gatehouse.problems).toEqual([])
  },
)

test(
  'what is lost, left over or locked away is distinguished',
  nightly('vault.page.lost', 'vault.page.locked'),
  async ({ launch }) => {
    const gatehouse = await launch({ env })
    await propose(gatehouse.page, near('notes', 'sk-one'))
    await propose(gatehouse.page, far('https://old.example', 'sk-old'))
    await gatehouse.quit()
    loseDatabase(gatehouse)
    await gatehouse.restart()
    const { page } = gatehouse
    await propose(page, near('fresh', 'sk-two'))
    const [lost = ''] = [...inKeychain()].find(([, value]) => value === 'sk-two') ?? []
    loseEntry(lost, session())
    const main = await openKeychainPage(page)
    const group = (name: string) => main.getByRole('region', { name, exact: true })
    await expect(group('fresh')).toContainText('The keychain no longer has it')
    await expect(group('notes')).toContainText('No longer set up')
    await expect(group('tickets')).toContainText('Header Authorization')
    await group('tickets').getByRole('button', { name: 'Delete all: secrets of tickets' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(group('tickets')).toBeHidden()
    // What the app tries the keychain with may be in it for a moment.
    await expect.poll(() => [...inKeychain().values()]).toEqual(['sk-one'])
    proves('vault.page.lost')

    await propose(page, near('later', 'sk-three'))
    await ring.lock()
    await openKeychainPage(page)
    // Whoever looks finds out; one that does not respond in time is checked again.
    await expect(async () => {
      await request(page, 'app.probe-vault', {})
      await expect(main).toContainText('The keychain is locked.', { timeout: 3000 })
    }).toPass({ timeout: 20_000 })
    await expect(group('later')).toContainText('Keychain locked')
    await expect(group('later').getByRole('button')).toHaveCount(0)
    const refs = (await request(page, 'secret.list', {})).flatMap(({ secrets }) =>
      secrets.map(({ ref }) => ref),
    )
    await expect(request(page, 'secret.forget', { refs })).rejects.toThrow('keychain-locked')
    proves('vault.page.locked')
  },
)

for (const language of ['en', 'zh-CN'] as const) {
  test(
    `the keychain page in ${language} has no axe violation in any state, and nothing cut`,
    nightly('vault.page.accessible'),
    async ({ launch }) => {
      test.setTimeout(300_000)
      const gatehouse = await launch({ env })
      const { page } = gatehouse
      const faults: string[] = []
      const look = async (name: string) => {
        await openKeychainPage(page)
        faults.push(...(await inspect(gatehouse, `${language}/keychain-${name}`)))
        await resize(gatehouse, { width: 640, height: 700 })
        await settle(page)
        faults.push(...(await findLayoutFaults(page)).map((fault) => `${name} at 640: ${fault}`))
        await takePicture(page, `${language}/keychain-${name}-640`)
        await resize(gatehouse, { width: 1280, height: 800 })
      }
      await request(page, 'app.change-settings', { language })
      await look('empty')
      await request(page, 'app.change-settings', { language: 'en' })
      await propose(page, near('notes', 'sk-one'))
      await propose(page, far('https://a-company-with-a-long-name.example', 'sk-old'))
      await propose(page, near('old notes', 'sk-left'))
      await addModel(page)
      await request(page, 'app.change-settings', { language })
      await look('filled')
      const [lost = ''] = [...inKeychain()].find(([, value]) => value === 'sk-one') ?? []
      loseEntry(lost, session())
      await look('missing')
      const main = page.getByRole('main')
      await main.locator('section section button').last().click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      faults.push(...(await inspect(gatehouse, `${language}/keychain-question`)))
      await page.keyboard.press('Escape')
      await ring.lock()
      await request(page, 'app.probe-vault', {})
      await look('locked')
      expect(faults).toEqual([])
      proves('vault.page.accessible')
    },
  )
}

test(
  'without a keychain the list says that secrets are kept until quit',
  nightly(),
  async ({ launch }) => {
    const gatehouse = await launch({
      env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', XDG_RUNTIME_DIR: undefined },
    })
    const { page } = gatehouse
    await propose(page, near('notes', 'sk-one'))
    const main = await openKeychainPage(page)
    await expect(main).toContainText('In memory until you quit')
    for (const language of ['zh-CN', 'en'] as const) {
      await request(page, 'app.change-settings', { language })
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      expect(await inspect(gatehouse, `${language}/keychain-memory`)).toEqual([])
    }
    await main.getByRole('button', { name: /^Delete secret: Environment/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(main).not.toContainText('In memory until you quit')
  },
)
