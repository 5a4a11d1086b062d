import { waitForFreshIteration, yieldIfBudgetSpent } from '@gatehouse/base'
import {
  breachOfJson,
  MESSAGE_BUDGET,
  parseScanned,
  type JsonProblem,
  type JsonValue,
} from '@gatehouse/domain'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { FrameRecorder } from '../../traffic-log/frame-recorder.ts'
import { normalizeMessage } from '../../message-parsing/normalize-message.ts'
import { toMessage } from '../../message-parsing/to-message.ts'
import {
  errorForInvalid,
  errorForUnreadable,
  errorForUnusable,
} from '../../message-parsing/unusable-response.ts'
import {
  responseIdOf,
  describeOutcome,
  refusalOfRequest,
  tooLargeProblem,
  type RefusedMessage,
} from '../../message-parsing/refused-message.ts'
import { envelopeOf, readEnvelope, type Envelope } from '../../message-parsing/envelope.ts'
import { salvageList } from '../../message-parsing/salvage-list.ts'
import type { OutputLog } from '../../traffic-log/output-log.ts'
import {
  InvalidResponseError,
  boundBody,
  contentTypeOf,
  tooLarge,
  withBody,
} from './response-body.ts'
import { sanitizeEvents } from './sanitize-events.ts'

/** Characters from which a text is handled in a turn of its own, so that other work runs in between. */
const LARGE_TEXT = 1_048_576

export interface ResponseValidationOptions {
  recorder: FrameRecorder
  log: Pick<OutputLog, 'write'>
  /** The request that the response belongs to; absent on a stream of the server's own. */
  owner: string | number | undefined
  /** See `BoundedFetchOptions`. */
  idle?(): Promise<void> | undefined
  /** Sends the refusal of a server's own request. */
  onRefusal(response: JSONRPCMessage): void
}

/**
 * Limits a response to what the SDK may read: nothing that `parseJson` refuses reaches it. A refused
 * event is replaced by an error for its request; reading a refused body fails.
 */
export function validateResponse(response: Response, options: ResponseValidationOptions): Response {
  if (!response.body) return response
  const type = contentTypeOf(response)
  if (type !== 'text/event-stream') return validateBody(response, options)
  const events = sanitizeEvents({
    maxBytes: MESSAGE_BUDGET.bytes,
    async tooLarge(begin) {
      const envelope = await envelopeInTurns(eventData(begin))
      refuse({ problem: tooLargeProblem(begin.length), envelope }, begin, options)
      return tooLarge(response, MESSAGE_BUDGET.bytes)
    },
    replace: (data) => replacementOf(data, options),
    ready: () => options.idle?.(),
  })
  return withBody(response, response.body.pipeThrough(events))
}

/** The body of an error response, or a text in its place when the SDK must not parse it. */
export function plainRefusal(body: string): string {
  const problem = breachOfJson(body)
  return problem ? `The response was refused: ${problem.message}` : body
}

/** The text that the SDK reads instead of an event's data; `undefined` = the data itself. */
function replacementOf(
  data: string,
  options: ResponseValidationOptions,
): Replacement | Promise<Replacement> {
  if (data.length > LARGE_TEXT) return replacementInTurns(data, options)
  const judged = judge(data, options)
  return typeof judged === 'function' ? judged(envelopeOf(data)) : judged
}

async function replacementInTurns(
  data: string,
  options: ResponseValidationOptions,
): Promise<Replacement> {
  await waitForFreshIteration()
  const judged = judge(data, options)
  return typeof judged === 'function' ? judged(await envelopeInTurns(data)) : judged
}

async function envelopeInTurns(text: string): Promise<Envelope> {
  const parts = readEnvelope(text)
  for (let part = parts.next(); ; part = parts.next()) {
    if (part.done === true) return part.value
    await yieldIfBudgetSpent()
  }
}

type Replacement = string | undefined

/** The replacement of the data; when it is refused, a function that makes it from the envelope. */
function judge(
  data: string,
  options: ResponseValidationOptions,
): Replacement | ((seen: Envelope) => Replacement) {
  const problem = breachOfJson(data)
  const usable = problem ? salvageList(data, problem) : data
  if (problem && usable === undefined)
    return (seen) => refusedReplacement({ problem, seen }, data, options)
  const text = usable ?? ''
  if (text === '') return undefined
  if (text.length > LARGE_TEXT && !text.includes('null'))
    return isWhole(text)
      ? changedText(text, data)
      : (seen) => unreadableReplacement(seen, data, options)
  const value = parseScanned(text)
  if (value !== undefined) return changedText(readableText(value, text, options), data)
  if (MAY_BE_MESSAGE.test(text)) return (seen) => unreadableReplacement(seen, data, options)
  return passOver(text, options)
}

/** A text that begins otherwise is no part of a message either: a keep-alive, or the word of a proxy. */
const MAY_BE_MESSAGE = /^\s*(?:\{|\[\s*(?:\{|$))/

function changedText(text: string, data: string): Replacement {
  return text === data ? undefined : text
}

/** The text of a value as the client may read it: as the message that was meant, or nothing. */
function readableText(value: JsonValue, text: string, options: ResponseValidationOptions): string {
  // Revision 2025-03-26 had batches.
  if (Array.isArray(value)) {
    const parts = value.flatMap((part) => {
      const message = usableMessage(part)
      return message === undefined ? [] : [message]
    })
    return parts.length === 0 ? passOver(text, options) : JSON.stringify(parts)
  }
  const message = usableMessage(value)
  if (message === undefined) return passOver(text, options)
  return message === value ? text : JSON.stringify(message)
}

/** The message that a value is, or an error in place of a response that is invalid. */
function usableMessage(value: unknown): unknown {
  const message = normalizeMessage(value)
  return toMessage(message) ? message : errorForInvalid(message)
}

function passOver(text: string, { log }: ResponseValidationOptions): '' {
  log.write('debug', `An event that is no protocol message was passed over: ${text.slice(0, 200)}`)
  return ''
}

function refusedReplacement(
  { problem, seen }: { problem: JsonProblem; seen: Envelope },
  data: string,
  options: ResponseValidationOptions,
): Replacement {
  const refused = { problem, envelope: owned(seen, options) }
  refuse(refused, data, options)
  const id = responseIdOf(refused.envelope)
  const words = `The response was refused: ${problem.message}`
  return id === undefined ? '' : JSON.stringify(errorForUnusable(id, words))
}

/** A message of unknown kind and without an id counts as the response to its HTTP request. */
function owned(envelope: Envelope, { owner }: ResponseValidationOptions): Envelope {
  const { kind, id } = envelope
  const isOwn = kind === 'unknown' && id === undefined
  return isOwn && owner !== undefined ? { kind: 'response', id: owner } : envelope
}

/** Only the end of a large text is checked: the client parses it anyway, in a turn of its own. */
function isWhole(data: string): boolean {
  return data.trimEnd().endsWith('}')
}

/** Replaces half a message: its stream may stay open and bring no other. */
function unreadableReplacement(
  seen: Envelope,
  data: string,
  options: ResponseValidationOptions,
): string {
  // The id may stand behind the cut.
  const isCut = seen.kind === 'response' && seen.id === undefined
  const envelope = owned(isCut ? { kind: 'unknown' } : seen, options)
  note(`It is not JSON. ${describeOutcome(envelope)}`, data, options)
  const id = responseIdOf(envelope)
  return id === undefined ? '' : JSON.stringify(errorForUnreadable(id))
}

/** The data of an event that came only in part. */
function eventData(begin: string): string {
  return begin.replace(/^data: ?/gm, '')
}

function refuse(refused: RefusedMessage, text: string, options: ResponseValidationOptions): void {
  note(`${refused.problem.message} ${describeOutcome(refused.envelope)}`, text, options)
  const refusal = refusalOfRequest(refused)
  if (refusal) options.onRefusal(refusal)
}

function validateBody(response: Response, options: ResponseValidationOptions): Response {
  const bounded = boundBody(response, MESSAGE_BUDGET.bytes)
  // The SDK calls this to read a message: nothing is parsed twice, or before it was checked.
  const json = async (): Promise<unknown> => {
    const text = await bounded.text()
    const isLarge = text.length > LARGE_TEXT
    if (isLarge) await waitForFreshIteration()
    const problem = breachOfJson(text)
    const usable = problem ? salvageList(text, problem) : text
    if (problem && usable === undefined) {
      note(problem.message, text, options)
      throw new InvalidResponseError(`The response was refused: ${problem.message}`, {
        contentType: contentTypeOf(response),
        body: '',
      })
    }
    if (isLarge) await waitForFreshIteration()
    const value = parseScanned(usable ?? '')
    if (isLarge) await waitForFreshIteration()
    if (value === undefined) throw new SyntaxError('The response is not JSON.')
    return Array.isArray(value) ? value.map(normalizeMessage) : readBody(value, options)
  }
  return Object.defineProperty(bounded, 'json', { value: json })
}

/** The message of a body. An error without an id is the response to the request of the body. */
function readBody(value: unknown, { owner }: ResponseValidationOptions): unknown {
  const message = normalizeMessage(value)
  if (typeof message !== 'object' || message === null) return message
  const isOwn = 'error' in message && !('id' in message) && !('method' in message)
  const whole = isOwn && owner !== undefined ? normalizeMessage({ ...message, id: owner }) : message
  return toMessage(whole) ? whole : (errorForInvalid(whole) ?? whole)
}

function note(why: string, text: string, { recorder, log }: ResponseValidationOptions): void {
  recorder.malformed(text, Buffer.byteLength(text))
  log.write('warning', `A message of the server was refused: ${why}`)
}
