/** A change that the keychain has not received yet: a secret, or `null` to delete it. */
export interface PendingSecret {
  ref: string
  secret: string | null
  /** Counts calls, so that a slow failure does not undo what was asked for after it. */
  order: number
}

/** Secrets in memory, waiting for a keychain that can be used. */
export interface PendingSecrets {
  nextOrder(): number
  get(ref: string): PendingSecret | undefined
  /** Ignored when something later is kept for the same reference. */
  keep(secret: PendingSecret): void
  /** Forgets what is kept for `ref` unless it was asked for after `order`. */
  removeUpTo(ref: string, order: number): void
  first(): PendingSecret | undefined
}

export function createPendingSecrets(): PendingSecrets {
  const secrets = new Map<string, PendingSecret>()
  let count = 0
  return {
    nextOrder: () => (count += 1),
    get: (ref) => secrets.get(ref),
    keep(secret) {
      if ((secrets.get(secret.ref)?.order ?? 0) < secret.order) secrets.set(secret.ref, secret)
    },
    removeUpTo(ref, order) {
      const secret = secrets.get(ref)
      if (secret !== undefined && secret.order <= order) secrets.delete(ref)
    },
    first() {
      for (const secret of secrets.values()) return secret
      return undefined
    },
  }
}
