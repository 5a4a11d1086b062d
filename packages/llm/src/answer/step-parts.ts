import {
  breachOfJson,
  MAX_CALL_LABEL,
  MAX_PROVIDER_DATA,
  type JsonObject,
  type StepPart,
} from '@gatehouse/domain'
import { objectOf } from '../fields.ts'

/** No answer has as many blocks; of one that has them nothing is handed back. */
const MAX_PARTS = 1000

export interface PartOptions {
  /** Separates blocks of the same type. Absent: the block goes on until the type changes. */
  key?: string
  /** Data that the provider wants back with the block, under the name of its API. */
  data?: JsonObject
}

interface Call {
  id: string
}

type Block = StepPart & { key: string; call?: Call }

/** The parts of one step in order, as far as its provider may want them back. */
export class StepParts {
  readonly #blocks: Block[] = []
  /** Blocks that streamed across each other are not ranges of the text. */
  #isMixed = false
  /** Characters of data. */
  #size = 0

  /** True where there is more data than is kept: a part of it would be refused, so none goes back. */
  get isTooLarge(): boolean {
    return this.#size > MAX_PROVIDER_DATA
  }

  /** Forgets the data of the step, and takes no more. */
  leaveOut(): void {
    this.#size = Infinity
    for (const block of this.#blocks) delete block.data
  }

  add(type: 'text' | 'reasoning', text: string, { key, data }: PartOptions = {}): void {
    const block = this.#blockOf(type, key)
    if (block.type === 'tool-call') return
    if (text !== '') {
      this.#isMixed ||= this.#blocks.findLast((one) => one.type === type) !== block
      block.characters += text.length
    }
    if (data) this.#keep(block, data)
  }

  addCall(call: Call): void {
    const callId = call.id.slice(0, MAX_CALL_LABEL)
    if (this.#blocks.length < MAX_PARTS)
      this.#blocks.push({ type: 'tool-call', key: '', callId, call })
  }

  takeTextAsReasoning(): void {
    for (const block of this.#blocks) if (block.type === 'text') block.type = 'reasoning'
  }

  keepWithCall(call: Call, data: JsonObject): void {
    const block = this.#blocks.find((one) => one.call === call)
    if (block) this.#keep(block, data)
  }

  keep(type: 'text' | 'reasoning', key: string, data: JsonObject): void {
    const block = this.#blocks.find((one) => one.type === type && one.key === key)
    this.#keep(block ?? this.#blockOf(type, key), data)
  }

  /** Returns all parts; nothing when the provider wants nothing back. */
  all(): StepPart[] | undefined {
    if (this.#isMixed || this.isTooLarge || this.#blocks.every(({ data }) => isNothing(data)))
      return undefined
    return this.#blocks.map(({ key: _key, call: _call, ...part }) => part)
  }

  #blockOf(type: 'text' | 'reasoning', key: string | undefined): Block {
    const last = this.#blocks.at(-1)
    const known =
      key === undefined
        ? last?.type === type
          ? last
          : undefined
        : this.#blocks.findLast((block) => block.type === type && block.key === key)
    if (known) return known
    const block: Block = { type, key: key ?? '', characters: 0 }
    if (this.#blocks.length < MAX_PARTS) this.#blocks.push(block)
    else this.#isMixed = true
    return block
  }

  #keep(block: Block, data: JsonObject): void {
    if (this.isTooLarge || isKept(block.data, data)) return
    const text = JSON.stringify(data)
    this.#size += text.length
    if (this.isTooLarge) return this.leaveOut()
    if (breachOfJson(text)) return
    block.data = joined(block.data, data)
  }
}

/** The name of an item means nothing to a provider that was asked to store none. */
function isNothing(data: JsonObject | undefined): boolean {
  return Object.values(data ?? {}).every((value) => {
    const fields = objectOf(value)
    return fields !== undefined && Object.keys(fields).every((name) => name === 'itemId')
  })
}

/** True where every field is kept already, as with data that each delta repeats. */
function isKept(known: JsonObject | undefined, data: JsonObject): boolean {
  return Object.entries(data).every(([vendor, fields]) => {
    const before = objectOf(known?.[vendor])
    return Object.entries(objectOf(fields) ?? {}).every(
      ([name, value]) =>
        before?.[name] === value || JSON.stringify(before?.[name]) === JSON.stringify(value),
    )
  })
}

function joined(known: JsonObject | undefined, data: JsonObject): JsonObject {
  const result = { ...known }
  for (const [vendor, more] of Object.entries(data)) {
    const fields = objectOf(more)
    if (fields) result[vendor] = { ...objectOf(result[vendor]), ...fields }
  }
  return result
}
