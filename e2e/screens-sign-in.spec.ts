import type { Locator, Page } from 'playwright-core'
import { fixtureServerCommand } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { inspect } from './support/inspect.ts'
import { connectScripted } from './support/models.ts'
import { request } from './support/routes.ts'
import { addServer, openServer, openServerTab, waitForServer } from './support/servers.ts'
import {
  signInAt,
  signInCard,
  startGuardedServer,
  watchBrowser,
  type GuardedServer,
} from './support/sign-in.ts'

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

/** What leads to a sign-in, what waits for it, and what is kept of it. */
async function signIn(page: Page, app: Parameters<typeof watchBrowser>[0], look: Look) {
  const opened = await watchBrowser(app)
  const { url } = guarded.server
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
  await look('sign-in-signed-out')
}

/** What was allowed for longer than once. */
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
  const grants = page.getByTestId('server-grants')
  await expect(grants).toBeVisible()
  await look('server-grants', grants)
}

for (const language of ['en', 'zh-CN'] as const) {
  test(`every screen of signing in and of what was allowed in ${language} has no axe violation, and nothing cut or covered`, async ({
    gatehouse,
  }) => {
    test.setTimeout(480_000)
    const { page, app } = gatehouse
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const faults: string[] = []
    const look: Look = async (name, part) => {
      await request(page, 'app.change-settings', { language })
      faults.push(...(await inspect(gatehouse, `${language}/${name}`, part)))
      await request(page, 'app.change-settings', { language: 'en' })
    }
    await signIn(page, app, look)
    await grant(page, look)
    expect(faults).toEqual([])
    proves(`frame.accessible.signin-${language}`)
    expect(gatehouse.problems).toEqual([])
  })
}
