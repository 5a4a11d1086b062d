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
import { sanitizeEvents } from './guard-events.ts'

/** Characters from which on a text is worth a turn of its own, so that others have theirs in between. */
const LARGE_TEXT = 1_048_576

export interface MessageGuard {
  recorder: FrameRecorder
  log: Pick<OutputLog, 'write'>
  /** The request that the response belongs to; absent on a stream of the server's own. */
  owner: string | number | undefined
  /** See `CheckedFetchOptions`. */
  idle?(): Promise<void> | undefined
  /** Sends the refusal of a server's own request. */
  onRefusal(response: JSONRPCMessage): void
}

/**
 * The response with only what the SDK may read: what `parseJson` refuses never reaches it. A
 * refused event is replaced by an error for its request; a refused body fails.
 */
export function validateResponse(response: Response, guard: MessageGuard): Response {
  if (!response.body) return response
  const type = contentTypeOf(response)
  if (type !== 'text/event-stream') return guardBody(response, guard)
  const events = sanitizeEvents({
    maxBytes: MESSAGE_BUDGET.bytes,
    async tooLarge(begin) {
      const envelope = await envelopeInTurns(eventData(begin))
      refuse({ problem: tooLargeProblem(begin.length), envelope }, begin, guard)
      return tooLarge(response, MESSAGE_BUDGET.bytes)
    },
    replace: (data) => replacementOf(data, guard),
    ready: () => guard.idle?.(),
  })
  return withBody(response, response.body.pipeThrough(events))
}

/** The body of an error response, or a text in its place when the SDK must not parse it. */
export function plainRefusal(body: string): string {
  const problem = breachOfJson(body)
  return problem ? `The response was refused: ${problem.message}` : body
}

/** What the SDK reads instead of an event's data; `undefined` = the data itself. */
function replacementOf(data: string, guard: MessageGuard): Replacement | Promise<Replacement> {
  if (data.length > LARGE_TEXT) return replacementInTurns(data, guard)
  const judged = judge(data, guard)
  return typeof judged === 'function' ? judged(envelopeOf(data)) : judged
}

async function replacementInTurns(data: string, guard: MessageGuard): Promise<Replacement> {
  await waitForFreshIteration()
  const judged = judge(data, guard)
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

/** The text in its place; for what is refused, what becomes of it once it is known what it was. */
function judge(data: string, guard: MessageGuard): Replacement | ((seen: Envelope) => Replacement) {
  const problem = breachOfJson(data)
  if (problem)
    return (
      salvageList(data, problem) ?? ((seen) => refusedReplacement({ problem, seen }, data, guard))
    )
  return isWhole(data) ? undefined : (seen) => unreadableReplacement(seen, data, guard)
}

function refusedReplacement(
  { problem, seen }: { problem: JsonProblem; seen: Envelope },
  data: string,
  guard: MessageGuard,
): Replacement {
  const refused = { problem, envelope: owned(seen, guard) }
  refuse(refused, data, guard)
  const id = responseIdOf(refused.envelope)
  const words = `The response was refused: ${problem.message}`
  return id === undefined ? '' : JSON.stringify(errorForUnusable(id, words))
}

/** A message of unknown kind and without an id counts as the response to its HTTP request. */
function owned(envelope: Envelope, { owner }: MessageGuard): Envelope {
  const { kind, id } = envelope
  const isOwn = kind === 'unknown' && id === undefined
  return isOwn && owner !== undefined ? { kind: 'response', id: owner } : envelope
}

/** Of a large text only the end is looked at: the client parses it anyway, in a turn of its own. */
function isWhole(data: string): boolean {
  if (data.length > LARGE_TEXT) return data.trimEnd().endsWith('}')
  return data === '' || parseScanned(data) !== undefined
}

/** Half of a message: the stream it came on may bring no other, or stay open without. */
function unreadableReplacement(seen: Envelope, data: string, guard: MessageGuard): string {
  // The id may stand behind the cut.
  const isCut = seen.kind === 'response' && seen.id === undefined
  const envelope = owned(isCut ? { kind: 'unknown' } : seen, guard)
  note(`It is not JSON. ${describeOutcome(envelope)}`, data, guard)
  const id = responseIdOf(envelope)
  return id === undefined ? '' : JSON.stringify(errorForUnreadable(id))
}

/** The data of one event of which there is only the begin. */
function eventData(begin: string): string {
  return begin.replace(/^data: ?/gm, '')
}

function refuse(refused: RefusedMessage, text: string, guard: MessageGuard): void {
  note(`${refused.problem.message} ${describeOutcome(refused.envelope)}`, text, guard)
  const refusal = refusalOfRequest(refused)
  if (refusal) guard.onRefusal(refusal)
}

function guardBody(response: Response, guard: MessageGuard): Response {
  const bounded = boundBody(response, MESSAGE_BUDGET.bytes)
  // The SDK calls this to read a message: nothing is parsed twice, or before it was checked.
  const json = async (): Promise<JsonValue> => {
    const text = await bounded.text()
    const isLarge = text.length > LARGE_TEXT
    if (isLarge) await waitForFreshIteration()
    const problem = breachOfJson(text)
    const usable = problem ? salvageList(text, problem) : text
    if (problem && usable === undefined) {
      note(problem.message, text, guard)
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

function note(why: string, text: string, { recorder, log }: MessageGuard): void {
  recorder.malformed(text, Buffer.byteLength(text))
  log.write('warning', `A message of the server was refused: ${why}`)
}
