import { randomUUID } from 'node:crypto'
import type { VaultState } from '@gatehouse/domain'
import type { SecretVault } from '@gatehouse/host/ports'
import { explainFailure, explainMissingLibrary, keychainName } from './explain-failure.ts'
import { type Keytar, loadNativeKeytar } from './load-keytar.ts'
import { createOneAtATime } from './one-at-a-time.ts'
import { type SecretEntries, splitSecrets } from './split-secrets.ts'

export interface SecretVaultOptions {
  /** The name under which all entries are kept in the keychain. */
  service: string
  /** Called after each change of `state()`, not for the first. Must not throw. */
  onStateChange?: (state: VaultState) => void
  loadKeytar?: () => Keytar
  platform?: string
  /** Milliseconds for a probe; default 2000. */
  probeTimeoutMs?: number
  /** Milliseconds for one secret, in which a person may have to type a password; default 30000. */
  operationTimeoutMs?: number
}

/** A secret that is not in the keychain (yet); `null` marks one that is to be deleted there. */
interface Kept {
  secret: string | null
}

/** Bytes that Credential Manager takes for one entry, with some room; others have no limit. */
const WINDOWS_PART_BYTES = 2400

/**
 * Opens the operating system's keychain and checks that it keeps, gives back and deletes an entry.
 * Resolves within `probeTimeoutMs` in any case and never rejects: where the keychain cannot be used,
 * `state()` says why, and secrets stay in memory until `probe()` succeeds or the process ends.
 *
 * `get` gives `undefined` for what is not stored and for what cannot be reached (see `state()`).
 * `set` and `delete` never fail: what the keychain refuses is remembered and done after a later
 * successful probe.
 */
export async function createSecretVault(options: SecretVaultOptions): Promise<SecretVault> {
  const vault = buildVault(options)
  await vault.probe()
  vault.announce()
  return vault.port
}

interface BuiltVault {
  port: SecretVault
  probe(): Promise<VaultState>
  /** From now on changes of the state are told. */
  announce(): void
}

function buildVault(options: SecretVaultOptions): BuiltVault {
  const { platform = process.platform, operationTimeoutMs = 30_000 } = options
  const kept = new Map<string, Kept>()
  const queue = createOneAtATime(() => void probe())
  const state = createState(options, platform)
  const open = createOpener(options, platform)
  let probing: Promise<VaultState> | null = null

  const run = <T>(work: (entries: SecretEntries) => Promise<T>): Promise<T> =>
    queue.run(() => work(open()), operationTimeoutMs)
  const probe = (): Promise<VaultState> => {
    probing ??= look().finally(() => {
      probing = null
    })
    return probing
  }
  const look = async (): Promise<VaultState> => {
    let entries: SecretEntries
    try {
      entries = open()
    } catch {
      return state.set(explainMissingLibrary(platform))
    }
    try {
      await queue.run(() => tryOut(entries), options.probeTimeoutMs ?? 2000)
      await moveKept(kept, run)
      return state.set({ kind: 'keychain', name: keychainName(platform) })
    } catch (error) {
      return state.set(explainFailure(error, platform))
    }
  }
  const port = createPort({ kept, state, run, probe, platform })
  return { port, probe, announce: state.announce }
}

interface Parts {
  kept: Map<string, Kept>
  state: State
  run<T>(work: (entries: SecretEntries) => Promise<T>): Promise<T>
  probe(): Promise<VaultState>
  platform: string
}

function createPort({ kept, state, run, probe, platform }: Parts): SecretVault {
  const usable = (): boolean => state.get().kind === 'keychain'
  /** A locked Secret Service answers as if nothing were there, so silence is looked into. */
  const confirmNothing = async (): Promise<void> => {
    if (platform === 'linux') await probe()
  }
  return {
    state: state.get,
    probe,
    async get(ref) {
      const waiting = kept.get(ref)
      if (waiting !== undefined) return waiting.secret ?? undefined
      if (!usable()) return undefined
      try {
        const secret = await run((entries) => entries.get(ref))
        if (secret === null) await confirmNothing()
        return secret ?? undefined
      } catch (error) {
        state.set(explainFailure(error, platform))
        return undefined
      }
    },
    async set(ref, secret) {
      if (!usable()) return void kept.set(ref, { secret })
      try {
        await run((entries) => entries.set(ref, secret))
      } catch (error) {
        kept.set(ref, { secret })
        state.set(explainFailure(error, platform))
      }
    },
    async delete(ref) {
      if (!usable()) return void kept.set(ref, { secret: null })
      try {
        const deleted = await run((entries) => entries.delete(ref))
        if (!deleted) await confirmNothing()
        if (!deleted && !usable()) kept.set(ref, { secret: null })
      } catch (error) {
        kept.set(ref, { secret: null })
        state.set(explainFailure(error, platform))
      }
    },
  }
}

/** Writes what was kept in memory; what is changed meanwhile is written again. */
async function moveKept(kept: Map<string, Kept>, run: Parts['run']): Promise<void> {
  for (let next = first(kept); next !== undefined; next = first(kept)) {
    const [ref, value] = next
    const { secret } = value
    await run(async (entries) => {
      if (secret === null) await entries.delete(ref)
      else await entries.set(ref, secret)
    })
    if (kept.get(ref) === value) kept.delete(ref)
  }
}

function first(kept: Map<string, Kept>): [string, Kept] | undefined {
  for (const entry of kept) return entry
  return undefined
}

/** Only writing shows whether a keychain can be used: a locked one still answers reads. */
async function tryOut(entries: SecretEntries): Promise<void> {
  const ref = `probe/${randomUUID()}`
  await entries.set(ref, 'probe')
  const answer = await entries.get(ref)
  await entries.delete(ref)
  if (answer !== 'probe') throw new Error('An entry that was written could not be read again.')
}

function createOpener(options: SecretVaultOptions, platform: string): () => SecretEntries {
  const { service, loadKeytar = loadNativeKeytar } = options
  const partBytes = platform === 'win32' ? WINDOWS_PART_BYTES : Number.POSITIVE_INFINITY
  let opened: SecretEntries | undefined
  return () => (opened ??= splitSecrets(loadKeytar(), service, partBytes))
}

interface State {
  get(): VaultState
  set(state: VaultState): VaultState
  announce(): void
}

function createState({ onStateChange }: SecretVaultOptions, platform: string): State {
  let current: VaultState = { kind: 'keychain', name: keychainName(platform) }
  let told = false
  return {
    get: () => current,
    set(next) {
      const changed = JSON.stringify(next) !== JSON.stringify(current)
      current = next
      if (changed && told) onStateChange?.(next)
      return next
    },
    announce() {
      told = true
    },
  }
}
