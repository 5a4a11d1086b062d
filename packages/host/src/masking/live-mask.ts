import { createSecretMask, type SecretMask } from './secret-mask.ts'
import { encodedFormsOf } from './secret-encodings.ts'

/** The mask of a server that is given new secrets while it runs. */
export interface LiveMask extends SecretMask {
  /**
   * Hides these too from now on. The latest of the earlier ones stay hidden: a value that is given again
   * with each change never drops out.
   */
  addSecrets(values: readonly string[]): void
}

/** Tokens that came before the present ones and may still be repeated. */
const MAX_ADDED = 12

export function createLiveMask(fixed: readonly string[]): LiveMask {
  let added: string[] = []
  let forms = new Map<string, ReturnType<typeof encodedFormsOf>>()
  let mask = createMask(fixed)

  /** Encodes each secret once, and not again at each new token. */
  function createMask(values: readonly string[]): SecretMask {
    const before = forms
    forms = new Map()
    return createSecretMask(values, (secret) => {
      const encoded = before.get(secret) ?? encodedFormsOf(secret)
      forms.set(secret, encoded)
      return encoded
    })
  }

  return {
    // What is empty now may not be later, and who asks once would not notice.
    isEmpty: false,
    text: (text) => mask.text(text),
    value: (value) => mask.value(value),
    addSecrets(values) {
      const isNew = values.some((value) => !added.includes(value))
      const others = added.filter((value) => !values.includes(value))
      added = [...others, ...values].slice(-Math.max(MAX_ADDED, values.length))
      if (isNew) mask = createMask([...fixed, ...added])
    },
  }
}
