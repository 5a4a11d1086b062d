import type { JsonObject, JsonValue } from '@gatehouse/domain'
import type { Answer, WrittenCall } from './answer.ts'
import type { AnswerReader } from './answer-reader.ts'
import { isEmptyValue, numberOf, objectOf, objectsOf, stringOf, wordOf } from '../fields.ts'
import { endOfReason } from './step-end.ts'

/** One item of the output: a message, reasoning or a call. */
interface Item {
  /** Its place in the output, which separates its blocks. */
  key: string
  id: string | undefined
  call: WrittenCall | undefined
  phase: string | undefined
  /** Parts whose words have come, in deltas or whole. */
  streamed: Set<string>
}

/** Reads Responses (https://platform.openai.com/docs/api-reference/responses-streaming), streamed or whole. */
export function responsesReader(answer: Answer): AnswerReader {
  const output = new ResponseOutput(answer)
  return {
    holdsAnswer: (event) =>
      /^response\.(?!failed|error)/.test(stringOf(event['type']) ?? '') ||
      event['object'] === 'response',
    read(event, name) {
      const type = stringOf(event['type']) ?? name
      if (event['object'] === 'response' || type === 'response') return output.takeResponse(event)
      switch (type) {
        case 'response.output_item.added':
          output.addItem(event)
          return
        case 'response.output_text.delta':
        case 'response.refusal.delta':
          return output.takeText(event, { words: event['delta'], isWhole: false })
        case 'response.output_text.done':
          return output.takeText(event, { words: event['text'], isWhole: true })
        case 'response.refusal.done':
          answer.end({ kind: 'filtered', reason: 'refusal' })
          return output.takeText(event, { words: event['refusal'], isWhole: true })
        case 'response.reasoning_summary_text.delta':
        case 'response.reasoning_text.delta':
          return output.takeReasoning(event, { words: event['delta'], isWhole: false })
        case 'response.reasoning_summary_text.done':
        case 'response.reasoning_text.done':
          return output.takeReasoning(event, { words: event['text'], isWhole: true })
        case 'response.function_call_arguments.delta':
          return output.takeInput(event, { words: event['delta'], isWhole: false })
        case 'response.function_call_arguments.done':
          return output.takeInput(event, { words: event['arguments'], isWhole: true })
        case 'response.output_item.done':
          return output.takeItem(event, objectOf(event['item']))
        case 'response.completed':
        case 'response.incomplete':
        case 'response.done':
          if (type === 'response.incomplete') answer.cutOff()
          return output.takeResponse(objectOf(event['response']) ?? {})
        default:
      }
    },
    finish: () => output.check(),
  }
}

interface Words {
  words: JsonValue | undefined
  isWhole: boolean
}

class ResponseOutput {
  readonly #answer: Answer
  /** By place in the output, else by id, else by number. */
  readonly #items = new Map<string, Item>()
  readonly #byId = new Map<string, Item>()
  #last: Item | undefined
  /** All text so far. */
  #text = ''

  constructor(answer: Answer) {
    this.#answer = answer
  }

  /** Returns the item of an event: that of its id, else of its place, else the last one that began. */
  #itemOf(event: JsonObject): Item {
    const id = wordOf(event['item_id'])
    const place = numberOf(event['output_index'])
    const placed = place === undefined ? undefined : this.#items.get(String(place))
    const known = (id === undefined ? undefined : this.#byId.get(id)) ?? placed
    if (known) return known
    const isUnplaced = place === undefined && id === undefined
    return (isUnplaced ? this.#last : undefined) ?? this.#add(place, id)
  }

  #add(place: number | undefined, id: string | undefined): Item {
    const key = place === undefined ? (id ?? `item ${this.#items.size}`) : String(place)
    const item: Item = { key, call: undefined, id, phase: undefined, streamed: new Set() }
    this.#items.set(key, item)
    this.#last = item
    return item
  }

  /** Takes the fields that every event of an item has; begins its call. */
  addItem(event: JsonObject): Item {
    const fields = objectOf(event['item']) ?? {}
    const id = wordOf(fields['id']) ?? wordOf(event['item_id'])
    const place = numberOf(event['output_index'])
    const isNew = event['type'] === 'response.output_item.added' && place === undefined
    const item =
      isNew && (id === undefined || !this.#byId.has(id))
        ? this.#add(undefined, id)
        : this.#itemOf({ output_index: place ?? null, item_id: id ?? null })
    item.id ??= id
    if (item.id !== undefined) this.#byId.set(item.id, item)
    item.phase ??= wordOf(fields['phase'])
    if (fields['type'] === 'function_call' && !item.call)
      item.call = this.#answer.startCall({
        id: wordOf(fields['call_id']) ?? id,
        name: wordOf(fields['name']),
      })
    return item
  }

  takeText(event: JsonObject, { words, isWhole }: Words): void {
    const item = this.#itemOf(event)
    const part = `text ${numberOf(event['content_index']) ?? 0}`
    const text = this.#newWords(item, part, { words, isWhole })
    if (text === '') return
    this.#say(item, text)
  }

  #say(item: Item, text: string): void {
    this.#text += text
    const { id: itemId, phase } = item
    const data = { ...(itemId ? { itemId } : {}), ...(phase ? { phase } : {}) }
    this.#answer.text(text, { key: item.key, data: { openai: data } })
  }

  takeReasoning(event: JsonObject, { words, isWhole }: Words): void {
    const item = this.#itemOf(event)
    const place = numberOf(event['summary_index']) ?? numberOf(event['content_index']) ?? 0
    const text = this.#newWords(item, `reasoning ${place}`, { words, isWhole })
    if (text !== '') this.#reason(item, place, text)
  }

  #reason(item: Item, place: number, text: string): void {
    const data = item.id ? { data: { openai: { itemId: item.id } } } : {}
    this.#answer.reasoning(text, { key: `${item.key}:${place}`, ...data })
  }

  /** The words that have not come yet: those of a whole part only where no delta came. */
  #newWords(item: Item, part: string, { words, isWhole }: Words): string {
    if (isEmptyValue(words)) return ''
    if (typeof words !== 'string') throw this.#answer.damaged(words)
    if (isWhole && item.streamed.has(part)) return ''
    item.streamed.add(part)
    return words
  }

  takeInput(event: JsonObject, { words, isWhole }: Words): void {
    if (isEmptyValue(words)) return
    const { call } = this.#itemOf(event)
    if (typeof words !== 'string' || !call) throw this.#answer.damaged(event)
    if (isWhole) this.#answer.setInput(call, words)
    else this.#answer.addInput(call, words)
  }

  /** Takes an item that is done: what of it has not come yet, and what goes back with it. */
  takeItem(event: JsonObject, fields: JsonObject | undefined): void {
    const type = stringOf(fields?.['type'])
    if (!fields || (type !== 'message' && type !== 'reasoning' && type !== 'function_call')) return
    const item = this.addItem({ ...event, item: fields })
    if (type === 'function_call') return this.#takeCall(item, fields)
    const about = { output_index: event['output_index'] ?? null, item_id: item.id ?? null }
    if (type === 'reasoning') return this.#takeReasoningItem({ about, item }, fields)
    for (const [at, part] of partsOf(fields['content']).entries())
      this.#takePart({ ...about, content_index: at }, part)
  }

  #takePart(about: JsonObject, part: JsonObject): void {
    const refusal = wordOf(part['refusal'])
    if (refusal !== undefined) this.#answer.end({ kind: 'filtered', reason: 'refusal' })
    this.takeText(about, { words: refusal ?? part['text'], isWhole: true })
  }

  #takeReasoningItem({ about, item }: { about: JsonObject; item: Item }, fields: JsonObject): void {
    const texts = [...partsOf(fields['summary']), ...partsOf(fields['content'])]
    for (const [at, part] of texts.entries())
      this.takeReasoning({ ...about, summary_index: at }, { words: part['text'], isWhole: true })
    const encrypted = stringOf(fields['encrypted_content'])
    if (encrypted === undefined) return
    const data = { ...(item.id ? { itemId: item.id } : {}), reasoningEncryptedContent: encrypted }
    const places = [...item.streamed].map((part) => part.replace('reasoning ', ''))
    for (const place of places.length > 0 ? places : ['0'])
      this.#answer.keepWithPart('reasoning', `${item.key}:${place}`, { openai: data })
  }

  #takeCall({ call }: Item, fields: JsonObject): void {
    if (!call) return
    const name = wordOf(fields['name'])
    if (name !== undefined && name !== call.name) this.#answer.nameCall(call, name)
    const input = fields['arguments']
    if (typeof input === 'string') {
      if (input !== '') this.#answer.setInput(call, input)
    } else if (!isEmptyValue(input)) throw this.#answer.damaged(fields)
    const status = stringOf(fields['status'])
    if (status === 'incomplete' || status === 'in_progress') call.isIncomplete = true
  }

  /** Takes a response that is over: what of its output has not come yet, its usage and its end. */
  takeResponse(response: JsonObject): void {
    const streamed = this.#answer.hasText ? this.#streamedText() : undefined
    for (const [at, item] of objectsOf(response['output']).entries())
      if (item['type'] === 'message' && streamed) this.#takeMessage({ at, streamed }, item)
      else this.takeItem({ output_index: at }, item)
    const usage = objectOf(response['usage'])
    this.#answer.usage({
      input: usage?.['input_tokens'],
      output: usage?.['output_tokens'],
      cached: objectOf(usage?.['input_tokens_details'])?.['cached_tokens'],
    })
    const reason = objectOf(response['incomplete_details'])?.['reason']
    const { status } = response
    if (status === 'incomplete') this.#answer.cutOff()
    this.#answer.end(endOfReason(reason) ?? endOfReason(status) ?? endOfReason('completed'))
    this.#answer.close()
  }

  #streamedText(): StreamedText {
    const keys = [...this.#items.values()].flatMap(({ streamed }) => [...streamed])
    return new StreamedText(this.#text, keys.filter((key) => key.startsWith('text ')).length)
  }

  /** Takes a message of a response that is over: the parts that have not come yet. */
  #takeMessage({ at, streamed }: { at: number; streamed: StreamedText }, fields: JsonObject): void {
    const id = wordOf(fields['id'])
    const known = (id === undefined ? undefined : this.#byId.get(id)) ?? this.#items.get(String(at))
    let item: Item | undefined
    for (const [place, part] of partsOf(fields['content']).entries()) {
      const refusal = wordOf(part['refusal'])
      if (refusal !== undefined) this.#answer.end({ kind: 'filtered', reason: 'refusal' })
      const text = refusal ?? wordOf(part['text'])
      if (text === undefined) continue
      const hasCome = streamed.takes(text) || known?.streamed.has(`text ${place}`) === true
      if (hasCome) continue
      item ??= this.#add(undefined, id)
      item.phase ??= wordOf(fields['phase'])
      this.#say(item, text)
    }
  }

  /** Throws `model/failed` where a call has no name. */
  check(): void {
    for (const { call } of this.#items.values())
      if (call?.name === '') throw this.#answer.damaged(call.input)
  }
}

/**
 * The text that was streamed, beside the parts that the response has in the end. Gateways name and place the events of
 * one part in different ways, so a part also counts as streamed by its number among all, or by its words.
 */
class StreamedText {
  readonly #text: string
  #partsLeft: number
  #at = 0

  constructor(text: string, parts: number) {
    this.#text = text
    this.#partsLeft = parts
  }

  /** Takes the next part; true for one that was streamed. */
  takes(words: string): boolean {
    const found = this.#text.indexOf(words, this.#at)
    if (found !== -1) this.#at = found + words.length
    this.#partsLeft -= 1
    return found !== -1 || this.#partsLeft >= 0
  }
}

const partsOf = (value: JsonValue | undefined): JsonObject[] =>
  typeof value === 'string' ? [{ text: value }] : objectsOf(value)
