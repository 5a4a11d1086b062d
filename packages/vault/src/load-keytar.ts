import { createRequire } from 'node:module'

/** The part of keytar that the vault uses. Values are strings that are not empty. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  /** False when there was nothing to delete. */
  deletePassword(service: string, account: string): Promise<boolean>
}

/**
 * Loads the native module on first use, so that a missing library does not keep the app from starting. Throws the
 * loader's error; may be called again.
 */
export function loadNativeKeytar(): Keytar {
  // Not `import()`: bundled, it stays one, and that cannot look into an app archive everywhere.
  const load: (name: string) => typeof import('keytar') = createRequire(import.meta.url)
  return load('keytar')
}
