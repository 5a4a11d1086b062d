import type { JsonObject, JsonValue } from '@gatehouse/domain'
import type { Answer, WrittenCall } from './answer.ts'
import { unshownMedia, type AnswerReader } from './answer-reader.ts'
import { isEmptyValue, numberOf, objectOf, objectsOf, stringOf, wordOf } from '../fields.ts'
import { endOfReason } from './step-end.ts'

const EVENTS = new Set([
  'messageStart',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
  'metadata',
])

/**
 * Reads Bedrock's ConverseStream (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html),
 * and a whole answer of Converse.
 */
export function converseReader(answer: Answer): AnswerReader {
  const blocks = new ConverseBlocks(answer)
  return {
    // The type of an event is its name: the body of a message has none.
    holdsAnswer: (event) =>
      'contentBlockIndex' in event ||
      'stopReason' in event ||
      'role' in event ||
      objectOf(event['usage']) !== undefined ||
      objectOf(event['output']) !== undefined,
    read(event, name) {
      if (!EVENTS.has(name)) return readWhole(event, { answer, blocks })
      switch (name) {
        case 'contentBlockStart':
          return blocks.start(placeOf(event), objectOf(event['start']) ?? {})
        case 'contentBlockDelta':
          return blocks.delta(placeOf(event), objectOf(event['delta']))
        case 'messageStop':
          return answer.end(endOfReason(event['stopReason']))
        case 'metadata':
          takeUsage(event, answer)
          if (answer.hasEnded) answer.close()
          return undefined
        default:
          return undefined
      }
    },
    finish: () => undefined,
  }
}

const placeOf = (event: JsonObject): number => numberOf(event['contentBlockIndex']) ?? 0

function readWhole(
  event: JsonObject,
  { answer, blocks }: { answer: Answer; blocks: ConverseBlocks },
): void {
  const message = objectOf(objectOf(event['output'])?.['message'])
  if (!message) return
  for (const [place, block] of objectsOf(message['content']).entries()) blocks.whole(place, block)
  takeUsage(event, answer)
  answer.end(endOfReason(event['stopReason']))
  answer.close()
}

/** The blocks of an answer, by their places. */
class ConverseBlocks {
  readonly #answer: Answer
  readonly #calls = new Map<number, WrittenCall>()

  constructor(answer: Answer) {
    this.#answer = answer
  }

  start(place: number, start: JsonObject): void {
    const call = objectOf(start['toolUse'])
    if (call) this.#startCall(place, call)
    if (objectOf(start['image'])) this.#answer.text(unshownMedia('an image'), { key: `${place}` })
  }

  #startCall(place: number, fields: JsonObject): WrittenCall {
    const name = wordOf(fields['name'])
    if (name === undefined) throw this.#answer.damaged(fields)
    const call = this.#answer.startCall({ id: wordOf(fields['toolUseId']), name })
    this.#calls.set(place, call)
    return call
  }

  delta(place: number, delta: JsonObject | undefined): void {
    if (!delta) throw this.#answer.damaged(delta)
    const key = String(place)
    if (!isEmptyValue(delta['text'])) this.#answer.text(this.#wordsOf(delta['text']), { key })
    const reasoning = objectOf(delta['reasoningContent'])
    if (reasoning) this.#reasoning(key, reasoning)
    const piece = objectOf(delta['toolUse'])?.['input']
    if (isEmptyValue(piece)) return
    const call = this.#calls.get(place)
    if (typeof piece !== 'string' || !call) throw this.#answer.damaged(delta)
    this.#answer.addInput(call, piece)
  }

  whole(place: number, block: JsonObject): void {
    const call = objectOf(block['toolUse'])
    if (call) {
      const input = objectOf(call['input'])
      if (!input) throw this.#answer.damaged(call)
      this.#answer.setInput(this.#startCall(place, call), JSON.stringify(input))
      return
    }
    const cited = objectOf(block['citationsContent'])
    if (cited) return objectsOf(cited['content']).forEach((piece) => this.delta(place, piece))
    const reasoning = objectOf(block['reasoningContent'])
    const text = objectOf(reasoning?.['reasoningText'])
    this.delta(place, reasoning ? { reasoningContent: { ...reasoning, ...text } } : block)
  }

  #reasoning(key: string, { text, signature, redactedContent }: JsonObject): void {
    const words = this.#wordsOf(text)
    if (words !== '') this.#answer.reasoning(words, { key })
    const signed = stringOf(signature)
    if (signed !== undefined)
      this.#answer.keepWithPart('reasoning', key, { amazonBedrock: { signature: signed } })
    const redacted = stringOf(redactedContent)
    if (redacted !== undefined)
      this.#answer.reasoning('', { key, data: { amazonBedrock: { redactedContent: redacted } } })
  }

  #wordsOf(value: JsonValue | undefined): string {
    if (typeof value === 'string') return value
    if (isEmptyValue(value)) return ''
    throw this.#answer.damaged(value)
  }
}

/** Bedrock counts what its cache reads and writes apart from the input. */
function takeUsage(event: JsonObject, answer: Answer): void {
  const usage = objectOf(event['usage'])
  if (!usage) return
  const count = (name: string): number => numberOf(usage[name]) ?? 0
  const cached = count('cacheReadInputTokens')
  answer.usage({
    input: count('inputTokens') + cached + count('cacheWriteInputTokens'),
    cached,
    output: usage['outputTokens'],
  })
}
