import type { JsonObject, JsonValue } from '@gatehouse/domain'
import type { Answer, WrittenCall } from './answer.ts'
import { isEmptyValue, numberOf, objectOf, wordOf } from '../fields.ts'

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

/** A call whose fragments arrive. */
interface Assembly {
  call: WrittenCall
  /** The arguments came as an object. */
  isWhole: boolean
  end: JsonEnd
}

/** Fields of a fragment that are read. */
const READ_FIELDS = ['index', 'id', 'type', 'function', 'name', 'arguments'] as const
/** Fields that a provider wants back with a call or a message: signatures of Gemini's thoughts, as gateways name them. */
const KEPT_FIELDS = ['extra_content', 'provider_specific_fields', 'thought_signature'] as const

/**
 * Assembles the calls of chat completions. Fragments belong to the call of their index, else of their id, else to the
 * only call that is open. A fragment that could belong to several fails the step, so no arguments are guessed.
 */
export class CallFragments {
  readonly #answer: Answer
  readonly #byPlace = new Map<string, Assembly>()
  readonly #byId = new Map<string, Assembly>()
  /** Calls whose arguments have not come to their end, in their order. */
  readonly #open = new Set<Assembly>()
  readonly #nameless = new Set<WrittenCall>()
  #last: Assembly | undefined

  constructor(answer: Answer) {
    this.#answer = answer
  }

  /** Takes one entry of `tool_calls`; `group` separates the entries of several choices. */
  take(entry: JsonValue, group: string): void {
    const fragment = this.#read(entry, group)
    if (!fragment) return
    const assembly = this.#assemblyOf(fragment) ?? this.#start(fragment)
    const { call } = assembly
    const { name, piece, isWhole, data } = fragment
    if (name !== undefined && name !== call.name) {
      this.#answer.nameCall(call, name.startsWith(call.name) ? name : call.name + name)
      this.#nameless.delete(call)
    }
    if (isWhole) this.#takeWhole(assembly, piece)
    else this.#addPiece(assembly, piece)
    if (assembly.end.isReached) this.#open.delete(assembly)
    else this.#open.add(assembly)
    if (Object.keys(data).length > 0) this.#answer.keepWithCall(call, { openaiCompatible: data })
  }

  /** Throws `model/failed` where a call never got a name. */
  check(): void {
    for (const call of this.#nameless) throw this.#answer.damaged(call.input)
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

  #assemblyOf({ place, id, name, piece }: Fragment): Assembly | undefined {
    const placed = place === undefined ? undefined : this.#byPlace.get(place)
    if (placed) return startsAnother(placed, { id, name }) ? undefined : placed
    if (place !== undefined) return undefined
    const known = id === undefined ? undefined : this.#byId.get(id)
    if (known) return known
    const last = this.#last
    if (name !== undefined) return last && continues(last, { id, name }) ? last : undefined
    const [only] = this.#open
    if (only && this.#open.size === 1) return only
    // An id without a name that no call has, and a piece without either, could belong to any.
    throw this.#answer.damaged(piece)
  }

  #start({ place, id, name }: Fragment): Assembly {
    const call = this.#answer.startCall({ id, name })
    const assembly: Assembly = { call, isWhole: false, end: new JsonEnd() }
    this.#last = assembly
    if (call.name === '') this.#nameless.add(call)
    if (place !== undefined) this.#byPlace.set(place, assembly)
    if (id !== undefined) this.#byId.set(id, assembly)
    return assembly
  }

  #takeWhole(assembly: Assembly, input: string): void {
    const { call } = assembly
    assembly.isWhole = true
    if (call.input === '' || call.input === '{}') this.#setInput(assembly, input)
    else if (input !== '{}' && input !== call.input) throw this.#answer.damaged(input)
  }

  #addPiece(assembly: Assembly, piece: string): void {
    const { call, end } = assembly
    // The arguments are complete and come once more.
    if (end.isReached && piece.startsWith('{') && piece === call.input) return
    // An empty object announces a call whose arguments follow as text.
    if (assembly.isWhole && piece !== '') {
      assembly.isWhole = false
      if (call.input === '{}') this.#setInput(assembly, '')
    }
    this.#answer.addInput(call, piece)
    assembly.end.take(piece)
  }

  #setInput(assembly: Assembly, input: string): void {
    this.#answer.setInput(assembly.call, input)
    assembly.end = new JsonEnd()
    assembly.end.take(input)
  }
}

type Named = Pick<Fragment, 'id' | 'name'>

/** Some endpoints give each of several calls the same index: a second one has an id and a name of its own. */
function startsAnother({ call, end }: Assembly, { id, name }: Named): boolean {
  if (name === undefined || id === undefined || id === call.id) return false
  return call.input === '' ? call.name !== '' : end.isReached
}

/** True for a fragment without an id or index that repeats the name of a call whose arguments have begun. */
const continues = ({ call, end }: Assembly, { id, name }: Named): boolean =>
  id === undefined && name === call.name && call.input !== '' && !end.isReached

/** Returns the fields that the provider wants back with the call or message that has them. */
export function keptData(fields: JsonObject): JsonObject {
  const kept: JsonObject = {}
  for (const name of KEPT_FIELDS) {
    const value = fields[name]
    if (value !== undefined && !isEmptyValue(value)) kept[name] = value
  }
  return kept
}

/** Finds the end of a JSON value that arrives in pieces, without reading any of them again. */
class JsonEnd {
  #depth = 0
  #isInString = false
  #isEscaped = false
  #hasBegun = false

  /** True once an object, a list or a string is closed. */
  get isReached(): boolean {
    return this.#hasBegun && this.#depth === 0 && !this.#isInString
  }

  take(piece: string): void {
    for (const character of piece) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#isInString) this.#takeInString(character)
      else if (character === '"') this.#isInString = this.#hasBegun = true
      else if (character === '{' || character === '[') {
        this.#hasBegun = true
        this.#depth += 1
      } else if (character === '}' || character === ']') this.#depth -= 1
    }
  }

  #takeInString(character: string): void {
    if (character === '\\') this.#isEscaped = true
    else if (character === '"') this.#isInString = false
  }
}
