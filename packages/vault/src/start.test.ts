import type { VaultState } from '@gatehouse/domain'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSecretVault } from './create-secret-vault.ts'
import { createMemoryKeytar, type MemoryKeytar } from './memory-keytar.ts'

async function open(keytar: MemoryKeytar, platform = 'linux') {
  const changes: VaultState[] = []
  const onStateChange = (state: VaultState) => void changes.push(state)
  const loadKeytar = () => keytar
  const options = { service: 'test', platform, loadKeytar, onStateChange, probeTimeoutMs: 50 }
  const vault = await createSecretVault(options)
  onTestFinished(() => vault.close())
  return { vault, changes }
}

describe('the start of the vault', () => {
  it.each(['linux', 'darwin', 'win32'])(
    'writes nothing on %s, and tries the keychain out before the first secret is kept',
    async (platform) => {
      const keytar = createMemoryKeytar()
      const calls: string[] = []
      keytar.before = (call, account) => void calls.push(`${call} ${account.split('/')[0]}`)
      const { vault } = await open(keytar, platform)
      expect(calls).toEqual(['get probe'])
      await vault.set('a', 'one')
      expect(calls.filter((call) => !call.startsWith('get'))).toEqual([
        'set probe',
        'delete probe',
        'set a',
      ])
      await vault.set('b', 'two')
      expect(calls.filter((call) => call === 'set probe')).toHaveLength(1)
      expect([...keytar.entries.keys()]).toEqual(['a', 'b'])
    },
  )

  it('writes nothing when the service responds late', async () => {
    const keytar = createMemoryKeytar()
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    keytar.before = () => gate
    const { vault, changes } = await open(keytar)
    expect(vault.state()).toMatchObject({ kind: 'memory', code: 'locked' })
    const written: string[] = []
    release()
    keytar.before = (call, account) => void (call === 'get' || written.push(account))
    await vi.waitFor(() => expect(changes.at(-1)?.kind).toBe('keychain'))
    expect(written).toEqual([])
  })

  it('claims no keychain that nobody has tried, until something was read from it or kept in it', async () => {
    const { vault } = await open(createMemoryKeytar())
    expect(vault.state()).toMatchObject({ kind: 'keychain', isUntried: true })
    await vault.set('a', 'one')
    expect(vault.state()).toEqual({ kind: 'keychain', name: 'Secret Service' })
  })

  it('is not unlocked by a look for what is probably not there', async () => {
    const keytar = createMemoryKeytar()
    const written: string[] = []
    keytar.before = (call, account) => void (call === 'get' || written.push(account))
    const { vault } = await open(keytar)
    expect(await vault.get('server/s/sign-in', { isExpected: false })).toEqual({ kind: 'absent' })
    expect(written).toEqual([])
    expect(vault.state()).toMatchObject({ isUntried: true })
    await vault.get('server/s/sign-in')
    expect(written).not.toEqual([])
  })
})
