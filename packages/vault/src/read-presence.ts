import type { VaultState } from '@gatehouse/domain'
import type { SecretPresence, SecretVault } from '@gatehouse/host/ports'
import type { PendingSecrets } from './pending-secrets.ts'

interface Parts {
  pending: Pick<PendingSecrets, 'get'>
  state(): VaultState
  /** Throws what the keychain throws. */
  read(ref: string): Promise<SecretPresence>
  /** Takes note of what the keychain threw. */
  failed(error: unknown): void
  /** Looks at a keychain that could not be used, unless it did so just now. */
  lookAgain(): Promise<void>
  /** A keychain that is locked may respond as if it were empty: finds out. */
  confirmNothing(): Promise<void>
}

/**
 * Returns which secrets are there. A keychain cannot be asked for that alone, so each is read, and what was read
 * is released here. One further read confirms all that seem to be absent.
 */
export function createPresenceReader(parts: Parts): SecretVault['presenceOf'] {
  const { pending, state, lookAgain, confirmNothing } = parts

  async function presence(ref: string): Promise<SecretPresence> {
    const waiting = pending.get(ref)
    if (waiting !== undefined) return waiting.secret === null ? 'absent' : 'until-quit'
    const current = state()
    if (current.kind === 'memory') return current.code === 'locked' ? 'locked' : 'unavailable'
    try {
      return await parts.read(ref)
    } catch (error) {
      parts.failed(error)
      return presence(ref)
    }
  }

  return async (refs) => {
    if (state().kind !== 'keychain') await lookAgain()
    const found: SecretPresence[] = []
    for (const ref of refs) found.push(await presence(ref))
    if (state().kind !== 'keychain' || !found.includes('absent')) return found
    await confirmNothing()
    for (const [index, ref] of refs.entries())
      if (found[index] === 'absent') found[index] = await presence(ref)
    return found
  }
}
