import { startKeyring, type Keyring } from '@gatehouse/testkit'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { keychainEntries } from './support/keychain.ts'
import { request } from './support/routes.ts'
import { filesWith } from './support/scratch.ts'
import { openServer, waitForServer } from './support/servers.ts'
import { addGuarded, addSignedIn, press, run } from './support/sign-in/sign-in-steps.ts'
import {
  signInAt,
  signInCard,
  startGuardedServer,
  watchBrowser,
  type GuardedServer,
} from './support/sign-in/sign-in.ts'

test.use({ ownApp: true })

/** A longer run: `GATEHOUSE_RESTARTS=20 npm test -- e2e sign-in-keychain.spec.ts -g "started again"`. */
const RESTARTS = Number(process.env['GATEHOUSE_RESTARTS'] ?? 3)

test.skip(process.platform !== 'linux', 'Only a Secret Service can be started for one test.')

let guarded: GuardedServer
test.beforeEach(async () => {
  guarded = await startGuardedServer()
})
test.afterEach(() => guarded.close())

/** Every token that works now and every other secret of a sign-in, wherever it is looked for. */
function expectNowhere(gatehouse: Gatehouse): void {
  const secrets = guarded.issuer.secrets()
  expect(secrets.length).toBeGreaterThanOrEqual(4)
  for (const secret of secrets) expect(filesWith(gatehouse.userData, secret)).toEqual([])
}

async function withKeyring(use: (keyring: Keyring) => Promise<void>): Promise<void> {
  const keyring = await startKeyring()
  try {
    await use(keyring)
  } finally {
    await keyring.stop()
  }
}

test(
  'a keychain that is locked at a start is reported, and once it is open the start continues without a sign-in',
  nightly('signin.keychain.locked'),
  async ({ launch }) => {
    await withKeyring(async (keyring) => {
      const gatehouse = await launch({ env: keyring.env })
      const { id } = await addSignedIn(gatehouse, guarded)
      await gatehouse.quit()
      await keyring.lock()
      await gatehouse.restart()
      const { page } = gatehouse
      await request(page, 'server.start', { id }).catch(() => undefined)
      const failed = await waitForServer(page, id, 'failed')
      expect(JSON.stringify(failed.connection)).toContain('sign-in/locked')
      await page.keyboard.press('Control+2')
      await openServer(page, 'guarded')
      await expect(
        page.getByText(/is in a keychain that cannot be read now\. Unlock it/).first(),
      ).toBeVisible()
      expect(await request(page, 'ask.list', {})).toEqual([])
      expect(guarded.issuer.requests('/authorize')).toHaveLength(1)
      await keyring.unlock()
      await expect(async () => {
        await page
          .getByRole('button', { name: 'Retry', exact: true })
          .first()
          .click({ timeout: 1000 })
        await waitForServer(page, id, 'ready')
      }).toPass({ timeout: 30_000 })
      expect(await request(page, 'ask.list', {})).toEqual([])
      expect(guarded.issuer.requests('/authorize')).toHaveLength(1)
      proves('signin.keychain.locked')
    })
  },
)

/** @threat oauth.secrets-at-rest */
test(
  'tokens that came while the keychain was locked get there once it is open, and nowhere else',
  nightly('signin.keychain.later'),
  async ({ launch }) => {
    await withKeyring(async (keyring) => {
      const gatehouse = await launch({ env: keyring.env })
      const { id } = await addSignedIn(gatehouse, guarded)
      let { page } = gatehouse
      await keyring.lock()
      guarded.issuer.expireAll()
      const call = await run(page, id, { toolName: 'echo', text: 'while locked' })
      await expect.poll(call).toContain('while locked')
      expect(await request(page, 'app.vault', {})).toMatchObject({ kind: 'memory', code: 'locked' })
      expectNowhere(gatehouse)
      await keyring.unlock()
      expect(await request(page, 'app.probe-vault', {})).toMatchObject({ kind: 'keychain' })
      const kept = JSON.stringify(keychainEntries(keyring.env))
      const [access, refresh] = guarded.issuer.secrets().slice(-2)
      expect(kept).toContain(access)
      expect(kept).toContain(refresh)
      await gatehouse.restart()
      ;({ page } = gatehouse)
      await request(page, 'server.start', { id }).catch(() => undefined)
      await waitForServer(page, id, 'ready')
      expect(guarded.issuer.requests('/authorize')).toHaveLength(1)
      proves('signin.keychain.later')
      await request(page, 'server.remove', { id })
      expect(keychainEntries(keyring.env).filter(({ account }) => account.includes(id))).toEqual([])
    })
  },
)

/** @threat oauth.secrets-at-rest */
test(
  'without a keychain a sign-in is kept until quit, the card says so, and nothing is written',
  nightly('signin.keychain.none'),
  async ({ launch }) => {
    await withKeyring(async (keyring) => {
      const gatehouse = await launch({ env: keyring.env })
      // The app tries the keychain at its start with an entry of its own, which must be gone before the service is.
      const probed = () => request(gatehouse.page, 'app.probe-vault', {})
      expect(await probed()).toMatchObject({ kind: 'keychain' })
      await expect.poll(() => keychainEntries(keyring.env)).toEqual([])
      await keyring.killService()
      expect(await probed()).toMatchObject({ kind: 'memory' })
      const opened = await watchBrowser(gatehouse.app)
      let { page } = gatehouse
      const id = await addGuarded(page, guarded)
      await expect(signInCard(page)).toContainText(
        'Secrets are kept in memory only and are lost when you quit.',
      )
      await press(page, /^Continue in browser/)
      await expect.poll(async () => (await opened()).length).toBe(1)
      await signInAt((await opened())[0])
      await waitForServer(page, id, 'ready')
      guarded.issuer.expireAll()
      const call = await run(page, id, { toolName: 'echo', text: 'from memory' })
      await expect.poll(call).toContain('from memory')
      await gatehouse.restart()
      ;({ page } = gatehouse)
      await request(page, 'server.start', { id }).catch(() => undefined)
      await page.keyboard.press('Control+3')
      await expect(signInCard(page)).toBeVisible({ timeout: 20_000 })
      await gatehouse.quit()
      expectNowhere(gatehouse)
      // What was said is found by the same search, so the search itself works.
      expect(filesWith(gatehouse.userData, 'from memory')).not.toEqual([])
      await keyring.startService()
      expect(keychainEntries(keyring.env)).toEqual([])
      proves('signin.keychain.none')
    })
  },
)

test(
  `an app that is started again ${RESTARTS} times, once while a token is refreshed, signs in once`,
  nightly('signin.kept.quit'),
  async ({ gatehouse }) => {
    test.setTimeout(60_000 + RESTARTS * 20_000)
    const { issuer } = guarded
    const { id } = await addSignedIn(gatehouse, guarded)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let isHeld = false
    issuer.behaviour.atRefresh = (stage) => {
      isHeld = stage === 'given'
      return isHeld ? held : undefined
    }
    issuer.expireAll()
    await run(gatehouse.page, id, { toolName: 'echo', text: 'left behind' })
    await expect.poll(() => isHeld).toBe(true)
    const leaving = gatehouse.quit()
    await new Promise((resolve) => setTimeout(resolve, 700))
    release()
    await leaving
    issuer.behaviour.atRefresh = undefined
    for (let start = 0; start < RESTARTS; start += 1) {
      await gatehouse.restart()
      issuer.expireAll()
      await request(gatehouse.page, 'server.start', { id }).catch(() => undefined)
      await waitForServer(gatehouse.page, id, 'ready')
      expect(await request(gatehouse.page, 'ask.list', {})).toEqual([])
    }
    expect(issuer.requests('/authorize')).toHaveLength(1)
    expect(issuer.requests('/register')).toHaveLength(1)
    proves('signin.kept.quit')
  },
)

/**
 * @threat oauth.secrets-at-rest
 * @attacker program
 * @tries To find tokens, codes or verifiers in files of the profile.
 * @stoppedBy Tokens are in the keychain alone; codes and verifiers are nowhere.
 * @remains Programs of the same person can ask the keychain where the system lets them.
 */
test(
  'a crash of the window and of the app leaves no token, code or verifier in a file',
  nightly('signin.secrets.crash'),
  async ({ gatehouse }) => {
    const { id } = await addSignedIn(gatehouse, guarded)
    const { app, page } = gatehouse
    guarded.issuer.expireAll()
    const call = await run(page, id, { toolName: 'echo', text: 'before the crash' })
    await expect.poll(call).toContain('before the crash')
    const reports = await app.evaluate(({ app: electron }) => electron.getPath('crashDumps'))
    expect(reports.startsWith(gatehouse.userData)).toBe(true)
    const gone = new Promise((resolve) => page.once('crash', resolve))
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    )
    await gone
    const ended = new Promise((resolve) => gatehouse.process.once('exit', resolve))
    await app.evaluate(() => process.crash()).catch(() => undefined)
    await ended
    expectNowhere(gatehouse)
    expect(filesWith(gatehouse.userData, 'before the crash')).not.toEqual([])
    proves('signin.secrets.crash')
  },
)
