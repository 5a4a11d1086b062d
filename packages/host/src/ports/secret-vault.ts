import type { VaultState } from '@gatehouse/domain'

/**
 * The result of reading a secret. Only `absent` means that it does not exist: a secret in a `locked` or `unavailable`
 * keychain may exist, and must not be requested again as if it were lost.
 */
export type SecretReadResult =
  | { kind: 'there'; secret: string }
  | { kind: 'absent' }
  | { kind: 'locked' | 'unavailable'; reason: string; remedy: string }

/**
 * The state of a secret, without reading its value. `until-quit`: in memory, as no keychain accepted it; `damaged`:
 * part of it is missing. Only `absent` means that it does not exist.
 */
export type SecretPresence = 'kept' | 'until-quit' | 'absent' | 'damaged' | 'locked' | 'unavailable'

/** Secrets by reference, e.g. `provider/abc/key`, in the operating system's keychain. */
export interface SecretReadOptions {
  /**
   * A locked keychain responds as an empty one. By default a missing value leads to a test of the keychain, which
   * may unlock it. `false`: no test, as probably nothing is stored.
   */
  isExpected?: boolean
}

export interface SecretVault {
  state(): VaultState
  /** Looks again whether a keychain can be used, and moves the secrets in memory into it. */
  probe(): Promise<VaultState>
  /** Reads a secret. An unusable keychain is tried again, at most every five seconds. */
  get(ref: string, options?: SecretReadOptions): Promise<SecretReadResult>
  /**
   * Returns the presence of each secret, in the same order. Never rejects; tries an unusable keychain again as
   * `get` does.
   */
  presenceOf(refs: readonly string[]): Promise<SecretPresence[]>
  set(ref: string, secret: string): Promise<void>
  delete(ref: string): Promise<void>
}
