import { parseJson, type JsonObject, type JsonValue } from '@gatehouse/domain'
import type { Answer, WrittenCall } from './answer.ts'
import { isEmptyValue, numberOf, objectOf, wordOf } from './fields.ts'

/** The parts of a call that one fragment of chat completions holds. */
interface Fragment {
  /** Absent: the endpoint gives none. */
  place: string | undefined
  id: string | undefined
  name: string | undefined
  /** A piece of the arguments. */
  piece: string
  /** The arguments came as an object, so they are whole. */
  isWhole: boolean
  /** The fields that the provider wants back. */
  data: JsonObject
}

/** Fields of a fragment that are read. */
const READ_FIELDS = ['index', 'id', 'type', 'function', 'name', 'arguments'] as const
/** Fields that a provider wants back with the call: signatures of Gemini's thoughts, as gateways name them. */
const KEPT_FIELDS = ['extra_content', 'provider_specific_fields', 'thought_signature'] as const

/**
 * Assembles the calls of chat completions. Fragments belong to the call of their index, else of their id, else to the
 * only call that is open. A fragment that could belong to several fails the step, so no arguments are guessed.
 */
export class CallFragments {
  readonly #answer: Answer
  readonly #byPlace = new Map<string, WrittenCall>()
  readonly #byId = new Map<string, WrittenCall>()
  /** Calls in their order, with whether their arguments came as an object. */
  readonly #calls: { call: WrittenCall; isWhole: boolean }[] = []

  constructor(answer: Answer) {
    this.#answer = answer
  }

  /** Takes one entry of `tool_calls`; `group` separates the entries of several choices. */
  take(entry: JsonValue, group: string): void {
    const fragment = this.#read(entry, group)
    if (!fragment) return
    const call = this.#callOf(fragment) ?? this.#open(fragment)
    const { name, piece, isWhole, data } = fragment
    if (name !== undefined && name !== call.name)
      this.#answer.nameCall(call, name.startsWith(call.name) ? name : call.name + name)
    if (isWhole) this.#takeWhole(call, piece)
    else this.#addPiece(call, piece)
    if (Object.keys(data).length > 0) this.#answer.keepWithCall(call, { openaiCompatible: data })
  }

  /** Throws `model/failed` where a call never got a name. */
  check(): void {
    for (const { call } of this.#calls) if (call.name === '') throw this.#answer.damaged(call.input)
  }

  #read(entry: JsonValue, group: string): Fragment | undefined {
    const fields = objectOf(entry)
    if (!fields) {
      if (isEmptyValue(entry)) return undefined
      throw this.#answer.damaged(entry)
    }
    const { index, id, function: given } = fields
    const call = objectOf(given) ?? (isEmptyValue(given) ? fields : undefined)
    if (!call) throw this.#answer.damaged(entry)
    const { name, arguments: input } = call
    const isWhole = objectOf(input) !== undefined
    if (!isWhole && typeof input !== 'string' && !isEmptyValue(input))
      throw this.#answer.damaged(entry)
    const place = numberOf(index)
    const piece = isWhole ? JSON.stringify(input) : typeof input === 'string' ? input : ''
    const fragment: Fragment = {
      place: place === undefined ? undefined : `${group} ${place}`,
      id: wordOf(id),
      name: wordOf(name),
      piece,
      isWhole,
      data: keptData(fields),
    }
    const isNothing = !fragment.id && !fragment.name && piece === ''
    if (!isNothing || Object.keys(fragment.data).length > 0) return fragment
    if (!isEmptyValue(entry) && !READ_FIELDS.some((field) => field in fields))
      throw this.#answer.damaged(entry)
    return undefined
  }

  #callOf({ place, id, name, piece }: Fragment): WrittenCall | undefined {
    const placed = place === undefined ? undefined : this.#byPlace.get(place)
    if (placed) return this.#startsAnother(placed, { id, name }) ? undefined : placed
    const known = id === undefined ? undefined : this.#byId.get(id)
    if (known && place === undefined) return known
    if (place !== undefined) return undefined
    const last = this.#calls.at(-1)?.call
    if (name !== undefined) return last && this.#continues(last, { id, name }) ? last : undefined
    const open = this.#calls.filter(({ call }) => !isFinished(call))
    const [only] = open
    if (only && open.length === 1) return only.call
    // An id without a name that no call has, and a piece without either, could belong to any.
    throw this.#answer.damaged(piece)
  }

  /** Some endpoints give each of several calls the same index: a second one has an id and a name of its own. */
  #startsAnother(call: WrittenCall, { id, name }: Pick<Fragment, 'id' | 'name'>): boolean {
    if (name === undefined || id === undefined || id === call.id) return false
    return call.input === '' ? call.name !== '' : isFinished(call)
  }

  /** True for a fragment without an id or index that repeats the name of a call whose arguments have begun. */
  #continues(call: WrittenCall, { id, name }: Pick<Fragment, 'id' | 'name'>): boolean {
    return id === undefined && name === call.name && call.input !== '' && !isFinished(call)
  }

  #open({ place, id, name }: Fragment): WrittenCall {
    const call = this.#answer.startCall({ id, name })
    this.#calls.push({ call, isWhole: false })
    if (place !== undefined) this.#byPlace.set(place, call)
    if (id !== undefined) this.#byId.set(id, call)
    return call
  }

  #takeWhole(call: WrittenCall, input: string): void {
    const entry = this.#calls.find((one) => one.call === call)
    if (entry) entry.isWhole = true
    if (call.input === '' || call.input === '{}') this.#answer.setInput(call, input)
    else if (input !== '{}' && input !== call.input) throw this.#answer.damaged(input)
  }

  #addPiece(call: WrittenCall, piece: string): void {
    // The arguments are complete and come once more.
    if (piece === call.input && piece.startsWith('{') && isFinished(call)) return
    const entry = this.#calls.find((one) => one.call === call)
    // An empty object announces a call whose arguments follow as text.
    if (entry?.isWhole && piece !== '') {
      entry.isWhole = false
      if (call.input === '{}') this.#answer.setInput(call, '')
    }
    this.#answer.addInput(call, piece)
  }
}

function keptData(fields: JsonObject): JsonObject {
  const kept: JsonObject = {}
  for (const name of KEPT_FIELDS) {
    const value = fields[name]
    if (value !== undefined && !isEmptyValue(value)) kept[name] = value
  }
  return kept
}

const isFinished = ({ input }: WrittenCall): boolean => input !== '' && parseJson(input).ok
