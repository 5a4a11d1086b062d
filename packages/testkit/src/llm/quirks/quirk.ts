import type { JsonObject, JsonValue, ModelFailure } from '@gatehouse/domain'
import type { FakeAnswer, FakeBody, FakeModelApi, FakeStep, StreamEvent } from '../fake-step.ts'

/** Returns whole numbers from 0 to below the limit, the same ones for the same seed. */
export type Random = (limit: number) => number

/** A way in which real providers and engines differ from their API. */
export interface Quirk {
  name: string
  /** Default: all. */
  apis?: readonly FakeModelApi[]
  /** True if the answer can have the quirk; default: every answer. */
  fits?: (step: FakeStep) => boolean
  /** Changes the answer before it is written. */
  step?: (step: FakeStep, random: Random) => FakeStep
  /** Changes the events of the stream. */
  events?: (events: StreamEvent[], random: Random) => StreamEvent[]
  /** Sends the answer otherwise than as a stream of events, at most one of an answer. */
  body?: (answer: FakeAnswer & { step: FakeStep }, random: Random) => FakeBody
}

/** A quirk with which an answer is none, and the codes of the failure that it must end with. */
export interface FailingQuirk extends Quirk {
  codes: readonly ModelFailure['code'][]
}

export const CHAT_APIS: readonly FakeModelApi[] = ['chat', 'azure']

/** Returns the Park–Miller sequence of a seed. */
export function createRandom(seed: number): Random {
  let state = (seed % 2_147_483_646) + 1
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

export function pick<T>(list: readonly [T, ...T[]], random: Random): T {
  return list[random(list.length)] ?? list[0]
}

/** The JSON of an event; `undefined` for an event without any. */
function jsonOf({ data }: StreamEvent): JsonObject | undefined {
  const text = /^data: (\{.*\})\r?$/m.exec(data)?.[1]
  return text === undefined ? undefined : (JSON.parse(text) as JsonObject)
}

/** Changes the JSON of an event. */
export function withJson(event: StreamEvent, change: (json: JsonObject) => JsonValue): StreamEvent {
  const json = jsonOf(event)
  if (!json) return event
  const text = JSON.stringify(change(json))
  return { ...event, data: event.data.replace(/^data: \{.*\}/m, () => `data: ${text}`) }
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes each delta of chat completions, also one that is called `message`. */
export function withDelta(event: StreamEvent, change: (delta: JsonObject) => JsonObject) {
  return withChoices(event, (choice) => {
    const name = isObject(choice['message']) ? 'message' : 'delta'
    const delta = choice[name]
    return isObject(delta) ? { ...choice, [name]: change(delta) } : choice
  })
}

/** Changes each choice of chat completions. */
export function withChoices(event: StreamEvent, change: (choice: JsonObject) => JsonObject) {
  return withJson(event, (json) => {
    const { choices } = json
    if (!Array.isArray(choices)) return json
    return {
      ...json,
      choices: choices.map((choice) => (isObject(choice) ? change(choice) : choice)),
    }
  })
}

/** Changes each fragment of a call in the events of chat completions. */
export function withFragments(event: StreamEvent, change: (fragment: JsonObject) => JsonObject) {
  return withDelta(event, (delta) => {
    const { tool_calls: calls } = delta
    if (!Array.isArray(calls)) return delta
    return { ...delta, tool_calls: calls.map((call) => (isObject(call) ? change(call) : call)) }
  })
}
