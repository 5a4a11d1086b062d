import { startKeyring, startReferenceServer } from '@gatehouse/testkit'
import { bringToFront, expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { keychainEntries } from './support/keychain.ts'
import { openBrowser } from './support/sign-in/person-browser.ts'
import { request } from './support/routes.ts'
import { filesWith } from './support/scratch.ts'
import { openServer, openServerTab, waitForServer } from './support/servers.ts'
import { addGuarded, press, run } from './support/sign-in/sign-in-steps.ts'
import { signInCard, startGuardedServer, watchBrowser } from './support/sign-in/sign-in.ts'

test.skip(process.platform !== 'linux', 'Only a Secret Service can be started for one test.')

test(
  'server-everything is signed in to with a real browser, given more access while the keychain is locked, and used after a restart and without a keychain',
  nightly('signin.kept.window'),
  async ({ launch }) => {
    const everything = await startReferenceServer()
    const guarded = await startGuardedServer({
      target: everything.url,
      toolScopes: { 'get-sum': 'numbers:add' },
    })
    const keyring = await startKeyring()
    const browser = await openBrowser()
    const { issuer } = guarded
    issuer.behaviour.consent = 'page'
    try {
      const gatehouse = await launch({ env: keyring.env })
      let { page } = gatehouse
      const opened = await watchBrowser(gatehouse.app)
      const agree = async (pages: () => Promise<string[]>, at: number): Promise<void> => {
        await press(page, /^Continue in browser/)
        await expect.poll(async () => (await pages()).length).toBe(at + 1)
        const shown = await browser.visit((await pages())[at] ?? '')
        await shown.getByRole('button', { name: 'Allow' }).click()
        await expect(shown.locator('body')).toContainText('You can go back to Gatehouse.')
        // And so they do.
        await shown.close()
        await bringToFront(gatehouse.app)
      }
      const id = await addGuarded(page, guarded)
      await agree(opened, 0)
      await waitForServer(page, id, 'ready')
      const echo = await run(page, id, { toolName: 'echo', message: 'signed in' })
      await expect.poll(echo).toContain('signed in')

      await keyring.lock()
      const sum = await run(page, id, { toolName: 'get-sum', a: 20, b: 22 })
      await page.keyboard.press('Control+3')
      await expect(signInCard(page)).toContainText('numbers:add')
      await agree(opened, 1)
      await expect.poll(sum).toContain('42')
      expect(await request(page, 'app.vault', {})).toMatchObject({ kind: 'memory', code: 'locked' })
      await keyring.unlock()
      expect(await request(page, 'app.probe-vault', {})).toMatchObject({ kind: 'keychain' })

      await gatehouse.restart()
      ;({ page } = gatehouse)
      issuer.expireAll()
      await request(page, 'server.start', { id }).catch(() => undefined)
      await waitForServer(page, id, 'ready')
      const again = await run(page, id, { toolName: 'get-sum', a: 1, b: 2 })
      await expect.poll(again).toContain('3')
      expect(await request(page, 'ask.list', {})).toEqual([])
      expect(issuer.requests('/register')).toHaveLength(1)

      await openServer(page, 'guarded')
      await openServerTab(page, 'Authentication')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page.getByTestId('sign-in-account')).toContainText('Signed out')
      const left = keychainEntries(keyring.env)
      expect(left.filter(({ account }) => account.includes(id))).toEqual([])
      const text = JSON.stringify(left)
      for (const secret of issuer.secrets()) expect(text).not.toContain(secret)

      await keyring.killService()
      await request(page, 'app.probe-vault', {})
      const reopened = await watchBrowser(gatehouse.app)
      await request(page, 'server.start', { id }).catch(() => undefined)
      await page.keyboard.press('Control+3')
      await expect(signInCard(page)).toContainText('Secrets are kept in memory only')
      await agree(reopened, 0)
      await waitForServer(page, id, 'ready')
      issuer.expireAll()
      const without = await run(page, id, { toolName: 'echo', message: 'without a keychain' })
      await expect.poll(without).toContain('without a keychain')
      await gatehouse.quit()
      for (const secret of issuer.secrets())
        expect(filesWith(gatehouse.userData, secret)).toEqual([])
      proves('signin.kept.window')
    } finally {
      await browser.close()
      await Promise.all([guarded.close(), everything.close(), keyring.stop()])
    }
  },
)
