import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  breachOfJson,
  MESSAGE_BUDGET,
  parseScanned,
  type JsonProblem,
  type JsonValue,
} from '@gatehouse/domain'
import type { FrameTap } from '../frame-tap.ts'
import { unusableAnswer } from '../malformed-answer.ts'
import { refusedMessage } from '../refused-message.ts'
import type { OutputLog } from '../stdio/output-log.ts'
import { BadAnswer } from './bad-answer.ts'
import { boundBody, contentTypeOf, tooLarge, withBody } from './bounded-body.ts'
import { guardEvents } from './guard-events.ts'
import { requestIdOf } from './request-id.ts'

/** Characters from which on a text is worth a turn of its own, so that others have theirs in between. */
const LARGE_TEXT = 1_048_576

export interface MessageGuard {
  tap: FrameTap
  log: Pick<OutputLog, 'say'>
  /** The body of the request that is answered. */
  request: unknown
}

/**
 * The answer as one that the SDK may read: whatever `parseJson` refuses never comes to it. A
 * refused event is replaced by an error for the request that it answers; a refused body fails.
 */
export function guardMessages(response: Response, guard: MessageGuard): Response {
  if (!response.body) return response
  const type = contentTypeOf(response)
  if (type !== 'text/event-stream') return guardBody(response, guard)
  const events = guardEvents({
    maxBytes: MESSAGE_BUDGET.bytes,
    tooLarge: () => tooLarge(response, MESSAGE_BUDGET.bytes),
    judge: (data) => judge(data, guard),
  })
  return withBody(response, response.body.pipeThrough(events))
}

/** The body of an error answer, or the words that take its place when the SDK must not parse it. */
export function plainRefusal(body: string): string {
  const problem = breachOfJson(body)
  return problem ? `The answer was refused: ${problem.message}` : body
}

/** What the SDK reads instead of an event's data; `undefined` = the data itself. */
function judge(data: string, guard: MessageGuard): Verdict | Promise<Verdict> {
  if (data.length <= LARGE_TEXT) return verdictOn(data, guard)
  return nextTurn().then(() => verdictOn(data, guard))
}

type Verdict = string | undefined

function verdictOn(data: string, guard: MessageGuard): Verdict {
  const problem = breachOfJson(data)
  if (!problem) return undefined
  note(problem, data, guard)
  const answers = refusedMessage(problem, data).answers ?? likelyId(data, guard)
  const words = `The answer was refused: ${problem.message}`
  return answers === undefined ? '' : JSON.stringify(unusableAnswer(answers, words))
}

/** A message that names neither a method nor an id where it begins answers the request it came upon. */
function likelyId(data: string, { request }: MessageGuard): string | number | undefined {
  return /"(?:method|id)"\s*:/.test(data.slice(0, 200)) ? undefined : requestIdOf(request)
}

function guardBody(response: Response, guard: MessageGuard): Response {
  const bounded = boundBody(response, MESSAGE_BUDGET.bytes)
  // The SDK's way to a message: so nothing is parsed twice, and nothing before it was judged.
  const json = async (): Promise<JsonValue> => {
    const text = await bounded.text()
    const isLarge = text.length > LARGE_TEXT
    if (isLarge) await nextTurn()
    const problem = breachOfJson(text)
    if (problem) {
      note(problem, text, guard)
      throw new BadAnswer(`The answer was refused: ${problem.message}`, {
        contentType: contentTypeOf(response),
        body: '',
      })
    }
    if (isLarge) await nextTurn()
    const value = parseScanned(text)
    if (isLarge) await nextTurn()
    if (value === undefined) throw new SyntaxError('The answer is not JSON.')
    return value
  }
  return Object.defineProperty(bounded, 'json', { value: json })
}

function note(problem: JsonProblem, text: string, { tap, log }: MessageGuard): void {
  tap.malformed(text, Buffer.byteLength(text))
  log.say('warning', `A message of the server was refused: ${problem.message}`)
}
