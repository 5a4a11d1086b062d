const SECRET_NAME =
  /(?:^|[^a-z])keys?(?:$|[^a-z])|(?:api|access|secret|private|auth|service|encryption|signing)_?-?key|token|secret|passw|passphrase|pwd|credential|auth(?!0|or(?!i))|cookie|bearer|signature|dsn(?:$|[^a-z])|connection_?string/i
/** Values that a setting has and a secret has not. */
const SETTING = /^(?:|true|false|yes|no|on|off|null|none|\d{1,4})$/i
const KNOWN_PREFIX =
  /^(?:Bearer\s+|Basic\s+)?(?:sk-|pk-|rk_|sk_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abpr]-|AKIA|ASIA|AIza|ya29\.|npm_|hf_|eyJ[\w-]+\.)[\w.-]{8,}/
const USER_AND_PASSWORD = /^[a-z][a-z\d+.-]*:\/\/[^/@\s:]*:[^/@\s]+@/i
/** Bits per character above which a text of this length is not words. */
const RANDOM_BITS = 3.6
const RANDOM_LENGTH = 24
/** Letters and digits in one piece; words joined by dashes are shorter. */
const RANDOM_PIECE = /[A-Za-z\d]{16,}/

/** True if a variable or header looks like it holds a secret, by its name or by its value. */
export function looksSecret(name: string, value: string): boolean {
  if (SETTING.test(value)) return false
  return SECRET_NAME.test(name) || isSecretValue(value)
}

/** True if the name alone suggests a secret, for a field without a value yet. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

function isSecretValue(value: string): boolean {
  if (KNOWN_PREFIX.test(value) || USER_AND_PASSWORD.test(value)) return true
  if (value.includes('PRIVATE KEY-----')) return true
  return looksRandom(value.replace(/^(?:Bearer|Basic)\s+/i, ''))
}

/** Long, of letters and digits mixed, without the look of a path, an address, a version or words. */
function looksRandom(value: string): boolean {
  if (value.length < RANDOM_LENGTH || value.length > 4096) return false
  if (!/^[\w+/=.~-]+$/.test(value) || /^[./~]|^\w:|\/.*\/|\.\w{1,5}$/.test(value)) return false
  const piece = RANDOM_PIECE.exec(value)?.[0] ?? ''
  if (!/\d/.test(piece) || !/[A-Za-z]/.test(piece)) return false
  return entropy(value) >= RANDOM_BITS
}

function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
