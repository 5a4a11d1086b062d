import type { VaultState } from '@gatehouse/domain'

/**
 * What became of reading a secret. Only `absent` means that it is not there: one that is `locked` away, or
 * in a keychain that is `unavailable`, may be, and is not to be asked for again as if it were lost.
 */
export type SecretAnswer =
  | { kind: 'there'; secret: string }
  | { kind: 'absent' }
  | { kind: 'locked' | 'unavailable'; reason: string; remedy: string }

/** Secrets by reference, e.g. `provider/abc/key`, in the operating system's keychain. */
export interface SecretVault {
  state(): VaultState
  /** Looks again whether a keychain can be used now, and moves what was kept in memory into it. */
  probe(): Promise<VaultState>
  /** Looks whether a keychain that could not be used can be now, at most every five seconds. */
  get(ref: string): Promise<SecretAnswer>
  set(ref: string, secret: string): Promise<void>
  delete(ref: string): Promise<void>
}
