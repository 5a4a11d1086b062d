import { randomUUID } from 'node:crypto'
import {
  MAX_CALL_LABEL,
  STEP_LIMITS,
  type JsonObject,
  type JsonValue,
  type ModelFailure,
  type TokenUsage,
} from '@gatehouse/domain'
import type { ModelEvent, ModelFinishReason } from '@gatehouse/host/ports'
import { modelFailed } from '../errors/model-error.ts'
import { truncatedFailure } from '../errors/network-failure.ts'
import { INCOMPLETE_CALL, readToolArguments } from '../read-tool-arguments.ts'
import { responseTooLarge, type StepMeter } from '../step-meter.ts'
import { numberOf } from '../fields.ts'
import type { StepEnd } from './step-end.ts'
import { StepParts, type PartOptions } from './step-parts.ts'
import { callInText } from './written-call.ts'
import {
  callInTextFailure,
  damagedFailure,
  emptyFailure,
  failureOfErrorBody,
  filteredFailure,
  unreadableCallFailure,
  type AnswerSource,
} from './answer-failure.ts'

/** A call while it is written. */
export interface WrittenCall {
  id: string
  name: string
  /** The arguments as the model wrote them so far. */
  input: string
  /** The provider marks the call as incomplete. */
  isIncomplete: boolean
}

/** Counts as an API reports them; what is no count is left out. */
export interface ReportedUsage {
  input?: JsonValue | undefined
  cached?: JsonValue | undefined
  output?: JsonValue | undefined
}

/** An answer with more calls than these has no end. */
const MAX_REFUSED_CALLS = 10_000
/** Gateways keep signatures in ids, of some kilobytes. A longer id goes back in a form that every provider takes. */
const MAX_KEPT_ID = 262_144
/** Gemini's and Bedrock's words for a call that the model wrote in no form of a call. */
const UNREADABLE_CALL = new Set(['MALFORMED_FUNCTION_CALL', 'malformed_tool_use'])
const PLAIN_ID = /^[A-Za-z0-9_-]{1,40}$/

const label = (text: string): string => text.slice(0, MAX_CALL_LABEL)

/**
 * One answer while it is read. The reader of each API reports here what an event holds; the events for the host are
 * taken out in between. Calls are given out at the end only.
 */
export class Answer {
  readonly source: AnswerSource
  readonly #meter: StepMeter
  readonly #parts = new StepParts()
  readonly #calls: WrittenCall[] = []
  #refusedCalls = 0
  #events: ModelEvent[] = []
  #usage: TokenUsage = {}
  #end: StepEnd | undefined
  #text = ''
  #hasText = false
  #hasReasoning = false
  #isComplete = false
  #isClosed = false
  #isCutOff = false
  /** More text came after a reason of the end, as from engines that give one with each event. */
  #wentOn = false
  /** Words of events that hold no part of an answer: the reason, where nothing else came. */
  #passedOver = ''

  constructor(source: AnswerSource, meter: StepMeter) {
    this.source = source
    this.#meter = meter
  }

  /** True once the API gave the reason of the end, or marked the end. More may follow: usage, or more text. */
  get hasEnded(): boolean {
    return this.#end !== undefined || this.#isComplete
  }

  /** True where silence is the end: it has been named, and no text followed it. */
  get endsInSilence(): boolean {
    return this.hasEnded && !this.#wentOn
  }

  /** True once the API said that nothing follows. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  get isBlank(): boolean {
    return !this.#hasText && !this.#hasReasoning && this.#calls.length === 0
  }

  get hasText(): boolean {
    return this.#hasText
  }

  get hasReasoning(): boolean {
    return this.#hasReasoning
  }

  /** Returns the events since the last call, and throws `model/failed` (`too-much`) where the text was cut. */
  take(): ModelEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  get full(): Error | undefined {
    return this.#meter.full
  }

  text(piece: string, options?: PartOptions): void {
    this.#parts.add('text', piece, options)
    this.#delta('text-delta', piece)
  }

  reasoning(piece: string, options?: PartOptions): void {
    this.#parts.add('reasoning', piece, options)
    this.#delta('reasoning-delta', piece)
  }

  /** Takes the text so far as reasoning, where its end came without a beginning. */
  takeTextAsReasoning(): void {
    if (this.#text === '') return
    this.#parts.takeTextAsReasoning()
    this.#text = ''
    this.#hasText = false
    this.#hasReasoning = true
    this.#events.push({ type: 'text-was-reasoning' })
  }

  #delta(type: 'text-delta' | 'reasoning-delta', piece: string): void {
    const text = this.#meter.text(piece)
    if (text === '') return
    this.#wentOn ||= this.hasEnded
    if (type === 'text-delta') {
      this.#text += text
      this.#hasText ||= text.trim() !== ''
    } else this.#hasReasoning = true
    this.#events.push({ type, text })
  }

  /** Begins a call. An absent id is made up; an id is sent back as it came. */
  startCall({
    id,
    name = '',
  }: {
    id?: string | undefined
    name?: string | undefined
  }): WrittenCall {
    const call: WrittenCall = {
      id: id ?? `call_${randomUUID()}`,
      name,
      input: '',
      isIncomplete: false,
    }
    if (this.#calls.length >= STEP_LIMITS.calls) {
      this.#refusedCalls += 1
      if (this.#refusedCalls > MAX_REFUSED_CALLS)
        throw responseTooLarge(this.source.target, 'more than 10,000 tool calls in one step')
      return call
    }
    this.#calls.push(call)
    this.#parts.addCall(call)
    // An id that not every provider takes goes back as it came to this one.
    if (id !== undefined && !PLAIN_ID.test(id) && id.length <= MAX_KEPT_ID)
      this.#parts.keepWithCall(call, { call: { id } })
    this.#progress(call)
    return call
  }

  nameCall(call: WrittenCall, name: string): void {
    call.name = name
    this.#progress(call)
  }

  addInput(call: WrittenCall, piece: string): void {
    if (piece === '') return
    this.#meter.input(call.input.length, piece.length)
    // Of a call that is not kept, the arguments are only counted.
    if (!this.#calls.includes(call)) return
    call.input += piece
    this.#progress(call)
  }

  /** Takes the arguments as a whole, in place of the pieces. */
  setInput(call: WrittenCall, input: string): void {
    const more = Math.max(0, input.length - call.input.length)
    this.#meter.input(Math.min(call.input.length, input.length), more)
    if (!this.#calls.includes(call) || call.input === input) return
    call.input = input
    this.#progress(call)
  }

  /** Keeps what the provider wants back with the call. */
  keepWithCall(call: WrittenCall, data: JsonObject): void {
    this.#parts.keepWithCall(call, data)
  }

  /** Keeps what the provider wants back with a text or reasoning that has come. */
  keepWithPart(type: 'text' | 'reasoning', key: string, data: JsonObject): void {
    this.#parts.keep(type, key, data)
  }

  /** Hands none of the provider's data back: it is more than is kept. */
  leaveOutProviderData(): void {
    this.#parts.leaveOut()
  }

  #progress({ id, name, input }: WrittenCall): void {
    if (name === '') return
    const { length: characters } = input
    this.#events.push({
      type: 'tool-input-delta',
      callId: label(id),
      name: label(name),
      characters,
    })
  }

  /** Takes the counts that are there; an input of nothing is unknown, since no request is empty. */
  usage({ input, cached, output }: ReportedUsage): void {
    const inputTokens = countOf(input)
    const outputTokens = countOf(output)
    const cachedTokens = countOf(cached)
    if (inputTokens) this.#usage.inputTokens = inputTokens
    if (outputTokens) this.#usage.outputTokens = outputTokens
    if (cachedTokens) this.#usage.cachedTokens = cachedTokens
  }

  /** Records the reason of the end. The last one counts, but that something was filtered stays. */
  end(end: StepEnd | undefined): void {
    if (end && this.#end?.kind !== 'filtered') this.#end = end
  }

  /** Forgets the reason of the end: the answer continues in another response. */
  continue(): void {
    this.#end = undefined
    this.#isComplete = false
    this.#isClosed = false
  }

  /** Records that the answer came whole, though no reason was given. */
  complete(): void {
    this.#isComplete = true
  }

  /** Records the API's mark of the end: nothing follows. */
  close(): void {
    this.#isComplete = true
    this.#isClosed = true
  }

  /** Records that the provider calls the answer incomplete, whatever its reason. */
  cutOff(): void {
    this.#isCutOff = true
  }

  /** Records words of an event that holds no part of an answer. */
  passOver(words: string): void {
    if (words !== '') this.#passedOver = words
  }

  /** Returns the failure of a part that is used and cannot be read. */
  damaged(part: JsonValue | undefined): Error {
    return modelFailed(damagedFailure(this.source, part))
  }

  /**
   * Returns the last events: the calls, what the provider wants back, and the finish.
   *
   * @throws `model/failed` for every end that is none of an answer.
   */
  finish(): ModelEvent[] {
    const failure = this.#failure()
    if (failure) throw modelFailed(failure)
    const isOwnEnd = this.#end?.kind === 'own' || this.#end?.kind === 'tools'
    const cutOff = this.#isCutOff || !isOwnEnd
    const events = this.#calls.map((call) => callEvent(call, cutOff))
    if (this.#refusedCalls > 0)
      events.push({ type: 'tool-calls-refused', count: this.#refusedCalls })
    if (this.#parts.isTooLarge) events.push({ type: 'provider-data-left-out' })
    const parts = this.#parts.all()
    if (parts) events.push({ type: 'step-parts', parts })
    return [...events, { type: 'finish', reason: this.#reason(), usage: this.#reportedUsage() }]
  }

  #failure(): ModelFailure | undefined {
    const { source } = this
    if (!this.hasEnded)
      return this.isBlank && this.#passedOver !== ''
        ? failureOfErrorBody(source, this.#passedOver)
        : truncatedFailure(source.target)
    if (this.#end?.kind === 'filtered') return filteredFailure(source, this.#end.reason)
    if (this.#end?.kind === 'broken') {
      return UNREADABLE_CALL.has(this.#end.reason)
        ? unreadableCallFailure(source)
        : truncatedFailure(source.target, this.#end.reason)
    }
    if (this.#calls.length > 0) return undefined
    const written = callInText(this.#text, source.toolNames)
    if (written) return callInTextFailure(source, written)
    if (this.#end?.kind === 'tools') return unreadableCallFailure(source)
    return this.#hasText || this.#reason() === 'length'
      ? undefined
      : emptyFailure(source, this.#passedOver)
  }

  #reason(): ModelFinishReason {
    if (this.#end?.kind === 'length') return 'length'
    return this.#calls.length > 0 ? 'tool-calls' : 'stop'
  }

  #reportedUsage(): TokenUsage {
    const { cachedTokens = 0, ...usage } = this.#usage
    const isOfInput = cachedTokens > 0 && cachedTokens <= (usage.inputTokens ?? 0)
    return isOfInput ? { ...usage, cachedTokens } : usage
  }
}

/** No model reads or writes as much; a number above it, or below zero, is not a count. */
const MAX_TOKENS = 1_000_000_000

function countOf(value: JsonValue | undefined): number | undefined {
  const count = numberOf(value)
  const isCount = count !== undefined && Number.isInteger(count) && count >= 0
  return isCount && count <= MAX_TOKENS ? count : undefined
}

function callEvent(call: WrittenCall, cutOff: boolean): ModelEvent {
  const read = call.isIncomplete
    ? { ok: false as const, problem: INCOMPLETE_CALL }
    : readToolArguments(call.input, cutOff)
  const callId = label(call.id)
  const name = label(call.name)
  return read.ok
    ? { type: 'tool-call', callId, name, arguments: read.arguments }
    : { type: 'tool-call-invalid', callId, name, raw: call.input, problem: read.problem }
}
