import { objectOfJson, RECORD_BUDGET, type JsonObject } from '@gatehouse/domain'
import type { ModelCompatibility } from '@gatehouse/domain/models'
import { errorWords } from '../error-words.ts'
import { isEmptyValue, numberOf, objectOf, objectsOf, stringOf } from '../answer/fields.ts'
import type { ErrorResponse } from '../provider-error.ts'

/** A refused request, with what it held. */
interface Refusal {
  /** The words of the refusal, and all of its body. */
  words: string
  body: JsonObject
  known: ModelCompatibility
}

type Row = (refusal: Refusal) => ModelCompatibility | undefined

/** Statuses of refusals that name what to change; 500 is that of templates. */
const REFUSING = new Set([400, 404, 413, 422, 500])

/**
 * Returns the one change of the request that a refusal asks for; `undefined` if it names none. The table is read from
 * above: the first row that fits and is not applied yet.
 */
export function changeFor(
  refusal: ErrorResponse,
  { body, known }: { body: string; known: ModelCompatibility },
): ModelCompatibility | undefined {
  if (!REFUSING.has(refusal.status ?? 0)) return undefined
  const sent = objectOfJson(body, { budget: RECORD_BUDGET })
  const text = errorWords(refusal.body)?.text ?? ''
  const words = `${text}\n${refusal.body}`
  if (!sent || (refusal.status === 500 && !/jinja|template|role|tool call id/i.test(words)))
    return undefined
  for (const row of ROWS) {
    const change = row({ words, body: sent, known })
    if (change) return change
  }
  return undefined
}

const REFUSES =
  /unsupported|not support|n't support|unrecogni[sz]ed|unknown|extra|forbidden|not permitted|not allowed|unexpected|invalid|only the default|cannot be used|should not be/i

/** Fields of a request that may be left out. */
const OPTIONAL_FIELDS = [
  'stream_options',
  'temperature',
  'reasoning_effort',
  'parallel_tool_calls',
  'store',
  'tool_choice',
  'stop',
  'top_p',
  'include',
  'service_tier',
  'prompt_cache_key',
  'cache_control',
] as const

const mentions = (words: string, name: string): boolean =>
  words.split(name).some((before, at, all) => {
    if (at === all.length - 1) return false
    return !/\w$/.test(before) && !/^\w/.test(all[at + 1] ?? '')
  })

const leaveOutField: Row = ({ words, body, known }) => {
  if (!REFUSES.test(words)) return undefined
  const field = OPTIONAL_FIELDS.find(
    (name) => name in body && !known.leftOutFields?.includes(name) && mentions(words, name),
  )
  return field === undefined ? undefined : { leftOutFields: [field] }
}

const renameLimit: Row = ({ words, body, known }) => {
  if (known.limitField !== undefined || !REFUSES.test(words)) return undefined
  if (
    'max_tokens' in body &&
    mentions(words, 'max_completion_tokens') &&
    /instead|\buse\b/i.test(words)
  )
    return { limitField: 'max_completion_tokens' }
  return 'max_completion_tokens' in body && mentions(words, 'max_completion_tokens')
    ? { limitField: 'max_tokens' }
    : undefined
}

/** A shorter answer is no answer. */
const LEAST_OUTPUT = 64

/** Patterns with which refusals name the most tokens of an answer; `limit` is the requested one. */
const LIMITS: readonly ((words: string, limit: number) => number | undefined)[] = [
  (words) =>
    difference(words, /context length is (\d{1,9})[^(]{0,200}\((\d{1,9}) in the messages/i),
  (words) =>
    difference(words, /context length is (\d{1,9}) tokens and your request has (\d{1,9}) input/i),
  (words) => difference(words, /must be <= (\d{1,9})\. Given: (\d{1,9})/i),
  (words, limit) => {
    const less = difference(words, /Limit (\d{1,9}), Requested (\d{1,9})/i)
    return less === undefined ? undefined : limit + less
  },
  (words) => numberIn(words, /(?:at most|up to|maximum of|no more than) (\d{1,9})/i),
  (words) => numberIn(words, /tokens? should be \[\d{1,9}, ?(\d{1,9})\]/i),
  (words) => numberIn(words, /tokens? must be in \[\d{1,9}, ?(\d{1,9})\]/i),
  (words) => numberIn(words, /(?:less than or equal to|must not exceed|<=) ?(\d{1,9})/i),
]

function numberIn(words: string, pattern: RegExp): number | undefined {
  return numberOf(pattern.exec(words)?.[1])
}

function difference(words: string, pattern: RegExp): number | undefined {
  const [, first, second] = pattern.exec(words) ?? []
  const [from, less] = [numberOf(first), numberOf(second)]
  return from === undefined || less === undefined ? undefined : from - less
}

const lowerLimit: Row = ({ words, body }) => {
  const limit = limitOf(body)
  if (limit === undefined || !/token/i.test(words)) return undefined
  for (const read of LIMITS) {
    const most = read(words, limit)
    if (most !== undefined && most >= LEAST_OUTPUT && most < limit) return { maxOutputTokens: most }
  }
  return undefined
}

function limitOf(body: JsonObject): number | undefined {
  const generation = objectOf(body['generationConfig'])
  return numberOf(
    body['max_tokens'] ??
      body['max_completion_tokens'] ??
      body['max_output_tokens'] ??
      generation?.['maxOutputTokens'],
  )
}

const changeCallIds: Row = ({ words, known }) => {
  if (!/(?:call.{0,10}id|tool_use.{0,40}id|\bids?\b)/i.test(words)) return undefined
  if (known.callIds !== 'nine' && /length (?:of )?9\b|9 (?:characters|letters)/i.test(words))
    return { callIds: 'nine' }
  const isForm = /pattern|too long|at most \d+ characters|maximum length|alphanumeric|should match/i
  return known.callIds === undefined && isForm.test(words) && /call/i.test(words)
    ? { callIds: 'plain' }
    : undefined
}

const moveSystem: Row = ({ words, body, known }) => {
  const isNamed =
    /system (?:role|message|prompt|instruction)s?.{0,40}(?:not|n't|un)|support.{0,10}['"`]?(?:system|developer)\b|developer instruction is not enabled/i
  const hasSystem = objectsOf(body['messages']).some(({ role }) => role === 'system')
  return hasSystem && !known.systemInUser && isNamed.test(words)
    ? { systemInUser: true }
    : undefined
}

const changeEmptyContent: Row = ({ words, body, known }) => {
  if (!/content/i.test(words) || known.emptyContent !== undefined) return undefined
  const assistants = objectsOf(body['messages']).filter(({ role }) => role === 'assistant')
  if (/valid string|be a string|expected a? ?string|null|none/i.test(words))
    return assistants.some(({ content }) => content === null) ? { emptyContent: 'text' } : undefined
  const isEmpty = assistants.some(({ content }) => content === '')
  return isEmpty && /empty/i.test(words) ? { emptyContent: 'null' } : undefined
}

const leaveOutReasoning: Row = ({ words, body, known }) => {
  if (known.withoutReasoning || !REFUSES.test(words)) return undefined
  const isNamed = /reasoning(?!_effort)|thinking|thought|signature/i.test(words)
  return isNamed && holdsReasoning(body) ? { withoutReasoning: true } : undefined
}

const SENT_REASONING = [
  'reasoning_content',
  'reasoning',
  'reasoning_text',
  'reasoning_details',
  'thinking',
]

function holdsReasoning(body: JsonObject): boolean {
  return objectsOf(body['messages']).some(
    (message) =>
      SENT_REASONING.some((name) => !isEmptyValue(message[name])) ||
      objectsOf(message['content']).some(({ type }) => type === 'thinking'),
  )
}

const defineCalledTools: Row = ({ words, body, known }) =>
  isEmptyValue(body['tools']) &&
  !known.definesCalledTools &&
  /tool(?:s|config|_config)?\b.{0,40}(?:must be (?:defined|provided|specified)|required|without)|without .{0,6}tools?\b/i.test(
    words,
  )
    ? { definesCalledTools: true }
    : undefined

const simplifySchemas: Row = ({ words, body, known }) =>
  !isEmptyValue(body['tools']) &&
  !known.plainSchemas &&
  /unknown name|function_declarations|functionDeclarations/i.test(words)
    ? { plainSchemas: true }
    : undefined

const leaveOutTool: Row = ({ words, body, known }) => {
  if (!/schema|function|tool/i.test(words)) return undefined
  const names = objectsOf(body['tools']).map(
    (tool) => stringOf(objectOf(tool['function'])?.['name'] ?? tool['name']) ?? '',
  )
  const isInvalid = /invalid|unsupported|not support|must match|malformed/i.test(words)
  const named = names.find((name) => name !== '' && mentions(words, name))
  const at = numberOf(/tools?[.[](\d+)/.exec(words)?.[1])
  const tool = named ?? (at === undefined ? undefined : names[at])
  if (!isInvalid || !tool || known.leftOutTools?.includes(tool)) return undefined
  // The last tool that a place names shows that the places before it were wrong.
  const isRestored = named === undefined && names.length === 1 && known.leftOutTools !== undefined
  return isRestored && !known.hasRestoredTools
    ? { leftOutTools: [tool], hasRestoredTools: true }
    : { leftOutTools: [tool] }
}

const alternateRoles: Row = ({ words, known }) =>
  !known.alternatesRoles &&
  /roles? must alternate|alternat|(?:user|assistant|tool) after (?:user|assistant|tool)/i.test(
    words,
  )
    ? { alternatesRoles: true }
    : undefined

const ROWS: readonly Row[] = [
  alternateRoles,
  renameLimit,
  lowerLimit,
  moveSystem,
  changeCallIds,
  leaveOutReasoning,
  defineCalledTools,
  simplifySchemas,
  leaveOutTool,
  leaveOutField,
  changeEmptyContent,
]
