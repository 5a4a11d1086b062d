import { GatehouseError } from '@gatehouse/domain'
import type { SecretReadResult } from '../ports/index.ts'

type Unreadable = Extract<SecretReadResult, { kind: 'locked' | 'unavailable' }>

/** By name, the secrets that were read, and why others were not. */
export class SecretReadResults {
  readonly #missing: string[] = []
  readonly #unread: string[] = []
  #why: Unreadable | null = null

  /** The secret; empty when it could not be read, which `assertAllRead` then says. */
  add(name: string, result: SecretReadResult): string {
    if (result.kind === 'there') return result.secret
    if (result.kind === 'absent') this.#missing.push(name)
    else {
      this.#unread.push(name)
      this.#why = result
    }
    return ''
  }

  /**
   * Throws `server/secret-missing`, `server/keychain-locked` or `server/keychain-unavailable` with `data.names`.
   * What is locked away is reported first: what seems to be missing then may be there.
   */
  assertAllRead(): void {
    if (this.#why) {
      const { kind, remedy } = this.#why
      const state = kind === 'locked' ? 'is locked' : 'cannot be used now'
      throw new GatehouseError(
        `server/keychain-${kind}`,
        `The keychain ${state}, so the secret ${this.#unread.join(', ')} cannot be read. ${remedy}`,
        { data: { names: this.#unread } },
      )
    }
    if (this.#missing.length > 0)
      throw new GatehouseError(
        'server/secret-missing',
        `The secret ${this.#missing.join(', ')} is not in the keychain. Enter it again in the server's settings.`,
        { data: { names: this.#missing } },
      )
  }
}
