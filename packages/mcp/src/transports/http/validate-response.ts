import {
  breachOfJson,
  MESSAGE_BUDGET,
  parseScanned,
  type JsonProblem,
  type JsonValue,
} from '@gatehouse/domain'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { FrameRecorder } from '../../traffic-log/frame-recorder.ts'
import { errorForUnreadable, errorForUnusable } from '../../message-parsing/unusable-response.ts'
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
import { yieldIfBudgetSpent, waitForFreshIteration } from '../../system/timing/event-loop.ts'
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
  if (problem)
    return (
      salvageList(data, problem) ?? ((seen) => refusedReplacement({ problem, seen }, data, options))
    )
  return isWhole(data) ? undefined : (seen) => unreadableReplacement(seen, data, options)
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
  if (data.length > LARGE_TEXT) return data.trimEnd().endsWith('}')
  return data === '' || parseScanned(data) !== undefined
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
  const json = async (): Promise<JsonValue> => {
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
    return value
  }
  return Object.defineProperty(bounded, 'json', { value: json })
}

function note(why: string, text: string, { recorder, log }: ResponseValidationOptions): void {
  recorder.malformed(text, Buffer.byteLength(text))
  log.write('warning', `A message of the server was refused: ${why}`)
}
