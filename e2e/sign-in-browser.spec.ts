import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { openBrowser } from './support/sign-in/person-browser.ts'
import { waitForServer } from './support/servers.ts'
import { addGuarded, press } from './support/sign-in/sign-in-steps.ts'
import {
  signInCard,
  startGuardedServer,
  watchBrowser,
  type GuardedServer,
} from './support/sign-in/sign-in.ts'

let guarded: GuardedServer
test.beforeEach(async () => {
  guarded = await startGuardedServer()
  guarded.issuer.behaviour.consent = 'page'
})
test.afterEach(() => guarded.close())

test(
  'a person signs in in a window of the browser of this computer, and another window that answers late says so',
  nightly('signin.person.browser', 'signin.person.windows'),
  async ({ gatehouse }) => {
    const browser = await openBrowser()
    try {
      const opened = await watchBrowser(gatehouse.app)
      const id = await addGuarded(gatehouse.page, guarded)
      await press(gatehouse.page, /^Continue in browser/)
      await expect.poll(async () => (await opened()).length).toBe(1)
      const [url = ''] = await opened()
      const [one, other] = [await browser.visit(url), await browser.visit(url)]
      await one.getByRole('button', { name: 'Allow' }).click()
      await expect(one.locator('body')).toContainText('You can go back to Gatehouse.')
      expect(new URL(one.url()).hostname).toBe('127.0.0.1')
      await waitForServer(gatehouse.page, id, 'ready')
      await expect(signInCard(gatehouse.page)).toHaveCount(0)
      proves('signin.person.browser')
      // Nobody listens any more, and the second code is never exchanged.
      await other
        .getByRole('button', { name: 'Allow' })
        .click()
        .catch(() => undefined)
      await other.waitForTimeout(500)
      expect(other.url()).not.toContain('/authorize')
      expect(guarded.issuer.requests('/token')).toHaveLength(1)
      // The page that stays open, and what the browser remembers of it, lead nobody in again.
      await one.reload().catch(() => undefined)
      expect(guarded.issuer.requests('/token')).toHaveLength(1)
      proves('signin.person.windows')
    } finally {
      await browser.close()
    }
  },
)

test(
  'a person who denies in the browser is not signed in',
  nightly('signin.person.denied'),
  async ({ gatehouse }) => {
    const browser = await openBrowser()
    try {
      const opened = await watchBrowser(gatehouse.app)
      const id = await addGuarded(gatehouse.page, guarded)
      await press(gatehouse.page, /^Continue in browser/)
      await expect.poll(async () => (await opened()).length).toBe(1)
      const page = await browser.visit((await opened())[0] ?? '')
      await page.getByRole('button', { name: 'Deny' }).click()
      await expect(page.locator('body')).toContainText('You were not signed in')
      const failed = await waitForServer(gatehouse.page, id, 'failed')
      expect(JSON.stringify(failed.connection)).toContain('sign-in/denied')
      expect(guarded.issuer.requests('/token')).toEqual([])
      proves('signin.person.denied')
    } finally {
      await browser.close()
    }
  },
)
