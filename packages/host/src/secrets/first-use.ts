import type { SecretVault } from '../ports/index.ts'

/** A vault, and when it was used for the first time: what tidies it up must not be what unlocks it. */
export function observeFirstUse(vault: SecretVault): { vault: SecretVault; used: Promise<void> } {
  let onUse = (): void => undefined
  const used = new Promise<void>((resolve) => (onUse = resolve))
  const noting = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } finally {
      onUse()
    }
  }
  return {
    used,
    vault: {
      ...vault,
      async get(ref, options) {
        if (options?.isExpected !== false) return noting(vault.get(ref, options))
        const found = await vault.get(ref, options)
        // A look that found nothing has unlocked nothing.
        if (found.kind === 'there') onUse()
        return found
      },
      presenceOf: (refs) =>
        refs.length === 0 ? vault.presenceOf(refs) : noting(vault.presenceOf(refs)),
      set: (ref, secret) => noting(vault.set(ref, secret)),
      delete: (ref) => noting(vault.delete(ref)),
    },
  }
}
