import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { Page } from 'playwright-core'
import { executable, expect, isSandboxRefused, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { allow, consenting, consentText, consentWindow } from './support/consent.ts'
import type { RouteInput } from '@gatehouse/contract'
import { request } from './support/routes.ts'
import { openServer, openServerTab, waitForServer } from './support/servers.ts'
import {
  pressInCard,
  signInAt,
  signInCard,
  startGuardedServer,
  watchBrowser,
  type GuardedServer,
} from './support/sign-in/sign-in.ts'

let guarded: GuardedServer
test.beforeEach(async () => {
  guarded = await startGuardedServer()
})
test.afterEach(() => guarded.close())

type Draft = RouteInput<'server.propose'>

/** Adds the server, which then waits for a sign-in, and opens Activity. */
async function addGuarded(page: Page, draft: Partial<Draft> = {}): Promise<string> {
  const transport = { kind: 'http' as const, url: guarded.server.url, headers: [] }
  const proposing = request(page, 'server.propose', { name: 'guarded', transport, ...draft })
  const proposal = await consenting(page, proposing)
  if (proposal.outcome !== 'saved') throw new Error('It was not saved.')
  const { id } = proposal.server.config
  await request(page, 'server.start', { id }).catch(() => undefined)
  await page.keyboard.press('Control+3')
  await expect(signInCard(page)).toBeVisible({ timeout: 20_000 })
  return id
}

/** A port of this computer that is free, and what takes it. */
async function findPort(): Promise<{ port: number; take(): Promise<Server> }> {
  const listen = async (wanted: number): Promise<Server> => {
    const server = createServer().listen(wanted, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  const server = await listen(0)
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return { port, take: () => listen(port) }
}

test(
  'the browser comes back to the address that the person set, which can be copied',
  nightly('signin.redirect.shown', 'signin.redirect.fixed', 'signin.redirect.busy'),
  async ({ gatehouse }) => {
    const { page, app } = gatehouse
    const opened = await watchBrowser(app)
    const id = await addGuarded(page)
    await pressInCard(page, /^Continue in browser/)
    await expect.poll(async () => (await opened()).length).toBe(1)
    await signInAt((await opened())[0])
    await waitForServer(page, id, 'ready')
    const { port, take } = await findPort()
    const uri = `http://localhost:${port}/callback`
    await openServer(page, 'guarded')
    await openServerTab(page, 'Authentication')
    await page.getByRole('button', { name: 'Change in settings' }).click()
    await page.getByText('Advanced', { exact: true }).click()
    const shown = page.getByTestId('redirect-uri')
    await expect(shown).toContainText('http://127.0.0.1/callback')
    await page.getByRole('combobox', { name: 'Redirect address' }).click()
    await expect(page.getByRole('option', { name: 'Link that opens Gatehouse' })).toHaveCount(0)
    await page.getByRole('option', { name: /^localhost/ }).click()
    const portField = page.getByRole('textbox', { name: /^Port/ })
    await portField.fill('80')
    await portField.blur()
    await expect(page.getByText('Enter a port from 1024 to 65535')).toBeVisible()
    await portField.fill(String(port))
    await expect(shown).toContainText(uri)
    await shown.getByRole('button', { name: 'Copy redirect URI' }).click()
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(uri)
    proves('signin.redirect.shown')
    await page.getByRole('button', { name: 'Review what will run' }).click()
    await expect(consentText(await consentWindow(page))).toContainText(uri)
    await allow(page)
    await waitForServer(page, id, 'ready')
    expect(await opened()).toHaveLength(1)

    await openServerTab(page, 'Authentication')
    await expect(shown).toContainText(uri)
    const account = page.getByTestId('sign-in-account')
    await account.getByRole('button', { name: 'Sign out' }).click()
    await waitForServer(page, id, 'stopped')
    await account.getByRole('button', { name: 'Sign in' }).click()
    await page.keyboard.press('Control+3')
    await expect(signInCard(page)).toContainText(uri)
    await pressInCard(page, /^Continue in browser/)
    await expect.poll(async () => (await opened()).length).toBe(2)
    const [, url = ''] = await opened()
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(uri)
    expect(await signInAt(url)).toContain('You can go back to Gatehouse.')
    await waitForServer(page, id, 'ready')
    proves('signin.redirect.fixed')

    await request(page, 'server.sign-out', { id })
    const other = await take()
    await openServer(page, 'guarded')
    await openServerTab(page, 'Authentication')
    await account.getByRole('button', { name: 'Sign in' }).click()
    await waitForServer(page, id, 'failed')
    await openServerTab(page, 'Overview')
    await expect(page.getByText(`listening at localhost:${port}`)).toBeVisible()
    await expect(page.getByText(/choose another port in the server’s settings/)).toBeVisible()
    expect(await request(page, 'ask.list', {})).toEqual([])
    proves('signin.redirect.busy')
    other.close()
  },
)

/** Opens a link as the system does: it starts the program once more, with the link. */
async function openLink({ app, userData }: Gatehouse, link: string): Promise<void> {
  const display = await app.evaluate(() => process.env['DISPLAY'])
  const args = [...(isSandboxRefused() ? ['--no-sandbox'] : []), link]
  const child = spawn(executable(true), args, {
    env: { ...process.env, GATEHOUSE_USER_DATA: userData, DISPLAY: display },
    stdio: 'ignore',
  })
  await once(child, 'exit')
}

/** Counts how often the window is brought to the front from here on. */
async function watchFront({ app }: Gatehouse): Promise<() => Promise<number>> {
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    Object.assign(globalThis, { fronts: 0 })
    if (!window) throw new Error('There is no window.')
    const focus = window.focus.bind(window)
    window.focus = () => {
      ;(globalThis as unknown as { fronts: number }).fronts += 1
      focus()
    }
  })
  return () => app.evaluate(() => (globalThis as unknown as { fronts: number }).fronts)
}

test(
  'the packaged app is signed in by the link that the sign-in page leads to, and by no other',
  nightly('signin.redirect.link', 'signin.redirect.unasked'),
  async ({ launch }) => {
    const gatehouse = await launch({ packaged: true })
    const { page, app } = gatehouse
    const opened = await watchBrowser(app)
    // What the installer does, or the first sign-in of this kind.
    await app.evaluate(({ app: electronApp }) => {
      electronApp.isDefaultProtocolClient = () => true
    })
    const id = await addGuarded(page, { signInRedirect: { kind: 'app-link' } })
    const card = signInCard(page)
    await expect(card).toContainText('app.gatehouse.desktop:/oauth/callback')
    await pressInCard(page, /^Continue in browser/)
    await expect.poll(async () => (await opened()).length).toBe(1)
    const fronts = await watchFront(gatehouse)
    const [url = ''] = await opened()
    const { headers } = await fetch(url, { redirect: 'manual' })
    const link = headers.get('location') ?? ''
    expect(link).toMatch(/^app\.gatehouse\.desktop:\/oauth\/callback\?/)

    await openLink(gatehouse, link.replace(/state=[^&]+/, 'state=guessed'))
    await expect(card.getByTestId('sign-in-waits')).toBeVisible()
    expect(guarded.issuer.requests('/token')).toEqual([])
    expect(await fronts()).toBe(0)
    await openLink(gatehouse, link)
    await waitForServer(page, id, 'ready')
    expect(await fronts()).toBe(1)
    expect(guarded.issuer.requests('/token')[0]?.parameters['redirect_uri']).toBe(
      'app.gatehouse.desktop:/oauth/callback',
    )
    proves('signin.redirect.link')

    await openLink(gatehouse, link)
    expect(await fronts()).toBe(1)
    expect(guarded.issuer.requests('/token')).toHaveLength(1)
    proves('signin.redirect.unasked')

    await openServer(page, 'guarded')
    await openServerTab(page, 'Settings')
    await page.getByText('Advanced', { exact: true }).click()
    await expect(page.getByRole('combobox', { name: 'Redirect address' })).toContainText(
      'Link that opens Gatehouse',
    )
    await expect(page.getByText(/Another program on this computer can claim/)).toBeVisible()
  },
)
