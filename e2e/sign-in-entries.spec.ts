import { startKeyring, type Keyring } from '@gatehouse/testkit'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { keychainEntries, replaceEntry } from './support/keychain.ts'
import { inspect } from './support/inspect.ts'
import { request } from './support/routes.ts'
import { openServer, openServerTab, waitForServer } from './support/servers.ts'
import { addSignedIn, press } from './support/sign-in/sign-in-steps.ts'
import {
  signInAt,
  signInCard,
  startGuardedServer,
  type GuardedServer,
} from './support/sign-in/sign-in.ts'

test.skip(process.platform !== 'linux', 'Only a Secret Service can be started for one test.')

let guarded: GuardedServer
let other: GuardedServer
let keyring: Keyring
test.beforeEach(async () => {
  ;[guarded, other, keyring] = await Promise.all([
    startGuardedServer(),
    startGuardedServer(),
    startKeyring(),
  ])
})
test.afterEach(() => Promise.all([guarded.close(), other.close(), keyring.stop()]))

/** The section of Settings that lists what is kept. */
async function openKeychain(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+5')
  await page.locator('[data-section-list] [data-list-row]', { hasText: 'Keychain' }).click()
  return page.getByRole('main')
}

/** Entries of sign-ins, by their accounts. */
const entries = () =>
  keychainEntries(keyring.env)
    .map(({ account }) => account)
    .filter((account) => account.endsWith('/sign-in'))
    .toSorted()

test(
  'a damaged sign-in is shown on the server’s page and in Settings, and touches no other server',
  nightly('signin.keychain.damaged'),
  async ({ launch }) => {
    const gatehouse = await launch({ env: keyring.env })
    const { id } = await addSignedIn(gatehouse, guarded, 'guarded')
    const { id: otherId } = await addSignedIn(gatehouse, other, 'other')
    expect(entries()).toEqual([`server/${id}/sign-in`, `server/${otherId}/sign-in`].toSorted())
    replaceEntry(`server/${id}/sign-in`, '{"half":', keyring.env)
    await gatehouse.restart()
    const { page } = gatehouse
    await request(page, 'server.start', { id: otherId }).catch(() => undefined)
    await waitForServer(page, otherId, 'ready')
    await request(page, 'server.start', { id }).catch(() => undefined)
    await page.keyboard.press('Control+3')
    await expect(signInCard(page)).toBeVisible({ timeout: 20_000 })
    await expect(signInCard(page)).toHaveCount(1)
    expect(other.issuer.requests('/authorize')).toHaveLength(1)

    await page.keyboard.press('Control+2')
    await openServer(page, 'guarded')
    await openServerTab(page, 'Authentication')
    await expect(page.getByText('Stored sign-in cannot be read')).toBeVisible()
    await expect(page.getByTestId('sign-in-trace')).toContainText(
      'is not a sign-in, so it is not used',
    )
    expect(await inspect(gatehouse, 'sign-in-damaged')).toEqual([])
    const main = await openKeychain(page)
    const row = main.getByRole('region', { name: 'guarded', exact: true }).getByRole('listitem')
    await expect(row).toContainText('Damaged')
    await expect(row).toContainText('Your next sign-in to this server replaces it.')
    await expect(main.getByRole('region', { name: 'other', exact: true })).not.toContainText(
      'Damaged',
    )
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(entries).toEqual([`server/${otherId}/sign-in`])
    proves('signin.keychain.damaged')
  },
)

test(
  'Settings list each sign-in by its issuer; one that is deleted there is revoked, and asked for anew',
  nightly('signin.keychain.settings'),
  async ({ launch }) => {
    const gatehouse = await launch({ env: keyring.env })
    const { page } = gatehouse
    const { id } = await addSignedIn(gatehouse, guarded, 'guarded')
    const { id: otherId, opened } = await addSignedIn(gatehouse, other, 'other')
    const main = await openKeychain(page)
    const row = main.getByRole('region', { name: 'guarded', exact: true }).getByRole('listitem')
    await expect(row).toContainText(`Sign-in at ${new URL(guarded.issuer.issuer).host}`)
    await expect(row).toContainText('Signed in or renewed')
    await row.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('guarded will be stopped and signed out')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(entries).toEqual([`server/${otherId}/sign-in`])
    await waitForServer(page, id, 'stopped')
    await expect.poll(() => guarded.issuer.requests('/revoke').length).toBe(1)
    expect(other.issuer.requests('/revoke')).toEqual([])
    await request(page, 'server.start', { id }).catch(() => undefined)
    await page.keyboard.press('Control+3')
    await expect(signInCard(page)).toBeVisible({ timeout: 20_000 })
    await waitForServer(page, otherId, 'ready')
    await press(page, /^Continue in browser/)
    await expect.poll(async () => (await opened()).length).toBe(2)
    await signInAt((await opened())[1])
    await waitForServer(page, id, 'ready')

    await openKeychain(page)
    await main.getByRole('button', { name: 'Delete all secrets…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(entries).toEqual([])
    // Their issuers are notified once nothing is left here.
    await expect.poll(() => other.issuer.requests('/revoke').length).toBe(1)
    await expect.poll(() => guarded.issuer.requests('/revoke').length).toBe(2)
    proves('signin.keychain.settings')
  },
)
