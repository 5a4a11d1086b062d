import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAuthorizationServer, type AuthorizationServer } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { proves } from './proves.ts'
import { allow, consentText } from './support/consent.ts'
import { request } from './support/routes.ts'
import { filesWith } from './support/scratch.ts'
import { serverDialog } from './support/server-dialog.ts'
import { openServer, openServerTab, waitForServer } from './support/servers.ts'
import { run } from './support/sign-in-steps.ts'
import { startGuardedServer, watchBrowser, type GuardedServer } from './support/sign-in.ts'

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

test('an employer’s identity provider lets the person in without a question, and alone hears who they are', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const { issuer, server } = guarded
  const opened = await watchBrowser(gatehouse.app)
  const file = join(gatehouse.userData, '..', `id-token-${process.pid}`)
  writeFileSync(file, idToken(1))
  await page.keyboard.press('Control+2')
  await page.getByRole('button', { name: 'Add a server' }).first().click()
  const dialog = serverDialog(page)
  await dialog.fillUrl({ name: 'guarded', url: server.url })
  const { sheet } = dialog
  await sheet.getByText('Advanced', { exact: true }).click()
  await sheet.getByRole('combobox', { name: 'Sign-in' }).click()
  await page.getByRole('option', { name: 'Enterprise identity provider' }).click()
  await sheet.getByLabel('Authorization server').fill(issuer.issuer)
  await sheet.getByLabel('Client ID', { exact: true }).fill('desk')
  await sheet.getByLabel('Token file').fill(file)
  await sheet.getByLabel('Identity provider', { exact: true }).fill(provider.issuer)
  await sheet.getByLabel('Client ID at the identity provider').fill('at-home')
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
  const heard = JSON.stringify(issuer.requests('/'))
  for (const token of [idToken(1), idToken(2)]) expect(heard).not.toContain(token)
  await openServer(page, 'guarded')
  await openServerTab(page, 'Authentication')
  await expect(page.getByTestId('sign-in-account')).toContainText('entered by you')
  await expect(page.getByTestId('sign-in-trace')).toContainText('vouches for the person')

  // The employer decides again each time, and says no.
  provider.behaviour.clients = {}
  await request(page, 'server.sign-out', { id })
  await request(page, 'server.start', { id }).catch(() => undefined)
  const failed = await waitForServer(page, id, 'failed')
  expect(JSON.stringify(failed.connection)).toContain('sign-in/rejected')
  expect(await request(page, 'ask.list', {})).toEqual([])
  const told = [
    await page.evaluate(() => document.documentElement.outerHTML),
    JSON.stringify(await request(page, 'server.frames', { id, after: 0, limit: 500 })),
    JSON.stringify(await request(page, 'server.logs', { id, after: 0, limit: 500 })),
    JSON.stringify(await request(page, 'server.sign-in', { id })),
  ]
  rmSync(file)
  await gatehouse.quit()
  for (const secret of [idToken(1), idToken(2), ...provider.secrets(), ...issuer.secrets()]) {
    for (const part of told) expect(part).not.toContain(secret)
    expect(filesWith(gatehouse.userData, secret)).toEqual([])
  }
  proves('signin.given.employer')
})
