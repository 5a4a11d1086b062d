import { DisposableStore, SingleFlight } from '@gatehouse/base'
import { randomUUID } from 'node:crypto'
import type { VaultState } from '@gatehouse/domain'
import type { SecretReadResult, SecretVault } from '@gatehouse/host/ports'
import { explainFailure, explainMissingLibrary, keychainName } from './explain-failure.ts'
import { type Keytar, loadNativeKeytar } from './load-keytar.ts'
import { createPendingSecrets, type PendingSecrets } from './pending-secrets.ts'
import { createKeychainQueue } from './keychain-queue.ts'
import { type SecretEntries, splitSecrets } from './split-secrets.ts'
import { createPresenceReader } from './read-presence.ts'

const FIRST_MS = 5000

const LAST_MS = 300_000

export interface SecretVaultOptions {
  /** The service name of all entries in the keychain. */
  service: string
  /** Called after each change of `state()`, not for the first. Must not throw. */
  onStateChange?: (state: VaultState) => void
  loadKeytar?: () => Keytar
  platform?: string
  /** Milliseconds for a probe; default 2000. */
  probeTimeoutMs?: number
  /** Milliseconds for one secret, in which a person may have to type a password; default 30000. */
  operationTimeoutMs?: number
  /** Milliseconds before the first retry of a refused write; default 5000. */
  laterMs?: number
}

/** A vault with an orderly shutdown. */
export interface ClosableVault extends SecretVault {
  /**
   * Begins no further call of the keychain and waits for a pending one, at most 300 ms. A call that finishes while
   * the runtime shuts down makes the native module abort the process.
   */
  close(): Promise<void>
}

/** Longer than a call takes that waits for no person; the others end with the process, see `endHardAtExit`. */
const CLOSE_LIMIT_MS = 300

/** Milliseconds between two looks, begun by reading, at a keychain that could not be used. */
const LOOK_AGAIN_MS = 5000

/** Bytes that Credential Manager takes for one entry, with some room; others have no limit. */
const WINDOWS_PART_BYTES = 2400
const WHOLE = Number.MAX_SAFE_INTEGER

/**
 * Opens the operating system's keychain and looks whether its service responds. Nothing is written and nothing unlocked:
 * that it keeps, gives back and deletes an entry is tried before the first secret is kept, and when one seems to be
 * absent. Resolves within `probeTimeoutMs` in any case and never rejects: where the keychain cannot be used,
 * `state()` holds why, and secrets stay in memory until `probe()` succeeds or the process ends.
 *
 * `get` distinguishes what is not stored from what cannot be read now.
 * `set` and `delete` never fail: what the keychain refuses is remembered and done after a later
 * successful probe.
 */
export async function createSecretVault(options: SecretVaultOptions): Promise<ClosableVault> {
  const vault = buildVault(options)
  await vault.lookForService()
  vault.announce()
  return vault.port
}

interface BuiltVault {
  port: ClosableVault
  lookForService(): Promise<VaultState>
  /** From now on changes of the state are emitted. */
  announce(): void
}

function buildVault(options: SecretVaultOptions): BuiltVault {
  const { platform = process.platform, operationTimeoutMs = 30_000 } = options
  const kept = createPendingSecrets()
  /** True once a secret was kept or missed, or the person asked: until then nothing is written. */
  let isTried = false
  const queue = createKeychainQueue(() => void (isTried ? probe() : lookForService()))
  const state = createState(options, platform)
  const open = createEntriesFactory(options, platform)
  const probing = new SingleFlight<VaultState>()
  const later = createRetryTimer(() => probe(), options.laterMs)

  const run = <T>(work: (entries: SecretEntries) => Promise<T>): Promise<T> =>
    queue.run(() => onceMore(() => work(open())), operationTimeoutMs)
  const probe = (): Promise<VaultState> => {
    isTried = true
    return probing.run(() => look(tryOut))
  }
  const lookForService = (): Promise<VaultState> => look(readNothing)
  const look = async (work: (entries: SecretEntries) => Promise<void>): Promise<VaultState> => {
    try {
      open()
    } catch {
      return state.set(explainMissingLibrary(platform))
    }
    try {
      await queue.run(() => onceMore(() => work(open())), options.probeTimeoutMs ?? 2000)
      // Checked and switched without a pause: nothing can be kept in between.
      for (let next = kept.first(); next !== undefined; next = kept.first()) {
        const { ref, secret, order } = next
        await run((entries) => writeTo(entries, ref, secret))
        kept.removeUpTo(ref, order)
      }
      return state.set(keychainState(platform, isTried))
    } catch (error) {
      if (kept.first()) later.failed(explainFailure(error, platform))
      return state.set(explainFailure(error, platform))
    }
  }
  const owner = new DisposableStore('vault')
  owner.add({ dispose: () => queue.close(CLOSE_LIMIT_MS) })
  owner.add({ dispose: () => later.stop() })
  const close = async (): Promise<void> => {
    await owner.dispose()
  }
  const tryFirst = async (): Promise<void> => {
    if (!isTried || probing.isRunning) await probe()
  }
  const port = { ...createPort({ kept, state, run, probe, tryFirst, later, platform }), close }
  return { port, lookForService, announce: state.announce }
}

interface Parts {
  kept: PendingSecrets
  state: State
  run<T>(work: (entries: SecretEntries) => Promise<T>): Promise<T>
  probe(): Promise<VaultState>
  /** Tries the keychain out before something is kept in it for the first time. */
  tryFirst(): Promise<void>
  later: RetryTimer
  platform: string
}

function createPort({ kept, state, run, probe, tryFirst, later, platform }: Parts): SecretVault {
  const usable = (): boolean => state.get().kind === 'keychain'
  /** A locked Secret Service responds as if nothing were there, so silence is looked into. */
  const confirmNothing = async (): Promise<void> => {
    if (platform === 'linux') await probe()
  }
  let lookedAt = performance.now()
  const lookAgain = async (): Promise<void> => {
    if (performance.now() - lookedAt < LOOK_AGAIN_MS) return
    lookedAt = performance.now()
    await probe()
  }
  const write = async (ref: string, secret: string | null): Promise<void> => {
    const order = kept.nextOrder()
    if (usable()) await tryFirst()
    if (!usable()) return kept.keep({ ref, secret, order })
    try {
      const found = await run((entries) => writeTo(entries, ref, secret))
      if (!found) await confirmNothing()
      // Another call may have found the keychain out of use, and then only memory is read.
      if (usable()) kept.removeUpTo(ref, order)
      else kept.keep({ ref, secret, order })
    } catch (error) {
      kept.keep({ ref, secret, order })
      later.failed(state.set(explainFailure(error, platform)))
    }
  }
  return {
    state: state.get,
    probe,
    async get(ref, { isExpected = true } = {}) {
      const waiting = kept.get(ref)
      if (waiting !== undefined) return toReadResult(waiting.secret)
      if (!usable()) await lookAgain()
      try {
        if (!usable()) return unreadable(state.get())
        const secret = await run((entries) => entries.get(ref))
        if (secret !== null) {
          state.set(keychainState(platform, true))
          return toReadResult(secret)
        }
        if (!isExpected) return toReadResult(null)
        await confirmNothing()
        // It may have been locked and be open now.
        return usable()
          ? toReadResult(await run((entries) => entries.get(ref)))
          : unreadable(state.get())
      } catch (error) {
        return unreadable(state.set(explainFailure(error, platform)))
      }
    },
    presenceOf: createPresenceReader({
      pending: kept,
      state: state.get,
      read: (ref) => run((entries) => entries.presence(ref)),
      failed: (error) => state.set(explainFailure(error, platform)),
      lookAgain,
      confirmNothing,
    }),
    set: write,
    delete: (ref) => write(ref, null),
  }
}

const toReadResult = (secret: string | null): SecretReadResult =>
  secret === null ? { kind: 'absent' } : { kind: 'there', secret }

/** In a keychain that cannot be used now it may be there all the same. */
function unreadable(state: VaultState): SecretReadResult {
  if (state.kind === 'keychain') return { kind: 'absent' }
  const { code, reason, remedy } = state
  return { kind: code === 'locked' ? 'locked' : 'unavailable', reason, remedy }
}

/** Sets or, with `null`, deletes. False when there was nothing to delete. */
async function writeTo(
  entries: SecretEntries,
  ref: string,
  secret: string | null,
): Promise<boolean> {
  if (secret === null) return entries.delete(ref)
  await entries.set(ref, secret)
  return true
}

/**
 * The Secret Service fails a call when an entry of any program goes while it looks through them; that says
 * nothing of the entry that was asked for.
 */
async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!/No such secret item/i.test(String(error))) throw error
    return work()
  }
}

/** Shows whether the service is there. No entry has this name, so that none is unlocked. */
async function readNothing(entries: SecretEntries): Promise<void> {
  await entries.get(`probe/${randomUUID()}`)
}

/** Only writing shows whether a keychain can be used: a locked one still responds to reads. */
async function tryOut(entries: SecretEntries): Promise<void> {
  const ref = `probe/${randomUUID()}`
  await entries.set(ref, 'probe')
  const stored = await entries.get(ref)
  await entries.delete(ref)
  if (stored !== 'probe') throw new Error('An entry that was written could not be read again.')
}

function createEntriesFactory(options: SecretVaultOptions, platform: string): () => SecretEntries {
  const { service, loadKeytar = loadNativeKeytar } = options
  const partBytes = platform === 'win32' ? WINDOWS_PART_BYTES : WHOLE
  let opened: SecretEntries | undefined
  return () => (opened ??= splitSecrets(loadKeytar(), service, partBytes))
}

interface State {
  get(): VaultState
  set(state: VaultState): VaultState
  announce(): void
}

function keychainState(platform: string, isTried: boolean): VaultState {
  return {
    kind: 'keychain',
    name: keychainName(platform),
    ...(isTried ? {} : { isUntried: true as const }),
  }
}

function createState({ onStateChange }: SecretVaultOptions, platform: string): State {
  let current: VaultState = keychainState(platform, false)
  let isAnnounced = false
  return {
    get: () => current,
    set(next) {
      const changed = JSON.stringify(next) !== JSON.stringify(current)
      current = next
      if (changed && isAnnounced) onStateChange?.(next)
      return next
    },
    announce() {
      isAnnounced = true
    },
  }
}

interface RetryTimer {
  /** The keychain failed, and something waits for it. */
  failed(state: VaultState): void
  stop(): void
}

/**
 * Tries a keychain again that refused something for once, ever more slowly. Not one that is locked or has no
 * keyring: each try would put a question before the person.
 */
function createRetryTimer(
  tryAgain: () => Promise<VaultState>,
  firstMs: number = FIRST_MS,
): RetryTimer {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = firstMs
  let isOver = false
  const attempt = async (): Promise<void> => {
    timer = undefined
    const state = await tryAgain()
    if (state.kind === 'keychain') waitMs = firstMs
  }
  return {
    failed(state) {
      if (isOver || timer || state.kind !== 'memory' || state.code !== 'unknown') return
      timer = setTimeout(() => void attempt(), waitMs)
      timer.unref()
      waitMs = Math.min(waitMs * 2, LAST_MS)
    },
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
