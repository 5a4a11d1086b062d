import type { VaultState } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ClosableVault, createSecretVault } from './create-secret-vault.ts'
import { createMemoryKeytar, type MemoryKeytar } from './memory-keytar.ts'

const there = (secret: string) => ({ kind: 'there', secret })

const locked = new Error('Cannot create an item in a locked collection')

async function open(
  keytar: MemoryKeytar,
  platform = 'linux',
  options: { laterMs?: number } = {},
): Promise<{ vault: ClosableVault; changes: VaultState[] }> {
  const changes: VaultState[] = []
  const vault = await createSecretVault({
    service: 'test',
    platform,
    loadKeytar: () => keytar,
    probeTimeoutMs: 50,
    operationTimeoutMs: 50,
    onStateChange: (state) => changes.push(state),
    ...options,
  })
  onTestFinished(() => vault.close())
  return { vault, changes }
}

/** Makes every call wait until `release` is called. */
function hold(keytar: MemoryKeytar): { release: () => void } {
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  keytar.before = () => gate
  return {
    release: () => {
      keytar.before = () => undefined
      release()
    },
  }
}

describe('closing the vault', () => {
  it('waits for the call that is under way', async () => {
    const keytar = createMemoryKeytar()
    const { vault } = await open(keytar)
    const { release } = hold(keytar)
    const reading = vault.get('a')
    await new Promise((resolve) => setTimeout(resolve, 5))
    let closed = false
    const closing = vault.close().then(() => (closed = true))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(closed).toBe(false)
    release()
    await closing
    expect(await reading).toMatchObject({ kind: 'locked' })
  })

  it('begins no other call, whoever works through a list of secrets', async () => {
    const keytar = createMemoryKeytar()
    const { vault } = await open(keytar)
    const begun: (string | undefined)[] = []
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    keytar.before = (_call, account) => {
      begun.push(account)
      return gate
    }
    const list = Promise.all(['a', 'b', 'c'].map((ref) => vault.get(ref)))
    await vi.waitFor(() => expect(begun).toEqual(['a']))
    const closing = vault.close()
    release()
    await closing
    await list
    await vault.set('d', 'late')
    await vault.probe()
    expect(begun).toEqual(['a'])
  })

  it('does not wait for a person who is asked for the password', async () => {
    const keytar = createMemoryKeytar()
    const { vault } = await open(keytar)
    hold(keytar)
    const reading = vault.get('a')
    const begin = performance.now()
    await vault.close()
    expect(performance.now() - begin).toBeLessThan(2000)
    await reading
  })
})

describe('a keychain that waits for its password', () => {
  it('is used as soon as it responds, with what was set meanwhile', async () => {
    const keytar = createMemoryKeytar()
    const { release } = hold(keytar)
    const { vault, changes } = await open(keytar)
    expect(vault.state()).toMatchObject({ kind: 'memory', code: 'locked' })
    await vault.set('a', 'one')
    release()
    await vi.waitFor(() => expect(changes.at(-1)?.kind).toBe('keychain'))
    expect([...keytar.entries]).toEqual([['a', 'one']])
    expect(await vault.get('a')).toEqual(there('one'))
  })

  it('does not bring an older secret back when it responds late', async () => {
    const keytar = createMemoryKeytar()
    const { vault, changes } = await open(keytar)
    const { release } = hold(keytar)
    await vault.set('a', 'old')
    expect(vault.state()).toMatchObject({ kind: 'memory', code: 'locked' })
    await vault.set('a', 'new')
    expect(await vault.get('a')).toEqual(there('new'))
    await vault.set('b', 'x')
    await vault.delete('b')
    release()
    await vi.waitFor(() => expect(changes.at(-1)?.kind).toBe('keychain'))
    expect([...keytar.entries]).toEqual([['a', 'new']])
  })

  it('does not block more than one thread, however much is asked', async () => {
    const keytar = createMemoryKeytar()
    const { vault } = await open(keytar)
    const { release } = hold(keytar)
    await Promise.all(['a', 'b', 'c', 'd'].map((ref) => vault.get(ref)))
    await vault.probe()
    release()
    expect(keytar.mostAtOnce()).toBe(1)
  })
})

describe('a keychain that refuses', () => {
  it.runIf(process.platform === 'linux')(
    'is read once more when it had nothing, as it may have been locked until then',
    async () => {
      const keytar = createMemoryKeytar()
      const { vault } = await open(keytar)
      await vault.set('a', 'kept')
      const read = keytar.getPassword
      let misses = 1
      keytar.getPassword = (service, account) =>
        account === 'a' && misses-- > 0 ? Promise.resolve(null) : read(service, account)
      expect(await vault.get('a')).toEqual(there('kept'))
      expect(await vault.get('b')).toEqual({ kind: 'absent' })
    },
  )

  it('is asked once more when an entry of another program went while it looked', async () => {
    const keytar = createMemoryKeytar()
    const { vault } = await open(keytar)
    await vault.set('a', 'kept')
    let failures = 1
    keytar.before = () => {
      if (failures-- > 0) throw new Error('No such secret item at path: /org/freedesktop/secrets/1')
    }
    expect(await vault.get('a')).toEqual(there('kept'))
    expect(vault.state().kind).toBe('keychain')
  })

  it('does not let an earlier set that failed undo a later one that did not', async () => {
    const keytar = createMemoryKeytar()
    const { vault } = await open(keytar)
    let failures = 1
    keytar.before = (call, account) => {
      if (call === 'set' && account === 'a' && failures-- > 0) throw locked
    }
    await Promise.all([vault.set('a', 'first'), vault.set('a', 'second')])
    expect(await vault.get('a')).toEqual(there('second'))
    await vault.probe()
    expect(keytar.entries.get('a')).toBe('second')
  })

  it(
    'gets what it refused once again by itself, and keeps it in memory meanwhile',
    {
      timeout: 20_000,
    },
    async () => {
      const keytar = createMemoryKeytar()
      const { vault, changes } = await open(keytar, 'linux', { laterMs: 400 })
      await vault.set('a', 'former')
      let failures = 2
      keytar.before = (call) => {
        if (call === 'set' && failures-- > 0) throw new Error('Something else happened.')
      }
      await vault.set('a', 'rotated')
      expect(changes.map(({ kind }) => kind)).toEqual(['keychain', 'memory'])
      expect(await vault.get('a')).toEqual(there('rotated'))
      expect(keytar.entries.get('a')).toBe('former')
      const isTaken = () =>
        expect(changes.map(({ kind }) => kind)).toEqual(['keychain', 'memory', 'keychain'])
      await vi.waitFor(isTaken, 15_000)
      expect(keytar.entries.get('a')).toBe('rotated')
    },
  )

  it('is not tried again by itself while each try asks for a password', async () => {
    const keytar = createMemoryKeytar()
    const { vault } = await open(keytar, 'linux', { laterMs: 5 })
    let tries = 0
    keytar.before = () => {
      tries += 1
      throw locked
    }
    await vault.set('a', 'kept')
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(tries).toBe(1)
    await vault.close()
  })

  it('does not lose what is set while kept secrets are being moved', async () => {
    const keytar = createMemoryKeytar()
    keytar.before = () => {
      throw locked
    }
    const { vault } = await open(keytar)
    await vault.set('a', 'old')
    await vault.set('gone', 'x')
    await vault.delete('gone')
    let late: Promise<void> | undefined
    keytar.before = (call, account) => {
      if (call === 'set' && account === 'a') late ??= vault.set('a', 'new')
    }
    expect(await vault.probe()).toEqual({ kind: 'keychain', name: 'Secret Service' })
    await late
    expect([...keytar.entries]).toEqual([['a', 'new']])
  })

  it('reports each change once and keeps a locked delete for later', async () => {
    const keytar = createMemoryKeytar()
    const { vault, changes } = await open(keytar)
    await vault.set('a', 'secret')
    keytar.before = () => {
      throw locked
    }
    await vault.delete('a')
    await vault.set('b', 'x')
    await vault.probe()
    keytar.before = () => undefined
    await vault.probe()
    expect(changes.map(({ kind }) => kind)).toEqual(['keychain', 'memory', 'keychain'])
    expect([...keytar.entries]).toEqual([['b', 'x']])
  })

  it('does not put a secret into the reason that is shown', async () => {
    const keytar = createMemoryKeytar()
    keytar.before = () => {
      throw new Error('Something\nelse   happened.')
    }
    for (const [platform, name] of [
      ['darwin', 'Keychain'],
      ['win32', 'Credential Manager'],
      ['linux', 'Secret Service'],
    ] as const) {
      const { vault } = await open(keytar, platform)
      await vault.set('a', 'hidden-secret')
      expect(vault.state()).toMatchObject({
        code: 'unknown',
        reason: expect.stringContaining(`${name} reported: Something else happened.`),
      })
      expect(JSON.stringify(vault.state())).not.toContain('hidden-secret')
    }
  })

  it('calls a locked macOS keychain locked, not broken', async () => {
    const keytar = createMemoryKeytar()
    keytar.before = () => {
      throw new Error('User interaction is not allowed.')
    }
    const { vault } = await open(keytar, 'darwin')
    expect(vault.state()).toMatchObject({
      code: 'locked',
      remedy: expect.stringContaining('Unlock'),
    })
  })
})

describe('Credential Manager, which takes 2560 bytes for one entry', () => {
  const long = '密钥😀'.repeat(1500)

  it('does not cut or refuse a long secret, and leaves no part of it behind', async () => {
    const keytar = createMemoryKeytar(2560)
    const { vault } = await open(keytar, 'win32')
    await vault.set('a', long)
    expect(keytar.entries.size).toBeGreaterThan(6)
    expect(await vault.get('a')).toEqual(there(long))
    await vault.set('a', `${long}!`)
    expect(await vault.get('a')).toEqual(there(`${long}!`))
    await vault.set('a', 'short')
    expect([...keytar.entries]).toEqual([['a', 'short']])
    await vault.set('a', long)
    await vault.delete('a')
    expect(keytar.entries.size).toBe(0)
    expect(vault.state()).toMatchObject({ kind: 'keychain', name: 'Credential Manager' })
  })

  it('does not leave half a secret when it fails in the middle', async () => {
    const keytar = createMemoryKeytar(2560)
    const { vault } = await open(keytar, 'win32')
    await vault.set('a', long)
    let sets = 0
    keytar.before = (call) => {
      if (call === 'set' && (sets += 1) === 3) throw new Error('Not enough storage.')
    }
    await vault.set('a', `new ${long}`)
    keytar.before = () => undefined
    const { vault: next } = await open(keytar, 'win32')
    expect(await next.get('a')).toEqual(there(long))
    expect(await vault.get('a')).toEqual(there(`new ${long}`))
  })

  it.each(['', 'gatehouse-parts:2:x', 'nul \0 inside'])(
    'gives %j back as it was',
    async (secret) => {
      for (const platform of ['win32', 'linux']) {
        const keytar = createMemoryKeytar()
        const { vault } = await open(keytar, platform)
        await vault.set('a', secret)
        const { vault: next } = await open(keytar, platform)
        expect(await next.get('a')).toEqual(there(secret))
      }
    },
  )
})

describe('reading a secret', () => {
  it('reports what is there, what is absent, and what cannot be read now', async () => {
    const keytar = createMemoryKeytar()
    const { vault } = await open(keytar, 'darwin')
    await vault.set('a', 'kept')
    expect(await vault.get('a')).toEqual(there('kept'))
    expect(await vault.get('b')).toEqual({ kind: 'absent' })
    keytar.before = () => {
      throw new Error('User interaction is not allowed.')
    }
    expect(await vault.get('a')).toMatchObject({
      kind: 'locked',
      remedy: expect.stringContaining('Unlock'),
    })
    expect(await vault.get('never set')).toMatchObject({ kind: 'locked' })
    keytar.before = () => {
      throw new Error('The disk is on fire.')
    }
    await vault.probe()
    expect(await vault.get('a')).toMatchObject({ kind: 'unavailable' })
    proves('vault.read-results.four')
  })

  it('reads again by itself some time after the keychain could not be used', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const keytar = createMemoryKeytar()
      const { vault } = await open(keytar, 'darwin')
      await vault.set('a', 'kept')
      keytar.before = () => {
        throw new Error('User interaction is not allowed.')
      }
      expect(await vault.get('a')).toMatchObject({ kind: 'locked' })
      keytar.before = () => undefined
      expect(await vault.get('a')).toMatchObject({ kind: 'locked' })
      vi.advanceTimersByTime(5000)
      expect(await vault.get('a')).toEqual(there('kept'))
      proves('vault.read-results.again')
    } finally {
      vi.useRealTimers()
    }
  })

  it('finds what is kept in memory, and that it was deleted there, while the keychain is locked', async () => {
    const keytar = createMemoryKeytar()
    const { vault } = await open(keytar, 'darwin')
    keytar.before = () => {
      throw new Error('User interaction is not allowed.')
    }
    await vault.set('a', 'typed again')
    expect(await vault.get('a')).toEqual(there('typed again'))
    await vault.delete('a')
    expect(await vault.get('a')).toEqual({ kind: 'absent' })
  })
})

describe('a native module that cannot be loaded', () => {
  it('is tried again by a probe', async () => {
    const keytar = createMemoryKeytar()
    let missing = true
    const vault = await createSecretVault({
      service: 'test',
      platform: 'linux',
      loadKeytar: () => {
        if (missing) throw new Error('Failed to load keytar native addon')
        return keytar
      },
    })
    onTestFinished(() => vault.close())
    expect(vault.state()).toMatchObject({ code: 'no-library' })
    await vault.set('a', 'x')
    missing = false
    expect(await vault.probe()).toMatchObject({ kind: 'keychain' })
    expect(keytar.entries.get('a')).toBe('x')
  })
})
