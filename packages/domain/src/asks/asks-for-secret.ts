import type { JsonObject, JsonValue } from '../json/json.ts'

const word = (pattern: string): RegExp => new RegExp(`(?:^|[^a-z])(?:${pattern})s?(?:$|[^a-z])`)

/** Words that mean a secret wherever they stand. */
const PLAIN =
  'pass ?word|pass ?phrase|pass ?code|pass ?wd|pwd|secret|credential|(?:api|access|private|secret|encryption|ssh|recovery|license|account) ?key|' +
  'mnemonic|(?:seed|recovery) ?phrase|recovery ?code|(?:auth|bearer|access|api|refresh|session|secret|personal) ?token'
const NUMERIC =
  'pin|pin ?code|otp|2fa|mfa|totp|cvv|cvc|card ?number|credit ?card|ssn|social security'
const inText = word(PLAIN)
/** Names are short, so that shorter words count too; 'monkey' and 'keyboard' hold no key. */
const inName = word(`${PLAIN}|${NUMERIC}|key|token|bearer`)
const ofNumber = word(NUMERIC)
const CJK = /密码|密碼|口令|密钥|密鑰|令牌|私钥|私鑰|验证码|驗證碼|助记词|パスワード|비밀번호/

/** 'apiKey_v2' -> 'api key v 2', so that words are found in every way of writing names. */
function wordsOf(text: string): string {
  return text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
    .trim()
}

/** Number of characters of a description that are read. */
const MAX_TEXT = 2000

/** True if a field of a form seems to ask for a password, key, token or the like. */
export function asksForSecret(name: string, schema: JsonObject): boolean {
  const { type, title, description, format, writeOnly } = schema
  if (format === 'password' || writeOnly === true) return true
  const isNumber = type === 'integer' || type === 'number'
  const names = [name, title].map((one) => (typeof one === 'string' ? one : ''))
  const text = typeof description === 'string' ? description.slice(0, MAX_TEXT) : ''
  if (isNumber) return names.some((one) => ofNumber.test(wordsOf(one)))
  return (
    names.some((one) => inName.test(wordsOf(one)) || CJK.test(one)) ||
    inText.test(wordsOf(text)) ||
    CJK.test(text)
  )
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Names of the text fields of a form's schema that seem to ask for a secret. */
export function secretFields(schema: JsonObject): string[] {
  const { properties } = schema
  if (!isObject(properties)) return []
  return Object.entries(properties)
    .filter(([name, one]) => isObject(one) && isText(one) && asksForSecret(name, one))
    .map(([name]) => name)
}

/** Choices and switches cannot carry a secret. */
function isText(schema: JsonObject): boolean {
  const { type } = schema
  if (Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const')) return false
  if (Object.hasOwn(schema, 'oneOf') || Object.hasOwn(schema, 'anyOf')) return false
  return type === undefined || type === 'string' || type === 'integer' || type === 'number'
}
