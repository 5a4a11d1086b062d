import type { VaultState } from '@gatehouse/domain'

/** Secrets by reference, e.g. `provider/abc/key`, in the operating system's keychain. */
export interface SecretVault {
  state(): VaultState
  /** Looks again whether a keychain can be used now, and moves what was kept in memory into it. */
  probe(): Promise<VaultState>
  get(ref: string): Promise<string | undefined>
  set(ref: string, secret: string): Promise<void>
  delete(ref: string): Promise<void>
}
