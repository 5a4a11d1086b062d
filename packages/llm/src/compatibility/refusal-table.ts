import { objectOfJson, RECORD_BUDGET, type JsonObject } from '@gatehouse/domain'
import type { ModelCompatibility } from '@gatehouse/domain/models'
import { errorWords } from '../errors/error-words.ts'
import { numberOf } from '../fields.ts'
import type { ErrorResponse } from '../errors/provider-error.ts'
import { fieldOf, LEAST_OUTPUT, limitOf, OPTIONAL_FIELDS, tokensOfBody } from './body-fields.ts'

/** A refused request, with what it held. */
interface Refusal {
  /** The words of the refusal, and all of its body. */
  words: string
  /** The words alone: bodies hold a `null` for what they do not say, and call every refusal invalid. */
  message: string
  body: JsonObject
  /** Names of the tools that the request defines, in its order. */
  tools: readonly string[]
  known: ModelCompatibility
}

type Row = (refusal: Refusal) => ModelCompatibility | undefined

/** Statuses of refusals that name what to change; 500 is that of templates. */
const REFUSING = new Set([400, 404, 413, 422, 500])

/**
 * Returns the changes of the request that a refusal may ask for, in the order of the table; empty if it names none. Not
 * every change has an effect: only writing the request again shows whether it held what is changed.
 */
export function changesFor(
  refusal: ErrorResponse,
  { body, tools, known }: { body: string; tools: readonly string[]; known: ModelCompatibility },
): ModelCompatibility[] {
  if (!REFUSING.has(refusal.status ?? 0)) return []
  const sent = objectOfJson(body, { budget: RECORD_BUDGET })
  const text = errorWords(refusal.body)?.text ?? ''
  const words = `${text}\n${refusal.body}`
  if (!sent || (refusal.status === 500 && !/jinja|template|role|tool call id/i.test(words)))
    return []
  const message = text === '' ? refusal.body : text
  return ROWS.flatMap((row) => row({ words, message, body: sent, tools, known }) ?? [])
}

const REFUSES =
  /unsupported|not support|n't support|unrecogni[sz]ed|unknown|extra|forbidden|not permitted|not allowed|unexpected|invalid|only the default|cannot be used|should not be|deprecated|not enabled/i

const mentions = (words: string, name: string): boolean =>
  words.split(name).some((before, at, all) => {
    if (at === all.length - 1) return false
    return !/\w$/.test(before) && !/^\w/.test(all[at + 1] ?? '')
  })

const leaveOutField: Row = ({ words, message, body, known }) => {
  if (!REFUSES.test(message)) return undefined
  const field = OPTIONAL_FIELDS.find(
    ({ path, names, mark = path }) =>
      fieldOf(body, mark) !== undefined &&
      !known.leftOutFields?.includes(path) &&
      names.some((name) => mentions(words, name)),
  )
  return field === undefined ? undefined : { leftOutFields: [field.path] }
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

/** The tokens of request and answer together that a refusal allows, and those of the request. */
interface Room {
  window: number
  request: number
}

/** Patterns with which refusals name that room; `limit` is the requested limit of the answer. */
const ROOMS: readonly ((words: string, limit: number) => Room | undefined)[] = [
  (words) => roomIn(words, /context length is (\d{1,9})[^(]{0,200}\((\d{1,9}) in the messages/i),
  (words) =>
    roomIn(words, /context length is (\d{1,9}) tokens and your request has (\d{1,9}) input/i),
  (words) => roomIn(words, /must be <= (\d{1,9})\. Given: (\d{1,9})/i),
  (words, limit) => {
    const room = roomIn(words, /Limit (\d{1,9}), Requested (\d{1,9})/i)
    return room && { ...room, request: room.request - limit }
  },
  // Anthropic: input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000
  (words) => {
    const room = roomIn(words, /context limit: (\d{1,9}) \+ \d{1,9} > (\d{1,9})/i)
    return room && { window: room.request, request: room.window }
  },
]

/** Patterns with which refusals name the most tokens of an answer. */
const LIMITS: readonly ((words: string) => number | undefined)[] = [
  (words) => numberIn(words, /max_tokens: \d{1,9} > (\d{1,9})/i),
  (words) => {
    const end = numberIn(words, /to (\d{1,9}) \(exclusive\)/i)
    return end === undefined ? undefined : end - 1
  },
  (words) => numberIn(words, /(?:at most|up to|maximum of|no more than) (\d{1,9})/i),
  (words) => numberIn(words, /tokens? should be \[\d{1,9}, ?(\d{1,9})\]/i),
  (words) => numberIn(words, /tokens? must be in (?:the )?(?:range )?\[\d{1,9}, ?(\d{1,9})\]/i),
  (words) => numberIn(words, /(?:less than or equal to|must not exceed|<=) ?(\d{1,9})/i),
]

function numberIn(words: string, pattern: RegExp): number | undefined {
  return numberOf(pattern.exec(words)?.[1])
}

function roomIn(words: string, pattern: RegExp): Room | undefined {
  const [, first, second] = pattern.exec(words) ?? []
  const [window, request] = [numberOf(first), numberOf(second)]
  return window === undefined || request === undefined ? undefined : { window, request }
}

const lowerLimit: Row = ({ words, body, known }) => {
  const limit = limitOf(body)
  if (limit === undefined || !/token/i.test(words)) return undefined
  for (const read of ROOMS) {
    const room = read(words, limit)
    const most = room ? room.window - room.request : 0
    if (!room || most < LEAST_OUTPUT || most >= limit) continue
    // A second refusal shows that the request is longer than estimated.
    const isRepeated = known.contextWindow !== undefined
    return { contextWindow: isRepeated ? most + tokensOfBody(JSON.stringify(body)) : room.window }
  }
  for (const read of LIMITS) {
    const most = read(words)
    if (most !== undefined && most >= LEAST_OUTPUT && most < limit) return { maxOutputTokens: most }
  }
  return undefined
}

const changeCallIds: Row = ({ words, known }) => {
  if (!/(?:call.{0,10}id|tool_use.{0,40}id|\bids?\b)/i.test(words)) return undefined
  if (known.callIds !== 'nine' && /length (?:of )?9\b|9 (?:characters|letters)/i.test(words))
    return { callIds: 'nine' }
  const isForm = /pattern|too long|at most \d+ characters|maximum length|alphanumeric|should match/i
  return known.callIds === undefined && isForm.test(words) && /call|tool_use/i.test(words)
    ? { callIds: 'plain' }
    : undefined
}

/** The words by which a system text is named as what is refused. */
const NO_SYSTEM = [
  /system[_ ](?:role|message|prompt|instruction)s?\b.{0,40}(?:not|n't|un)/i,
  /\bsystem['"`]?: .{0,40}(?:not|n't|un)/i,
  /unknown name .{0,3}system_?instruction/i,
  /support.{0,10}['"`]?(?:system|developer)\b/i,
  /developer instruction is not enabled/i,
] as const

const moveSystem: Row = ({ words, known }) =>
  !known.systemInUser && NO_SYSTEM.some((pattern) => pattern.test(words))
    ? { systemInUser: true }
    : undefined

const isAboutContent = ({ words }: Refusal): boolean => /content|parts/i.test(words)

const fillEmptyContent: Row = (refusal) =>
  refusal.known.emptyContent === undefined &&
  isAboutContent(refusal) &&
  /valid string|be a string|expected a? ?string|null|none is not|nonetype/i.test(refusal.message)
    ? { emptyContent: 'text' }
    : undefined

const removeEmptyContent: Row = (refusal) =>
  refusal.known.emptyContent === undefined &&
  isAboutContent(refusal) &&
  /empty|not none|at least one/i.test(refusal.message)
    ? { emptyContent: 'null' }
    : undefined

const leaveOutReasoning: Row = ({ words, message, known }) =>
  !known.withoutReasoning &&
  (REFUSES.test(message) || /could not be verified/i.test(message)) &&
  /reasoning(?!_effort)|thinking|thought|signature|encrypted content/i.test(words)
    ? { withoutReasoning: true }
    : undefined

const defineCalledTools: Row = ({ words, tools, known }) =>
  tools.length === 0 &&
  !known.definesCalledTools &&
  /tool(?:s|config|_config)?\b.{0,40}(?:must be (?:defined|provided|specified)|required|without)|without .{0,6}tools?\b|must define tools/i.test(
    words,
  )
    ? { definesCalledTools: true }
    : undefined

const simplifySchemas: Row = ({ words, tools, known }) =>
  tools.length > 0 &&
  !known.plainSchemas &&
  /unknown name|function_declarations|functionDeclarations/i.test(words)
    ? { plainSchemas: true }
    : undefined

/** The place of a tool in a request, as refusals name it. */
const TOOL_PLACES = [/function_?declarations[.[](\d+)/i, /tools?[.[](\d+)/i] as const

const leaveOutTool: Row = ({ words, tools, known }) => {
  if (!/schema|function|tool/i.test(words)) return undefined
  const isInvalid = /invalid|unsupported|not support|must match|malformed/i.test(words)
  const named = tools.find((name) => name !== '' && mentions(words, name))
  const [place] = TOOL_PLACES.flatMap((pattern) => pattern.exec(words)?.[1] ?? [])
  const at = numberOf(place)
  const tool = named ?? (at === undefined ? undefined : tools[at])
  if (!isInvalid || !tool || known.leftOutTools?.includes(tool)) return undefined
  // The last tool that a place names shows that the places before it were wrong.
  const isRestored = named === undefined && tools.length === 1 && known.leftOutTools !== undefined
  return isRestored && !known.hasRestoredTools
    ? { leftOutTools: [tool], hasRestoredTools: true }
    : { leftOutTools: [tool] }
}

const alternateRoles: Row = ({ words, known }) =>
  !known.alternatesRoles &&
  /\balternat(?:e|es|ing|ion)\b|(?:user|assistant|tool)\W{0,3} after (?:(?:a|the|role|message|messages) ){0,2}\W{0,3}(?:user|assistant|tool)|after .{0,10}tool.{0,20} must (?:come|be|follow)|comes immediately after/i.test(
    words,
  )
    ? { alternatesRoles: true }
    : undefined

/** Limits of definitions: `Invalid 'tools': array too long. Expected an array with maximum length 128`. */
const offerFewerTools: Row = ({ words, tools }) => {
  if (!/tools|functions?/i.test(words)) return undefined
  const most =
    numberIn(words, /array with maximum length (\d{1,5})/i) ??
    numberIn(
      words,
      /(?:at most|maximum(?: number)?(?: of)?|max(?: of)?|up to|more than) (\d{1,5}) (?:tools|functions?)/i,
    )
  return most !== undefined && most > 0 && most < tools.length ? { maxTools: most } : undefined
}

/** A shorter description says nothing. */
const LEAST_DESCRIPTION = 32

const shortenDescriptions: Row = ({ words, known }) => {
  if (!/description/i.test(words)) return undefined
  const most =
    numberIn(words, /maximum length (?:of )?(\d{1,6})/i) ??
    numberIn(words, /(?:at most|up to|no more than|maximum of) (\d{1,6}) characters/i)
  const isShorter = most !== undefined && most < (known.maxDescription ?? Infinity)
  return isShorter && most >= LEAST_DESCRIPTION ? { maxDescription: most } : undefined
}

const ROWS: readonly Row[] = [
  alternateRoles,
  renameLimit,
  offerFewerTools,
  shortenDescriptions,
  lowerLimit,
  moveSystem,
  changeCallIds,
  leaveOutReasoning,
  defineCalledTools,
  simplifySchemas,
  leaveOutTool,
  leaveOutField,
  fillEmptyContent,
  removeEmptyContent,
]
