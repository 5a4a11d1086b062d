import { valueOfJson, type JsonObject, type JsonValue } from '@gatehouse/domain'
import { isEmptyValue, numberOf, objectOf, stringOf, wordOf } from '../fields.ts'

/** Words of an error. */
export interface ErrorWords {
  text: string
  /** `type`, `code` and `status` of the error, in lower case. */
  marks: string
  /** An HTTP status that the error names as its code. */
  status: number | undefined
}

const MAX_SHELLS = 6
/** Fields with an error inside. */
const SHELLS = ['error', 'errors', 'response', 'base_resp', 'detail', 'choices', 'data'] as const
const TEXT_FIELDS = [
  'message',
  'msg',
  'status_msg',
  'error_msg',
  'error_message',
  'detail',
  'title',
]

/** The words of the body of an error, whatever its form. JSON in it is never given out as it stands. */
export function bodyWords(body: string): ErrorWords {
  const words = errorWords(body)
  if (words) return words
  const value = valueOfJson(body)
  return {
    text: sentencesIn(value).slice(0, MAX_SENTENCES).join(' '),
    // What is no sentence may still name the kind of error.
    marks: body.slice(0, MAX_MARKS).toLowerCase(),
    status: value === undefined ? undefined : marksOf(objectOf(value) ?? {}).status,
  }
}

const MAX_SENTENCES = 3
const MAX_MARKS = 4000

/** The texts of several words in JSON of an unknown form. */
function sentencesIn(value: JsonValue | undefined, depth = 0): string[] {
  if (typeof value === 'string') return value.trim().includes(' ') ? [value.trim()] : []
  if (typeof value !== 'object' || value === null || depth > MAX_SHELLS) return []
  return Object.values(value).flatMap((one) => sentencesIn(one, depth + 1))
}

/** Unwraps an error from lists, from fields, and from a message that is JSON again. Returns `undefined` for no words. */
export function errorWords(value: JsonValue | undefined, depth = 0): ErrorWords | undefined {
  if (typeof value === 'string') return wordsOfText(value, depth)
  if (isEmptyValue(value) || depth > MAX_SHELLS) return undefined
  if (Array.isArray(value)) {
    const all = value.flatMap((one) => errorWords(one, depth + 1) ?? [])
    const [first] = all
    return first && { ...first, text: [...new Set(all.map(({ text }) => text))].join(' ') }
  }
  const fields = objectOf(value)
  if (!fields) return undefined
  const own = marksOf(fields)
  const inner =
    wordsOfField(fields, depth) ??
    SHELLS.map((name) => errorWords(fields[name], depth + 1)).find((words) => words !== undefined)
  if (!inner) return undefined
  // A gateway's own sentence says only that the provider behind it refused.
  const raw = errorWords(objectOf(fields['metadata'])?.['raw'], depth + 1)
  return {
    text: raw ? `${inner.text}: ${raw.text}` : inner.text,
    marks: `${own.marks} ${inner.marks}`.trim(),
    status: inner.status ?? own.status,
  }
}

function wordsOfField(fields: JsonObject, depth: number): ErrorWords | undefined {
  for (const name of TEXT_FIELDS) {
    const text = wordOf(fields[name])
    if (text !== undefined) return wordsOfText(text, depth)
  }
  return undefined
}

/** The start of JSON, or of what a program prints of its objects. */
const JSON_START = /\{\s{0,20}["']|\[\s{0,20}[[{"']/
/** A message in the text of an object that is not JSON. */
const QUOTED_MESSAGE =
  /["'](?:message|msg|detail|error)["']\s{0,20}:\s{0,20}(?:"((?:[^"\\]|\\.){1,2000})"|'((?:[^'\\]|\\.){1,2000})')/

/** A text that is JSON, or that holds some, is unwrapped, too. */
function wordsOfText(text: string, depth: number): ErrorWords | undefined {
  const at = text.search(JSON_START)
  if (at === -1 || depth > MAX_SHELLS)
    return text.trim() === '' || at === 0 ? undefined : { text, marks: '', status: undefined }
  const before = text
    .slice(0, at)
    .trim()
    .replace(/(?: [-–]|:)$/, '')
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1
  const [, one, other] = QUOTED_MESSAGE.exec(text.slice(at)) ?? []
  const inner =
    errorWords(valueOfJson(text.slice(at, end)), depth + 1) ??
    ((one ?? other) ? wordsOfText(one ?? other ?? '', depth + 1) : undefined)
  if (before === '') return inner
  return inner
    ? { ...inner, text: `${before}: ${inner.text}` }
    : { text: before, marks: '', status: undefined }
}

function marksOf(fields: JsonObject): Pick<ErrorWords, 'marks' | 'status'> {
  const marks = ['type', 'code', 'status', 'status_code'].flatMap((name) => {
    const value = fields[name]
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })
  const status = ['code', 'status', 'status_code', 'http_status']
    .map((name) => numberOf(fields[name]))
    .find((number) => number !== undefined && number >= 400 && number < 600)
  return { marks: marks.join(' ').toLowerCase(), status }
}

/** Values of `code` with which an answer is none of an error. */
const FINE_CODES = new Set(['0', '200', 'ok', 'success'])

/** True for an event that tells of an error. `holdsAnswer`: it has a part of an answer besides. */
export function tellsOfError(event: JsonObject, name: string, holdsAnswer: boolean): boolean {
  const type = stringOf(event['type']) ?? ''
  if (!isEmptyValue(event['error']) || type === 'error' || type === 'response.failed') return true
  const code = numberOf(objectOf(event['base_resp'])?.['status_code'])
  if (code !== undefined && code !== 0) return true
  if (holdsAnswer) return choiceHasError(event)
  if (name === 'error' || event['object'] === 'error' || /error$/i.test(type)) return true
  if (Array.isArray(event['errors']) && event['errors'].length > 0) return true
  if (event['success'] === false) return true
  return type === '' && hasErrorCode(event)
}

function choiceHasError({ choices }: JsonObject): boolean {
  return Array.isArray(choices) && choices.some((one) => !isEmptyValue(objectOf(one)?.['error']))
}

function hasErrorCode({ code, message, msg }: JsonObject): boolean {
  if (wordOf(message ?? msg) === undefined) return false
  const isCode = typeof code === 'number' || (typeof code === 'string' && code !== '')
  return isCode && !FINE_CODES.has(String(code).toLowerCase())
}
