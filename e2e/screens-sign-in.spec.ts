import type { Locator, Page } from 'playwright-core'
import { fixtureServerCommand } from '@gatehouse/testkit'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { inspect } from './support/inspect.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { serverDialog } from './support/server-dialog.ts'
import { addServer, openServer, openServerTab, waitForServer } from './support/servers.ts'
import {
  signInAt,
  signInCard,
  startGuardedServer,
  watchBrowser,
  type GuardedServer,
} from './support/sign-in/sign-in.ts'

let guarded: GuardedServer
test.beforeEach(async () => {
  guarded = await startGuardedServer({}, () => undefined)
})
test.afterEach(() => guarded.close())

type Look = (name: string, part?: Locator) => Promise<void>

/** By keyboard, as the card may have come a moment ago. */
async function press(page: Page, name: string): Promise<void> {
  await expect(signInCard(page)).toBeVisible({ timeout: 20_000 })
  const button = signInCard(page).getByRole('button', { name })
  await expect(button).toBeEnabled()
  await page.waitForTimeout(600)
  await button.press('Enter')
}

/** The way to a sign-in, the ask for it, and the stored result. */
async function signIn(page: Page, app: Parameters<typeof watchBrowser>[0], look: Look) {
  const opened = await watchBrowser(app)
  const { url } = guarded.server
  // Some that have words, and some that have none.
  const scopes_supported = ['openid', 'mcp:tools', 'issues:read', 'issues:write']
  guarded.server.options.metadata = { scopes_supported }
  const { config } = await addServer(page, { url }, { name: 'guarded', until: undefined })
  const { id } = config
  await page.keyboard.press('Control+3')
  await expect(signInCard(page)).toBeVisible({ timeout: 20_000 })
  await look('sign-in-asked')
  await press(page, 'Not now')
  await waitForServer(page, id, 'failed')
  await openServer(page, 'guarded')
  await look('sign-in-refused')
  await request(page, 'server.start', { id })
  await page.keyboard.press('Control+3')
  await press(page, 'Continue in browser')
  await expect.poll(async () => (await opened()).length).toBe(1)
  await look('sign-in-waiting')
  await signInAt((await opened())[0])
  await waitForServer(page, id, 'ready')
  await openServer(page, 'guarded')
  await openServerTab(page, 'Authentication')
  await expect(page.getByTestId('sign-in-account')).toBeVisible()
  await look('sign-in-account')
  await request(page, 'server.sign-out', { id })
  await waitForServer(page, id, 'stopped')
  await expect(page.getByTestId('sign-in-account')).toContainText('Signed out')
  await look('sign-in-signed-out')
}

/** Standing permissions. */
async function grant(page: Page, look: Look): Promise<void> {
  await addServer(page, fixtureServerCommand({ features: ['echo'] }), { name: 'notes' })
  await page.keyboard.press('Control+1')
  await connectScripted(page, 'chat', [
    { toolCalls: [{ name: 'notes__echo', arguments: { text: 'once' } }] },
    { text: 'Done.' },
  ])
  const open = chat(page)
  await open.send('Go.')
  await open.approval('Echo').allowInChat()
  await expect(open.answers.last()).toContainText('Done.')
  await openServer(page, 'notes')
  await openServerTab(page, 'Permissions')
  const grants = page.getByTestId('server-grants')
  await expect(grants).toBeVisible()
  await look('server-grants', grants)
}

/** Everything that is asked of a client that was registered by hand, for each way to get tokens. */
async function fillInClient(page: Page, look: Look): Promise<void> {
  await page.keyboard.press('Control+2')
  await page.getByRole('button', { name: 'Add a server' }).first().click()
  const dialog = serverDialog(page)
  const { sheet } = dialog
  await dialog.fillUrl({ name: 'by-hand', url: guarded.server.url })
  await sheet.getByText('Advanced', { exact: true }).click()
  const choose = async (field: string, option: string | RegExp) => {
    await sheet.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option }).click()
  }
  // By what is the same in every language.
  const issuer = page.getByPlaceholder('https://login.example.org')
  await choose('Sign-in', 'Enterprise identity provider')
  await sheet.getByRole('button', { name: 'Review what will run' }).click()
  await expect(sheet.getByText('Enter the client ID as you were given it.').first()).toBeVisible()
  await look('client-enterprise-missing', issuer)
  await look('client-enterprise-provider', page.getByPlaceholder('https://idp.example.com'))
  await choose('Sign-in', 'Sign in with a registered client')
  await look('client-sign-in', issuer)
  await choose('Redirect address', /^localhost/)
  const redirect = page.getByTestId('redirect-uri')
  const port = sheet.getByRole('textbox', { name: /^Port/ })
  await port.fill('80')
  await port.blur()
  await expect(sheet.getByText('Enter a port from 1024 to 65535')).toBeVisible()
  const portId = (await port.getAttribute('id')) ?? ''
  await look('redirect-no-port', page.locator(`[id="${portId}"]`))
  await port.fill('8123')
  await look('redirect-fixed', redirect)
  await port.fill('')
  await choose('Sign-in', 'Workload identity')
  await look('client-workload', issuer)
  await choose('Sign-in', 'Client credentials')
  await choose('Client authentication', 'Private key (JWT)')
  await look('client-key', issuer)
  await choose('Client authentication', 'Client secret')
  await issuer.fill(guarded.issuer.issuer)
  await sheet.getByLabel('Client ID').fill('registered-by-the-person')
  await sheet.getByLabel('Client secret', { exact: true }).fill('a-secret-of-the-client')
  await look('client-credentials', issuer)
  const scopes = (await sheet.getByLabel('Scopes').getAttribute('id')) ?? ''
  await look('client-scopes', page.locator(`[id="${scopes}"]`))
  await dialog.review()
  await dialog.addAndStart()
  await openServer(page, 'by-hand')
  await openServerTab(page, 'Authentication')
  await expect(page.getByTestId('sign-in-account')).toBeVisible()
  await look('client-account')
}

/** Looks in that language, and goes on in English, in which the tests find what they click. */
function lookIn(gatehouse: Gatehouse, language: 'en' | 'zh-CN', faults: string[]): Look {
  const { page } = gatehouse
  return async (name, part) => {
    await request(page, 'app.change-settings', { language })
    faults.push(...(await inspect(gatehouse, `${language}/${name}`, part)))
    await request(page, 'app.change-settings', { language: 'en' })
  }
}

for (const language of ['en', 'zh-CN'] as const) {
  test(
    `every screen of a client registered by hand in ${language} has no axe violation, and nothing cut or covered`,
    nightly(`frame.accessible.client-${language}`),
    async ({ gatehouse }) => {
      test.setTimeout(480_000)
      const { page } = gatehouse
      const { issuer } = guarded
      issuer.behaviour.clients = {
        'registered-by-the-person': { secret: 'a-secret-of-the-client' },
      }
      issuer.behaviour.metadata = { token_endpoint_auth_methods_supported: ['client_secret_basic'] }
      const faults: string[] = []
      await fillInClient(page, lookIn(gatehouse, language, faults))
      expect(faults).toEqual([])
      proves(`frame.accessible.client-${language}`)
      expect(gatehouse.problems).toEqual([])
    },
  )

  test(
    `every screen of signing in and of what was allowed in ${language} has no axe violation, and nothing cut or covered`,
    nightly(`frame.accessible.signin-${language}`),
    async ({ gatehouse }) => {
      test.setTimeout(480_000)
      const { page, app } = gatehouse
      const faults: string[] = []
      const look = lookIn(gatehouse, language, faults)
      await signIn(page, app, look)
      await grant(page, look)
      expect(faults).toEqual([])
      proves(`frame.accessible.signin-${language}`)
      expect(gatehouse.problems).toEqual([])
    },
  )
}
