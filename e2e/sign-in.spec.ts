import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { allow, consenting, consentText, consentWindow } from './support/consent.ts'
import { keychainEntries } from './support/keychain.ts'
import { request } from './support/routes.ts'
import { filesWith } from './support/scratch.ts'
import { serverDialog } from './support/server-dialog.ts'
import { openServer, openServerTab, waitForServer } from './support/servers.ts'
import { addGuarded, addSignedIn, press, run } from './support/sign-in/sign-in-steps.ts'
import {
  signInAt,
  signInCard,
  startGuardedServer,
  watchBrowser,
  type GuardedServer,
} from './support/sign-in/sign-in.ts'

let guarded: GuardedServer
test.beforeEach(async () => {
  guarded = await startGuardedServer({ toolScopes: { add: 'numbers:add' } }, (server) => {
    server.registerTool('tell-token', {}, () => ({
      content: [{ type: 'text', text: `Yours: ${guarded.issuer.secrets().slice(-2).join(' ')}` }],
    }))
  })
})
test.afterEach(() => guarded.close())

/**
 * @threat oauth.unseen-page
 * @attacker server
 * @tries To lead the person to a page that looks like another one, or to open it unasked.
 * @stoppedBy The card sets the host apart and marks doubtful ones, nothing is opened before the person agreed, and main
 * opens only the page that was shown.
 * @remains Whether the host is the right one to sign in at is for the person to know.
 * @threat oauth.secrets-at-rest
 */
test('a server is signed in to in the browser, and nobody is asked again after a restart', async ({
  gatehouse,
}) => {
  const opened = await watchBrowser(gatehouse.app)
  let { page } = gatehouse
  const id = await addGuarded(page, guarded)
  const card = signInCard(page)
  await expect(card.getByTestId('ask-domain')).toContainText('127.0.0.1')
  await expect(card).toContainText('/authorize')
  proves('signin.person.asked')
  await expect(card.getByTestId('sign-in-parties')).toContainText(
    new URL(guarded.issuer.issuer).host,
  )
  await expect(card.getByRole('alert')).toHaveCount(0)
  expect(await opened()).toEqual([])
  expect(guarded.issuer.requests('/authorize')).toEqual([])
  proves('signin.person.waits')
  await press(page, /^Continue in browser/)
  await expect.poll(async () => (await opened()).length).toBe(1)
  await expect(card.getByTestId('sign-in-waits')).toBeVisible()
  const [url] = await opened()
  expect(await signInAt(url)).toContain('You can go back to Gatehouse.')
  await waitForServer(page, id, 'ready')
  await expect(card).toHaveCount(0)
  const first = await run(page, id, { toolName: 'echo', text: 'signed in' })
  await expect.poll(first).toContain('signed in')
  proves('signin.use.ready')
  const echoed = await run(page, id, { toolName: 'tell-token' })
  await expect.poll(echoed).toBe('Yours: •••••• ••••••')
  proves('signin.secrets.echoed')

  const passwords = JSON.stringify(keychainEntries())
  const secrets = guarded.issuer.secrets()
  expect(secrets.filter((secret) => passwords.includes(secret)).length).toBeGreaterThanOrEqual(2)
  proves('signin.secrets.keychain')
  const history = await request(page, 'ask.history', { limit: 20 })
  expect(history.find(({ kind }) => kind === 'sign-in')).toMatchObject({
    decision: 'withdrawn',
    withdrawn: 'finished',
  })
  expect(history.filter(({ kind }) => kind === 'sign-in').at(-1)).toMatchObject({
    decision: 'accept',
    page: `${guarded.issuer.issuer}/authorize`,
  })
  proves('signin.use.record')

  await gatehouse.restart()
  ;({ page } = gatehouse)
  await request(page, 'server.start', { id }).catch(() => undefined)
  await waitForServer(page, id, 'ready')
  expect(await request(page, 'ask.list', {})).toEqual([])
  proves('signin.use.restart')
  guarded.issuer.expireAll()
  const second = await run(page, id, { toolName: 'echo', text: 'still signed in' })
  await expect.poll(second).toContain('still signed in')
  expect(await request(page, 'ask.list', {})).toEqual([])
  proves('signin.use.refresh')

  const parts = [
    await page.evaluate(() => document.documentElement.outerHTML),
    JSON.stringify(await request(page, 'server.list', {})),
    JSON.stringify(await request(page, 'ask.history', { limit: 100 })),
    JSON.stringify(await request(page, 'server.frames', { id, after: 0, limit: 500 })),
    JSON.stringify(await request(page, 'server.logs', { id, after: 0, limit: 500 })),
  ]
  await gatehouse.quit()
  const all = guarded.issuer.secrets()
  expect(all.length).toBeGreaterThanOrEqual(5)
  for (const secret of all) {
    for (const part of parts) expect(part).not.toContain(secret)
    expect(filesWith(gatehouse.userData, secret)).toEqual([])
  }
  // What was said is found by the same search, so the search itself works.
  expect(filesWith(gatehouse.userData, 'still signed in')).not.toEqual([])
  proves('signin.secrets.files')
  proves('signin.secrets.window')
})

/** @threat oauth.call-twice */
test(
  'a call that needs more access waits for the person, and then runs once',
  nightly('signin.use.more', 'signin.secrets.removed'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const { id, opened } = await addSignedIn(gatehouse, guarded)
    const sum = await run(page, id, { toolName: 'add', a: 2, b: 3 })
    const card = signInCard(page)
    await expect(card).toContainText('numbers:add')
    await expect(card).toContainText('More access that guarded asks for')
    await press(page, /^Continue in browser/)
    await expect.poll(async () => (await opened()).length).toBe(2)
    await signInAt((await opened())[1])
    await expect.poll(sum).toContain('5')
    expect(guarded.ran().filter((tool) => tool === 'add')).toHaveLength(1)
    proves('signin.use.more')

    await request(page, 'server.remove', { id })
    const passwords = JSON.stringify(keychainEntries())
    for (const secret of guarded.issuer.secrets()) expect(passwords).not.toContain(secret)
    proves('signin.secrets.removed')
  },
)

/** @threat oauth.link-in-the-window */
test(
  'a sign-in that is refused is not asked for again by itself, and its link can be copied',
  nightly('signin.person.refused', 'signin.person.again', 'signin.person.copy'),
  async ({ gatehouse }) => {
    const opened = await watchBrowser(gatehouse.app)
    const { page } = gatehouse
    const id = await addGuarded(page, guarded)
    await press(page, /^Not now/)
    const refused = await waitForServer(page, id, 'failed')
    expect(JSON.stringify(refused.connection)).toContain('sign-in-needed')
    expect(await request(page, 'ask.list', {})).toEqual([])
    proves('signin.person.refused')
    await page.keyboard.press('Control+2')
    await page.getByRole('navigation', { name: 'Servers' }).getByRole('button').first().click()
    await page.getByRole('button', { name: 'Retry', exact: true }).first().click()
    await page.keyboard.press('Control+3')
    await expect(signInCard(page)).toBeVisible()
    proves('signin.person.again')
    await press(page, 'Copy link')
    await expect(signInCard(page).getByTestId('sign-in-waits')).toBeVisible()
    const link = await gatehouse.app.evaluate(({ clipboard }) => clipboard.readText())
    expect(await opened()).toEqual([])
    const state = new URL(link).searchParams.get('state') ?? ''
    expect(state.length).toBeGreaterThan(20)
    const sent = JSON.stringify(await request(page, 'ask.list', {}))
    expect(sent).not.toContain(state)
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(state)
    await signInAt(link)
    await waitForServer(page, id, 'ready')
    proves('signin.person.copy')
  },
)

test(
  'the page of a server shows its sign-in, and signs out',
  nightly('signin.page.shown', 'signin.page.trace', 'signin.page.out', 'signin.page.forget'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const { id } = await addSignedIn(gatehouse, guarded)
    await openServer(page, 'guarded')
    await openServerTab(page, 'Authentication')
    const account = page.getByTestId('sign-in-account')
    await expect(account).toContainText(guarded.issuer.issuer)
    await expect(account).toContainText('renewed automatically')
    await expect(account).toContainText('registered automatically')
    await expect(account).toContainText(/http:\/\/127\.0\.0\.1:\d+\/callback/)
    proves('signin.page.shown')
    const trace = page.getByTestId('sign-in-trace')
    await expect(trace).toContainText('oauth-protected-resource')
    await expect(trace).toContainText('with a refresh token')
    await trace.getByRole('button', { name: 'Copy log' }).click()
    const clipboard = () => gatehouse.app.evaluate(({ clipboard: one }) => one.readText())
    await expect.poll(clipboard).toContain(`POST ${guarded.issuer.issuer}/token: HTTP 200`)
    const shown = `${await trace.textContent()}${await clipboard()}`
    for (const secret of guarded.issuer.secrets()) expect(shown).not.toContain(secret)
    proves('signin.page.trace')

    await account.getByRole('button', { name: 'Sign out' }).click()
    await waitForServer(page, id, 'stopped')
    await expect(account).toContainText('Signed out')
    expect(guarded.issuer.requests('/revoke')).toHaveLength(1)
    expect(keychainEntries().filter(({ account: name }) => name.includes(id))).toEqual([])
    proves('signin.page.out')
    await account.getByRole('button', { name: 'Forget client' }).click()
    await expect(page.getByText('No sign-in', { exact: true })).toBeVisible()
    proves('signin.page.forget')
  },
)

const CLIENT_SECRET = 'kept-by-main-alone-0123456789'

/**
 * @threat oauth.client-secret-left
 * @attacker program
 * @tries To find the secret of a client in files, or in the keychain when its server is gone.
 * @stoppedBy It is in the keychain alone, and goes from there with the client and with the server.
 */
test(
  'a client with a secret of its own is entered once, and gets its tokens without a person',
  nightly(
    'signin.given.consent',
    'signin.given.elsewhere',
    'signin.given.use',
    'signin.given.keychain',
    'signin.given.removed',
  ),
  async ({ gatehouse }) => {
    const opened = await watchBrowser(gatehouse.app)
    let { page } = gatehouse
    const { issuer, server } = guarded
    issuer.behaviour.clients = { 'the-client': { secret: CLIENT_SECRET } }
    issuer.behaviour.metadata = { token_endpoint_auth_methods_supported: ['client_secret_basic'] }
    await page.keyboard.press('Control+2')
    await page.getByRole('button', { name: 'Add a server' }).first().click()
    const dialog = serverDialog(page)
    await dialog.fillUrl({ name: 'guarded', url: server.url })
    const { sheet } = dialog
    await sheet.getByText('Advanced', { exact: true }).click()
    await sheet.getByRole('combobox', { name: 'Sign-in' }).click()
    await page.getByRole('option', { name: 'Client credentials' }).click()
    await sheet.getByLabel('Authorization server').fill('https://login.example')
    await sheet.getByLabel('Client ID').fill('the-client')
    await sheet.getByLabel('Client secret', { exact: true }).fill(CLIENT_SECRET)
    const review = await dialog.review()
    await expect(consentText(review)).toContainText('login.example')
    await expect(consentText(review)).toContainText('the-client')
    await expect(consentText(review)).toContainText('secret, will be stored in the keychain')
    expect(await consentText(review).innerHTML()).not.toContain(CLIENT_SECRET)
    proves('signin.given.consent')
    await dialog.addAndStart()

    // The client is for another authorization server than the one that the server names.
    const [{ config } = { config: { id: '' } }] = await request(page, 'server.list', {})
    const { id } = config
    const failed = await waitForServer(page, id, 'failed')
    expect(JSON.stringify(failed.connection)).toContain('sign-in/unsafe')
    expect(issuer.requests('/token')).toEqual([])
    await openServer(page, 'guarded')
    await openServerTab(page, 'Settings')
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByLabel('Authorization server').fill(issuer.issuer)
    await expect(page.getByText(/saved for https:\/\/login\.example \(the-client/)).toBeVisible()
    await page.getByLabel('Client secret', { exact: true }).fill(CLIENT_SECRET)
    await page.getByRole('button', { name: 'Review what will run' }).click()
    await allow(page)
    await waitForServer(page, id, 'ready')
    proves('signin.given.elsewhere')
    expect(await opened()).toEqual([])
    const first = await run(page, id, { toolName: 'echo', text: 'by itself' })
    await expect.poll(first).toContain('by itself')
    issuer.expireAll()
    const second = await run(page, id, { toolName: 'echo', text: 'renewed' })
    await expect.poll(second).toContain('renewed')
    expect(await request(page, 'ask.list', {})).toEqual([])
    await openServer(page, 'guarded')
    await openServerTab(page, 'Authentication')
    await expect(page.getByTestId('sign-in-account')).toContainText('entered by you')
    proves('signin.given.use')

    await gatehouse.restart()
    ;({ page } = gatehouse)
    await request(page, 'server.start', { id }).catch(() => undefined)
    await waitForServer(page, id, 'ready')
    const shown = [
      await page.evaluate(() => document.documentElement.outerHTML),
      JSON.stringify(await request(page, 'server.list', {})),
      JSON.stringify(await request(page, 'server.get-sign-in', { id })),
      JSON.stringify(await request(page, 'server.frames', { id, after: 0, limit: 500 })),
      JSON.stringify(await request(page, 'server.logs', { id, after: 0, limit: 500 })),
    ]
    for (const part of shown) expect(part).not.toContain(CLIENT_SECRET)
    expect(JSON.stringify(keychainEntries())).toContain(CLIENT_SECRET)
    expect(filesWith(gatehouse.userData, CLIENT_SECRET)).toEqual([])
    proves('signin.given.keychain')
    await request(page, 'server.remove', { id })
    const left = JSON.stringify(keychainEntries())
    for (const secret of [CLIENT_SECRET, ...issuer.secrets()]) expect(left).not.toContain(secret)
    proves('signin.given.removed')
  },
)

test(
  'a token file says which computer this is, and is read whenever tokens are needed',
  nightly('signin.given.statement'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const { issuer, server } = guarded
    issuer.behaviour.clients = { workload: {} }
    const statement = (at: number) =>
      [{ alg: 'ES256' }, { aud: issuer.issuer, at }, 'signature']
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
    const file = join(gatehouse.userData, '..', `token-${process.pid}`)
    writeFileSync(file, statement(1))
    const proposing = request(page, 'server.propose', {
      name: 'guarded',
      transport: { kind: 'http', url: server.url, headers: [] },
      oauthClient: {
        grant: 'workload',
        issuer: issuer.issuer,
        id: 'workload',
        credential: { kind: 'none' },
        statementFile: file,
      },
    })
    const window = await consentWindow(page)
    await expect(consentText(window)).toContainText(file)
    const proposal = await consenting(page, proposing)
    if (proposal.outcome !== 'saved') throw new Error('It was not saved.')
    const { id } = proposal.server.config
    await waitForServer(page, id, 'ready')
    writeFileSync(file, statement(2))
    issuer.expireAll()
    const result = await run(page, id, { toolName: 'echo', text: 'as a workload' })
    await expect.poll(result).toContain('as a workload')
    const sent = issuer.requests('/token').map(({ parameters }) => parameters['assertion'])
    expect(sent).toEqual([statement(1), statement(2)])
    const frames = JSON.stringify(
      await request(page, 'server.frames', { id, after: 0, limit: 500 }),
    )
    expect(frames).not.toContain(statement(2))
    rmSync(file)
    proves('signin.given.statement')
  },
)
