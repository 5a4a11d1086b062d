import { createSecretMask, type SecretMask } from './secret-mask.ts'
import { secretSpellingsOf } from './secret-spellings.ts'

/** Of a server that is given other secrets while it runs. */
export interface LiveMask extends SecretMask {
  /**
   * From now on these are hidden too. Those before them stay hidden, the last ones: what is given again
   * with each change never drops out.
   */
  addSecrets(values: readonly string[]): void
}

/** Tokens that came before the present ones and may still be repeated. */
const MAX_ADDED = 12

export function createLiveMask(fixed: readonly string[]): LiveMask {
  let added: string[] = []
  let spellings = new Map<string, ReturnType<typeof secretSpellingsOf>>()
  let mask = createMask(fixed)

  /** What is spelt once is not spelt again at each new token. */
  function createMask(values: readonly string[]): SecretMask {
    const before = spellings
    spellings = new Map()
    return createSecretMask(values, (secret) => {
      const spelt = before.get(secret) ?? secretSpellingsOf(secret)
      spellings.set(secret, spelt)
      return spelt
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
