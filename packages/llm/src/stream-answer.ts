import { raceAbort, withTimeout, yieldIfBudgetSpent } from '@gatehouse/base'
import { isGatehouseError, objectOfJson, RECORD_BUDGET } from '@gatehouse/domain'
import type { ModelEvent } from '@gatehouse/host/ports'
import { Answer } from './answer/answer.ts'
import type { AnswerReader } from './answer/answer-reader.ts'
import { readerOf, readEvent } from './answer/read-answer.ts'
import {
  MAX_EVENTS,
  readEvents,
  type StreamEvent,
  type StreamExcess,
} from './answer/stream-events.ts'
import { readFrames } from './bedrock/read-frames.ts'
import { modelFailed } from './errors/model-error.ts'
import { truncatedFailure } from './errors/network-failure.ts'
import { openResponse, type OpenContext } from './open-response.ts'
import { createStepMeter, responseTooLarge } from './step-meter.ts'
import { wellFormedBody } from './request/well-formed-unicode.ts'
import type { WrittenRequest } from './request/write-request.ts'

/** Milliseconds of silence after the reason of the end that count as the end. */
const SILENCE_MS = 1500
/** Milliseconds for the rest of a body, so that its connection can be used again. */
const DRAIN_MS = 200
/** Streams of one answer, which Gemini may continue in other requests. */
const MAX_STREAMS = 16

const EXCESS: Readonly<Record<StreamExcess, string>> = {
  bytes: 'more than 96 MB for one answer',
  events: 'an answer of too many events',
  'event-bytes': 'a single event of more than 4 MB',
  'event-nodes': 'a single event of more than 20,000 values',
}

export interface AnswerContext extends OpenContext {
  modelId: string
  maxEvents?: number | undefined
  toolNames?: ReadonlySet<string> | undefined
  /** The answer comes from one request. */
  isSingle?: boolean | undefined
}

/** Sends a request and returns its body, once the status is a success. */
export async function sendRequest(
  { url, init, body }: WrittenRequest,
  context: OpenContext,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | null> {
  await yieldIfBudgetSpent()
  const text = wellFormedBody(body)
  await yieldIfBudgetSpent()
  const response = await openResponse(url, { ...init, body: text, signal }, context)
  return response.body
}

/**
 * Reads an answer from its first body on.
 *
 * @throws `model/failed` for every end that is none of an answer; what came was given out before.
 */
export async function* streamAnswer(
  first: { request: WrittenRequest; body: ReadableStream<Uint8Array> | null },
  context: AnswerContext,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  const { target, modelId, isSingle, toolNames = new Set<string>() } = context
  const answer = new Answer({ target, modelId, toolNames }, createStepMeter(target))
  const reader = readerOf(target.kind, answer)
  let { body } = first
  for (let streams = 1; ; streams += 1) {
    if (body)
      try {
        yield* readBody(body, { answer, reader, context }, signal)
      } catch (error) {
        reader.flush?.()
        yield* answer.take()
        throw error
      }
    const token = reader.takeContinuation?.()
    if (token === undefined || isSingle === true) break
    if (streams >= MAX_STREAMS)
      throw responseTooLarge(target, `more than ${MAX_STREAMS} parts of one answer`)
    answer.continue()
    body = await sendRequest(continued(first.request, token), context, signal)
  }
  reader.flush?.()
  yield* answer.take()
  reader.finish()
  yield* answer.finish()
}

/** Returns the request for the next part of an answer of Gemini. */
function continued(request: WrittenRequest, continuationToken: string): WrittenRequest {
  const body = objectOfJson(request.body, { budget: RECORD_BUDGET })
  return { ...request, body: JSON.stringify({ ...body, continuationToken }) }
}

interface Reading {
  answer: Answer
  reader: AnswerReader
  context: AnswerContext
}

async function* readBody(
  body: ReadableStream<Uint8Array>,
  { answer, reader, context }: Reading,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  const { target, maxEvents = MAX_EVENTS } = context
  const refuse = (excess: StreamExcess): Error => responseTooLarge(target, EXCESS[excess])
  const read = target.kind === 'amazon-bedrock' ? readFrames : readEvents
  const events = read(body, { maxEvents, refuse })
  while (!answer.isClosed) {
    const batch = await nextEvents(events, answer, signal)
    if (!batch) return
    for (const event of batch) {
      if (answer.isClosed) break
      readEvent(event, reader, answer)
      yield* answer.take()
      if (answer.full) throw answer.full
      await yieldIfBudgetSpent()
    }
  }
  await drain(events, signal)
}

/** Returns the next events; nothing at the end of the body, and when it stays silent after the reason of the end. */
async function nextEvents(
  events: AsyncGenerator<StreamEvent[], void, undefined>,
  answer: Answer,
  signal: AbortSignal,
): Promise<StreamEvent[] | undefined> {
  const next = events.next().then(({ value }) => value ?? undefined)
  try {
    if (!answer.endsInSilence) return await raceAbort(next, signal)
    return await raceAbort(withTimeout(next, SILENCE_MS, { signal }), signal)
  } catch (error) {
    next.catch(() => undefined)
    if (signal.aborted || isGatehouseError(error)) throw error
    // The answer was there before its connection was lost.
    if (answer.hasEnded) return undefined
    throw modelFailed(truncatedFailure(answer.source.target))
  }
}

/** Reads the end of a body, so that the connection can be used again; not for long. */
async function drain(
  events: AsyncGenerator<StreamEvent[], void, undefined>,
  signal: AbortSignal,
): Promise<void> {
  const rest = async (): Promise<void> => {
    while (!(await events.next()).done);
  }
  const drained = rest().catch(() => undefined)
  await raceAbort(withTimeout(drained, DRAIN_MS, { signal }), signal)
}
