import { readAwsCredentials } from '@gatehouse/domain/models'
import type { ModelEndpoint } from '../ports/index.ts'
import { secretPartsOf } from '../masking/secret-parts.ts'
import { createSecretMask, NO_MASK, type SecretMask } from '../masking/secret-mask.ts'
import { encodedFormsOf } from '../masking/secret-encodings.ts'

/** Shorter ones, and those without a digit (`ollama`, `sk-no-key-required`), keep no one out. */
const MIN_KEY = 12
/** The person marked a header as secret, whatever it looks like; shorter ones are in other texts by chance. */
const MIN_HEADER = 8

/** Hides an endpoint's key and secret headers as a server's secrets are hidden, and in texts that come in pieces. */
export interface KeyMask extends SecretMask {
  /** For one text that streams. */
  stream(): StreamMask
}

export interface StreamMask {
  /** Returns the text that may be shown now; a possible beginning of the key is held back. */
  push(piece: string): string
  /** Returns the text that was held back, once nothing follows. */
  end(): string
}

export function createKeyMask({
  key,
  headers = [],
}: Pick<ModelEndpoint, 'key' | 'headers'>): KeyMask {
  const isKey = key !== undefined && key.length >= MIN_KEY && /\d/.test(key)
  const hidden = headers.flatMap(({ value, isSecret }) =>
    isSecret ? [value, ...secretPartsOf(value)] : [],
  )
  const given = [
    ...(isKey ? partsOfKey(key) : []),
    ...hidden.filter(({ length }) => length >= MIN_HEADER),
  ]
  if (given.length === 0)
    return { ...NO_MASK, stream: () => ({ push: (piece) => piece, end: () => '' }) }
  // The name of a host is in small letters.
  const secrets = given.flatMap((one) => [one, one.toLowerCase(), one.toUpperCase()])
  const mask = createSecretMask(secrets)
  const needles = [
    ...new Set(secrets.flatMap(encodedFormsOf).map(({ text }) => text.toLowerCase())),
  ]
  return { ...mask, stream: () => streamMask(mask, needles) }
}

/** The key, and the secrets in AWS credentials; an access key id is none. */
function partsOfKey(key: string): string[] {
  const { secretAccessKey, sessionToken } = readAwsCredentials(key) ?? {}
  const parts = [key, secretAccessKey ?? '', sessionToken ?? '']
  return parts.filter(({ length }) => length >= MIN_KEY)
}

function streamMask(mask: SecretMask, needles: readonly string[]): StreamMask {
  let held = ''
  return {
    push(piece) {
      const text = held + piece
      const end = text.length - lengthOfBeginning(text, needles)
      const [shown, rest] = [mask.text(text.slice(0, end)), text.slice(end)]
      const whole = mask.text(text)
      // A key that is there whole may end like it begins: it is hidden before its end is held back.
      const isCut = whole !== shown + mask.text(rest)
      held = isCut ? '' : rest
      return isCut ? whole : shown
    },
    end() {
      const rest = mask.text(held)
      held = ''
      return rest
    },
  }
}

/** Returns the length of the longest end of a text that is the beginning of one of these, in either case. */
function lengthOfBeginning(text: string, needles: readonly string[]): number {
  const longest = Math.max(...needles.map(({ length }) => length)) - 1
  const tail = text.slice(-longest).toLowerCase()
  for (let at = 0; at < tail.length; at += 1) {
    const end = tail.slice(at)
    if (needles.some((one) => one.length > end.length && one.startsWith(end))) return end.length
  }
  return 0
}
