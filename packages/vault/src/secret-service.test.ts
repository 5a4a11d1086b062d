import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  bundlePackage,
  type Keyring,
  type KeyringOptions,
  type PackageBundle,
  startKeyring,
} from '@gatehouse/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startVaultProcess, type VaultProcess } from './vault-process.ts'

const runFile = promisify(execFile)
const there = (secret: string) => ({ kind: 'there', secret })
const SECRET = 'sk-real-secret-日本-😀'
const keychain = { kind: 'keychain', name: 'Secret Service' }
const untried = { ...keychain, isUntried: true }

let bundle: PackageBundle
let disposers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  bundle = await bundlePackage(new URL('./index.ts', import.meta.url), ['keytar'])
}, 60_000)

afterAll(() => bundle.dispose())

afterEach(async () => {
  for (const dispose of disposers.reverse()) await dispose()
  disposers = []
})

async function keyring(options?: KeyringOptions): Promise<Keyring> {
  const started = await startKeyring(options)
  disposers.push(() => started.stop())
  return started
}

async function vaultIn(env: Record<string, string>): Promise<VaultProcess> {
  const started = await startVaultProcess(bundle, env)
  disposers.push(() => started.quit())
  return started
}

describe.runIf(process.platform === 'linux')('with a real Secret Service', () => {
  it('does not lose a secret between two runs, nor write it to a file in the clear', async () => {
    const ring = await keyring()
    const first = await vaultIn(ring.env)
    expect(first.opened.state).toEqual(untried)
    await first.call('set', 'provider/a/key', SECRET)
    await first.call('set', 'provider/b/key', 'other')
    await first.call('set', 'provider/a/empty', '')
    await first.quit()
    const second = await vaultIn(ring.env)
    expect(await second.call('get', 'provider/a/key')).toEqual(there(SECRET))
    expect(await second.call('get', 'provider/a/empty')).toEqual(there(''))
    await second.call('delete', 'provider/a/key')
    expect(await second.call('get', 'provider/a/key')).toEqual({ kind: 'absent' })
    expect(await second.call('get', 'provider/b/key')).toEqual(there('other'))
    expect(await second.changes()).toEqual([keychain])
    expect(contentsBelow(ring.folder)).not.toContain('sk-real-secret')
  })

  it('puts the secret where other programs of the person find it, and nothing else', async () => {
    const ring = await keyring()
    const vault = await vaultIn(ring.env)
    await vault.call('set', 'provider/a/key', SECRET)
    // No entry of the probe is left behind.
    expect(await allEntries(ring)).toEqual([{ account: 'provider/a/key', password: SECRET }])
  })

  it('does not claim a keychain without a bus', async () => {
    const ring = await keyring({ service: 'none' })
    const { DBUS_SESSION_BUS_ADDRESS: _address, ...env } = ring.env
    const absent = [env, { ...env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' }]
    for (const other of [...absent, { ...env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }]) {
      const vault = await vaultIn(other)
      expect(vault.opened.state).toMatchObject({
        kind: 'memory',
        code: 'no-bus',
        reason: expect.stringContaining('no D-Bus session'),
        remedy: expect.stringContaining('sudo apt install dbus-user-session gnome-keyring'),
      })
      await vault.call('set', 'provider/a/key', SECRET)
      expect(await vault.call('get', 'provider/a/key')).toEqual(there(SECRET))
      await vault.quit()
    }
  })

  it('moves what was kept in memory into a service that is started later', async () => {
    const ring = await keyring({ service: 'none' })
    const vault = await vaultIn(ring.env)
    expect(vault.opened.state).toMatchObject({
      code: 'no-service',
      remedy: expect.stringContaining('sudo apt install gnome-keyring libsecret-1-0'),
    })
    await vault.call('set', 'provider/a/key', SECRET)
    await vault.call('set', 'provider/b/key', 'gone')
    await vault.call('delete', 'provider/b/key')
    await ring.startService()
    expect(await vault.call('probe')).toEqual(keychain)
    expect(await vault.changes()).toEqual([keychain])
    await vault.quit()
    const next = await vaultIn(ring.env)
    expect(await next.call('get', 'provider/a/key')).toEqual(there(SECRET))
    expect(await next.call('get', 'provider/b/key')).toEqual({ kind: 'absent' })
  })

  it('does not fail on a service that has no keyring', async () => {
    const ring = await keyring({ service: 'without-collection' })
    const vault = await vaultIn(ring.env)
    await vault.call('set', 'provider/a/key', SECRET)
    expect(await vault.call('state')).toMatchObject({
      code: 'no-collection',
      remedy: expect.stringContaining('sudo apt install seahorse'),
    })
  })

  it('does not lose a secret that is set after the keyring was locked', async () => {
    const ring = await keyring()
    const vault = await vaultIn(ring.env)
    await vault.call('set', 'provider/a/key', 'before')
    await ring.lock()
    await vault.call('set', 'provider/a/key', SECRET)
    expect(await vault.call('state')).toMatchObject({ kind: 'memory', code: 'locked' })
    expect(await vault.changes()).toHaveLength(2)
    expect(await vault.call('get', 'provider/a/key')).toEqual(there(SECRET))
    expect(await vault.call('probe')).toMatchObject({ code: 'locked' })
  })

  it('reads again what is in a keyring that was unlocked', async () => {
    const ring = await keyring()
    const vault = await vaultIn(ring.env)
    await vault.call('set', 'a', SECRET)
    await ring.lock()
    expect(await vault.call('probe')).toMatchObject({ kind: 'memory', code: 'locked' })
    expect(await vault.call('get', 'a')).toMatchObject({ kind: 'locked' })
    await ring.unlock()
    expect(await vault.call('probe')).toEqual(keychain)
    expect(await vault.call('get', 'a')).toEqual(there(SECRET))
  })

  it('does not take a locked keyring for an empty one', async () => {
    const ring = await keyring()
    const vault = await vaultIn(ring.env)
    await vault.call('set', 'provider/a/key', SECRET)
    await vault.call('set', 'provider/b/key', SECRET)
    await ring.lock()
    expect(await vault.call('get', 'provider/a/key')).toMatchObject({ kind: 'locked' })
    expect(await vault.call('state')).toMatchObject({ kind: 'memory', code: 'locked' })
    const fresh = await vaultIn(ring.env)
    expect(await fresh.call('get', 'provider/a/key')).toMatchObject({ kind: 'locked' })
    expect(await fresh.call('state')).toMatchObject({ code: 'locked' })
  })

  it('reports what is there and what is not, and nothing of either while it is locked', async () => {
    const ring = await keyring()
    const vault = await vaultIn(ring.env)
    await vault.call('set', 'provider/a/key', SECRET)
    await vault.call('set', 'provider/b/key', '')
    const refs = ['provider/a/key', 'provider/gone/key', 'provider/b/key']
    expect(await vault.call('presenceOf', refs)).toEqual(['kept', 'absent', 'kept'])
    await ring.lock()
    expect(await vault.call('presenceOf', refs)).toEqual(['locked', 'locked', 'locked'])
    await vault.call('set', 'provider/c/key', SECRET)
    expect(await vault.call('presenceOf', ['provider/c/key', ...refs])).toEqual([
      'until-quit',
      'locked',
      'locked',
      'locked',
    ])
  })

  it('does not forget to delete what could not be deleted while locked', async () => {
    const ring = await keyring()
    const vault = await vaultIn(ring.env)
    await vault.call('set', 'provider/a/key', SECRET)
    await ring.lock()
    await vault.call('delete', 'provider/a/key')
    expect(await vault.call('get', 'provider/a/key')).toEqual({ kind: 'absent' })
    expect(await vault.call('state')).toMatchObject({ code: 'locked' })
  })

  it('does not crash or hang when the service is killed in between', async () => {
    const ring = await keyring()
    const vault = await vaultIn(ring.env)
    await vault.call('set', 'provider/a/key', 'before')
    await ring.killService()
    expect(await vault.call('get', 'provider/a/key')).toMatchObject({ kind: 'unavailable' })
    expect(await vault.call('state')).toMatchObject({ kind: 'memory', code: 'no-service' })
    await vault.call('set', 'provider/a/key', SECRET)
    expect(await vault.call('get', 'provider/a/key')).toEqual(there(SECRET))
    await ring.startService()
    // libsecret keeps its connection to the service that is gone, and the error names the remedy.
    const state = await vault.call('probe')
    expect([
      keychain,
      expect.objectContaining({ remedy: 'Quit Gatehouse and start it again.' }),
    ]).toContainEqual(state)
    expect(await vault.call('get', 'provider/a/key')).toEqual(there(SECRET))
    const next = await vaultIn(ring.env)
    expect(next.opened.state).toEqual(untried)
  })

  it('asks for no password at the start, as nothing is read or kept', async () => {
    const ring = await keyring({ prompter: 'hangs' })
    await ring.lock()
    // A question would end as a keychain that does not respond in time.
    const vault = await vaultIn(ring.env)
    expect(vault.opened.state).toEqual(untried)
  })

  it('does not keep the app from going on or quitting while a password is being asked for', async () => {
    const ring = await keyring({ prompter: 'hangs' })
    await ring.lock()
    const vault = await vaultIn(ring.env)
    await vault.call('set', 'provider/a/key', SECRET)
    expect(await vault.call('state')).toMatchObject({
      kind: 'memory',
      code: 'locked',
      reason: expect.stringContaining('did not respond within 2 seconds'),
    })
    expect(await vault.call('get', 'provider/a/key')).toEqual(there(SECRET))
    expect(await vault.quit()).toBeLessThan(1000)
  })

  it('does not keep the app from starting without libsecret', async () => {
    const ring = await keyring()
    const broken = mkdtempSync(join(tmpdir(), 'gatehouse-no-libsecret-'))
    disposers.push(async () => rmSync(broken, { recursive: true }))
    writeFileSync(join(broken, 'libsecret-1.so.0'), '')
    const vault = await vaultIn({ ...ring.env, LD_LIBRARY_PATH: broken })
    expect(vault.opened.state).toMatchObject({
      kind: 'memory',
      code: 'no-library',
      remedy: expect.stringContaining('sudo apt install libsecret-1-0'),
    })
    await vault.call('set', 'provider/a/key', SECRET)
    expect(await vault.call('get', 'provider/a/key')).toEqual(there(SECRET))
  })
})

/** Returns the entries that another program, knowing nothing of the vault, finds under the service's name. */
async function allEntries(ring: Keyring): Promise<unknown> {
  const script = `require('keytar').findCredentials('gatehouse-test')
    .then((found) => console.log(JSON.stringify(found)))`
  const env = { ...ring.env, ...bundle.env }
  const { stdout } = await runFile(process.execPath, ['-e', script], { env })
  return JSON.parse(stdout)
}

function contentsBelow(folder: string): string {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}
