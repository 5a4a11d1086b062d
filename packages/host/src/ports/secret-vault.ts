import type { VaultState } from '@gatehouse/domain'

/**
 * What became of reading a secret. Only `absent` means that it is not there: one that is `locked` away, or
 * in a keychain that is `unavailable`, may be, and is not to be asked for again as if it were lost.
 */
export type SecretReadResult =
  | { kind: 'there'; secret: string }
  | { kind: 'absent' }
  | { kind: 'locked' | 'unavailable'; reason: string; remedy: string }

/**
 * What is known of a secret while its value stays in the keychain's adapter. `until-quit`: in memory, as no
 * keychain could take it; `damaged`: a part of it is gone. Only `absent` means that it is not there.
 */
export type SecretPresence = 'kept' | 'until-quit' | 'absent' | 'damaged' | 'locked' | 'unavailable'

/** Secrets by reference, e.g. `provider/abc/key`, in the operating system's keychain. */
export interface SecretVault {
  state(): VaultState
  /** Looks again whether a keychain can be used now, and moves what was kept in memory into it. */
  probe(): Promise<VaultState>
  /** Looks whether a keychain that could not be used can be now, at most every five seconds. */
  get(ref: string): Promise<SecretReadResult>
  /** Of each, in the same order. Never rejects; looks at a keychain that could not be used as `get` does. */
  presenceOf(refs: readonly string[]): Promise<SecretPresence[]>
  set(ref: string, secret: string): Promise<void>
  delete(ref: string): Promise<void>
}
