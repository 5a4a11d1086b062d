import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { valueOfJson, type VaultState } from '@gatehouse/domain'
import { storedAuditKeySchema, type AuditCheck } from '@gatehouse/domain/audit'
import { bundlePackage, type Keyring, type PackageBundle, startKeyring } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Method } from './signed-record.ts'

const runFile = promisify(execFile)
const modulesOf = (name: string): string =>
  fileURLToPath(new URL(`../../../../../packages/${name}/node_modules`, import.meta.url))
const NODE_PATH = [modulesOf('vault'), modulesOf('store')].join(delimiter)

let program: PackageBundle

beforeAll(async () => {
  const entry = new URL('./signed-record.ts', import.meta.url)
  program = await bundlePackage(entry, ['keytar', 'libsql'])
}, 120_000)
afterAll(() => program.dispose())

async function openKeyring(options?: Parameters<typeof startKeyring>[0]): Promise<Keyring> {
  const keyring = await startKeyring(options)
  onTestFinished(() => keyring.stop())
  return keyring
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-signed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'gatehouse.db')
}

interface Run {
  call<T = null>(method: Method, ...args: string[]): Promise<T>
  check(): Promise<AuditCheck>
  /** Resolves once the key signs. */
  isSigning(): Promise<AuditCheck>
  quit(): Promise<void>
}

/** Starts the program, whose environment is that of the keyring alone. */
function start(
  keyring: Keyring,
  { file, profile = 'one' }: { file: string; profile?: string },
): Run {
  const child = fork(program.file, [file, profile], { env: { ...keyring.env, NODE_PATH } })
  let count = 0
  const call = async <T>(method: Method, ...args: string[]): Promise<T> => {
    const id = (count += 1)
    child.send({ id, method, args })
    return responseTo<T>(child, id)
  }
  const check = () => call<AuditCheck>('check')
  const quit = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.disconnect()
    await exit
  }
  onTestFinished(quit)
  return {
    call,
    check,
    async isSigning() {
      await expect.poll(async () => (await check()).signatures.key).toBe('used')
      return check()
    },
    quit,
  }
}

function responseTo<T>(child: ChildProcess, id: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: { id: number; value: T }): void => {
      if (message.id !== id) return
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(message.value)
    }
    const onExit = (): void => reject(new Error('The program ended before it responded.'))
    child.on('message', onMessage)
    child.once('exit', onExit)
  })
}

/** Returns the accounts of the keychain with their secrets, as another program finds them. */
async function entriesOf(keyring: Keyring): Promise<Map<string, string>> {
  const script = `require('keytar').findCredentials('gatehouse-test')
    .then((found) => console.log(JSON.stringify(found)))`
  const env = { ...keyring.env, NODE_PATH }
  const { stdout } = await runFile(process.execPath, ['-e', script], { env })
  const found = z.array(z.object({ account: z.string(), password: z.string() }))
  return new Map(
    found.parse(valueOfJson(stdout)).map(({ account, password }) => [account, password]),
  )
}

const keyIn = (entries: Map<string, string>, profile = 'one') =>
  storedAuditKeySchema.parse(valueOfJson(entries.get(`audit-key/${profile}`) ?? 'null'))

describe.runIf(process.platform === 'linux')('with a real Secret Service the record', () => {
  it('is signed from the first stored secret on, with a key that is in the keychain alone', async () => {
    const keyring = await openKeyring()
    const file = newFile()
    const run = start(keyring, { file })
    await run.call('append', 'a')
    expect(await run.call('get', 'provider/p/key')).toEqual({ kind: 'absent' })
    expect(await entriesOf(keyring)).toEqual(new Map())
    expect((await run.check()).signatures).toMatchObject({ key: 'closed', signed: 0 })
    await run.call('set', 'provider/p/key', 'sk-1')
    await run.isSigning()
    await run.call('append', 'b')
    expect(await run.check()).toMatchObject({
      records: 2,
      signatures: { key: 'used', signed: 1, begins: 1, through: 2 },
      fault: null,
    })
    const { secret } = keyIn(await entriesOf(keyring))
    await run.quit()
    expect(contentsBeside(file)).not.toContain(secret)
  })

  /** @threat record.rewritten-with-hashes */
  it('gets no signature and prompts nobody while the keychain is locked, and continues once it is unlocked', async () => {
    const keyring = await openKeyring({ prompter: 'hangs' })
    const file = newFile()
    const first = start(keyring, { file })
    await first.call('set', 'provider/p/key', 'sk-1')
    await first.isSigning()
    await first.call('append', 'a')
    await first.quit()
    await keyring.lock()
    const run = start(keyring, { file })
    await run.call('append', 'b')
    expect(await run.check()).toMatchObject({
      records: 2,
      signatures: { key: 'closed', signed: 1 },
      fault: null,
    })
    // A prompt would end as a keychain that does not respond.
    expect(await run.call<VaultState>('state')).toEqual({
      kind: 'keychain',
      name: 'Secret Service',
      isUntried: true,
    })
    await keyring.unlock()
    // As “Unlock” in the settings does.
    expect(await run.call('probe')).toMatchObject({ kind: 'keychain' })
    await run.isSigning()
    await run.call('append', 'c')
    expect(await run.check()).toMatchObject({
      signatures: { key: 'used', signed: 2, through: 3 },
      fault: null,
    })
  })

  it('has its anchor moved by a use of the keychain once a minute, and by no record', async () => {
    const keyring = await openKeyring()
    const file = newFile()
    const run = start(keyring, { file })
    await run.call('set', 'provider/p/key', 'sk-1')
    await run.isSigning()
    const anchored = async () => keyIn(await entriesOf(keyring)).anchor.record
    for (const id of ['a', 'b', 'c']) await run.call('append', id)
    await run.call('get', 'provider/p/key')
    await run.call('wait', '60000')
    await run.call('append', 'd')
    expect(await anchored()).toBe(0)
    await run.call('get', 'provider/p/key')
    await expect.poll(anchored).toBe(4)
    expect((await run.check()).signatures).toMatchObject({ anchored: 4, through: 4 })
    await run.call('append', 'e')
    await run.quit()
    const next = start(keyring, { file })
    await next.call('get', 'provider/p/key')
    await expect.poll(anchored).toBe(5)
  })

  /** @threat record.rewritten-with-hashes */
  it('is found to be an older copy, however much follows it, and keeps saying so', async () => {
    const keyring = await openKeyring()
    const file = newFile()
    const first = start(keyring, { file })
    await first.call('set', 'provider/p/key', 'sk-1')
    await first.isSigning()
    await first.call('append', 'a')
    await first.quit()
    const copy = newFile()
    copyFileSync(file, copy)
    const second = start(keyring, { file })
    await second.call('append', 'b')
    await second.call('append', 'c')
    await second.call('get', 'provider/p/key')
    await expect.poll(async () => keyIn(await entriesOf(keyring)).anchor.record).toBe(3)
    await second.quit()
    copyFileSync(copy, file)
    const run = start(keyring, { file })
    await run.call('get', 'provider/p/key')
    expect(await run.isSigning()).toMatchObject({ fault: { kind: 'missing-end', record: 1 } })
    for (const id of ['x', 'y', 'z']) await run.call('append', id)
    await run.call('wait', '60000')
    await run.call('get', 'provider/p/key')
    expect(await run.check()).toMatchObject({ fault: { kind: 'rewritten', record: 3 } })
    expect(keyIn(await entriesOf(keyring)).anchor.record).toBe(3)
    proves('audit.chain.signed')
  })

  it('of each profile has a key of its own', async () => {
    const keyring = await openKeyring()
    const files = { one: newFile(), two: newFile() }
    for (const profile of ['one', 'two'] as const) {
      const run = start(keyring, { file: files[profile], profile })
      await run.call('append', 'a')
      await run.call('set', `provider/${profile}/key`, 'sk-1')
      await run.isSigning()
      await run.quit()
    }
    const entries = await entriesOf(keyring)
    expect(keyIn(entries, 'one').secret).not.toBe(keyIn(entries, 'two').secret)
    // The data of one, started as the other.
    const run = start(keyring, { file: files.two, profile: 'one' })
    await run.call('append', 'b')
    await run.call('get', 'provider/one/key')
    expect((await run.isSigning()).fault).toMatchObject({ kind: 'rewritten', record: 1 })
  })
})

/** Returns the bytes of the record's file and of those beside it. */
function contentsBeside(file: string): string {
  const folder = join(file, '..')
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(folder, entry.name), 'latin1'))
    .join('\n')
}
