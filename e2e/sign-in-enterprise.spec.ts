import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAuthorizationServer, type AuthorizationServer } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { allow, consentText } from './support/consent.ts'
import { keychainEntries } from './support/keychain.ts'
import { request } from './support/routes.ts'
import { filesWith } from './support/scratch.ts'
import { serverDialog } from './support/server-dialog.ts'
import { openServer, openServerTab, waitForServer } from './support/servers.ts'
import { press, run } from './support/sign-in/sign-in-steps.ts'
import {
  signInAt,
  signInCard,
  startGuardedServer,
  watchBrowser,
  type GuardedServer,
} from './support/sign-in/sign-in.ts'

let guarded: GuardedServer
let provider: AuthorizationServer
test.beforeEach(async () => {
  guarded = await startGuardedServer()
  guarded.issuer.behaviour.clients = { desk: {} }
  provider = await startAuthorizationServer({ clients: { 'at-home': {} } })
})
test.afterEach(() => Promise.all([guarded.close(), provider.close()]))

/** An ID token, as a program of the employer writes and renews it. */
const idToken = (at: number): string =>
  [{ alg: 'ES256' }, { iss: provider.issuer, sub: 'ada', at }, 'signature']
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')

/** Fills in the settings of a server whose access an employer decides about, but for the file. */
async function fillForm(page: Page): Promise<ReturnType<typeof serverDialog>> {
  await page.keyboard.press('Control+2')
  await page.getByRole('button', { name: 'Add a server' }).first().click()
  const dialog = serverDialog(page)
  await dialog.fillUrl({ name: 'guarded', url: guarded.server.url })
  const { sheet } = dialog
  await sheet.getByText('Advanced', { exact: true }).click()
  await sheet.getByRole('combobox', { name: 'Sign-in' }).click()
  await page.getByRole('option', { name: 'Enterprise identity provider' }).click()
  await sheet.getByLabel('Authorization server').fill(guarded.issuer.issuer)
  await sheet.getByLabel('Client ID', { exact: true }).fill('desk')
  await sheet.getByLabel('Identity provider', { exact: true }).fill(provider.issuer)
  await sheet.getByLabel('Client ID at the identity provider').fill('at-home')
  return dialog
}

test(
  'an employer’s identity provider lets the person in without a question, and alone receives who they are',
  nightly('signin.given.employer'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const { issuer, server } = guarded
    const opened = await watchBrowser(gatehouse.app)
    const file = join(gatehouse.userData, '..', `id-token-${process.pid}`)
    writeFileSync(file, idToken(1))
    const dialog = await fillForm(page)
    await dialog.sheet.getByLabel('Token file').fill(file)
    const review = await dialog.review()
    const text = consentText(review)
    for (const fact of [new URL(provider.issuer).host, 'at-home', file, 'What the server asks for'])
      await expect(text).toContainText(fact)
    await allow(page)
    const [{ config } = { config: { id: '' } }] = await request(page, 'server.list', {})
    const { id } = config
    await waitForServer(page, id, 'ready')
    const first = await run(page, id, { toolName: 'echo', text: 'at work' })
    await expect.poll(first).toContain('at work')
    writeFileSync(file, idToken(2))
    issuer.expireAll()
    const second = await run(page, id, { toolName: 'echo', text: 'still at work' })
    await expect.poll(second).toContain('still at work')
    expect(await opened()).toEqual([])
    expect(await request(page, 'ask.list', {})).toEqual([])

    const exchanges = provider.requests('/token').map(({ parameters }) => parameters)
    expect(exchanges.map((given) => given['subject_token'])).toEqual([idToken(1), idToken(2)])
    expect(exchanges[0]).toMatchObject({ audience: issuer.issuer, resource: server.url })
    const requests = JSON.stringify(issuer.requests('/'))
    for (const token of [idToken(1), idToken(2)]) expect(requests).not.toContain(token)
    await openServer(page, 'guarded')
    await openServerTab(page, 'Authentication')
    await expect(page.getByTestId('sign-in-account')).toContainText('entered by you')
    await expect(page.getByTestId('sign-in-trace')).toContainText('confirms who you are')

    // The employer decides again each time, and says no.
    provider.behaviour.clients = {}
    await request(page, 'server.sign-out', { id })
    await request(page, 'server.start', { id }).catch(() => undefined)
    const failed = await waitForServer(page, id, 'failed')
    expect(JSON.stringify(failed.connection)).toContain('sign-in/rejected')
    expect(await request(page, 'ask.list', {})).toEqual([])
    const sent = [
      await page.evaluate(() => document.documentElement.outerHTML),
      JSON.stringify(await request(page, 'server.frames', { id, after: 0, limit: 500 })),
      JSON.stringify(await request(page, 'server.logs', { id, after: 0, limit: 500 })),
      JSON.stringify(await request(page, 'server.get-sign-in', { id })),
    ]
    rmSync(file)
    await gatehouse.quit()
    for (const secret of [idToken(1), idToken(2), ...provider.secrets(), ...issuer.secrets()]) {
      for (const part of sent) expect(part).not.toContain(secret)
      expect(filesWith(gatehouse.userData, secret)).toEqual([])
    }
    proves('signin.given.employer')
  },
)

test(
  'a person signs in at the identity provider of their employer once, and is not asked after a restart',
  nightly('signin.given.provider'),
  async ({ gatehouse }) => {
    let { page } = gatehouse
    const { issuer } = guarded
    provider.behaviour.metadata = {
      id_token_signing_alg_values_supported: ['ES256'],
      scopes_supported: ['openid', 'offline_access'],
    }
    const opened = await watchBrowser(gatehouse.app)
    const dialog = await fillForm(page)
    const review = await dialog.review()
    await expect(consentText(review)).toContainText(new URL(provider.issuer).host)
    await expect(consentText(review)).toContainText(
      'You sign in at the identity provider with your browser',
    )
    await allow(page)
    const [{ config } = { config: { id: '' } }] = await request(page, 'server.list', {})
    const { id } = config
    await page.keyboard.press('Control+3')
    const card = signInCard(page)
    await expect(card.getByTestId('sign-in-parties')).toContainText(new URL(provider.issuer).host)
    await expect(card).toContainText('Sign you in and confirm who you are')
    expect(provider.requests('/authorize')).toEqual([])
    await press(page, /^Continue in browser/)
    await expect.poll(async () => (await opened()).length).toBe(1)
    await signInAt((await opened())[0])
    await waitForServer(page, id, 'ready')
    const call = await run(page, id, { toolName: 'echo', text: 'at work' })
    await expect.poll(call).toContain('at work')

    await gatehouse.restart()
    ;({ page } = gatehouse)
    issuer.expireAll()
    await request(page, 'server.start', { id }).catch(() => undefined)
    await waitForServer(page, id, 'ready')
    expect(await request(page, 'ask.list', {})).toEqual([])
    expect(provider.requests('/authorize')).toHaveLength(1)
    const requests = JSON.stringify(issuer.requests('/'))
    const secrets = [...provider.secrets(), ...issuer.secrets()]
    const word = provider.requests('/token').at(-1)?.parameters['subject_token'] ?? ''
    expect(secrets).toContain(word)
    expect(requests).not.toContain(word)
    expect(JSON.stringify(keychainEntries())).toContain(word)

    await openServer(page, 'guarded')
    await openServerTab(page, 'Authentication')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByTestId('sign-in-account')).toContainText('Signed out')
    expect(provider.requests('/revoke')).toHaveLength(1)
    const left = JSON.stringify(keychainEntries())
    const sent = [
      await page.evaluate(() => document.documentElement.outerHTML),
      JSON.stringify(await request(page, 'server.frames', { id, after: 0, limit: 500 })),
      JSON.stringify(await request(page, 'server.get-sign-in', { id })),
    ]
    await gatehouse.quit()
    for (const secret of secrets) {
      expect(left).not.toContain(secret)
      for (const part of sent) expect(part).not.toContain(secret)
      expect(filesWith(gatehouse.userData, secret)).toEqual([])
    }
    proves('signin.given.provider')
  },
)
