import { MAX_PROVIDER_DATA, type JsonObject, type JsonValue } from '@gatehouse/domain'
import type { Answer } from './answer.ts'
import { unshownMedia, type AnswerReader } from './answer-reader.ts'
import { AnswerText } from './answer-text.ts'
import { CallFragments, keptData } from './call-fragments.ts'
import { isEmptyValue, numberOf, objectOf, objectsOf, stringOf, wordOf } from '../fields.ts'
import { isOllamaEvent, ollamaReader } from './ollama.ts'
import { endOfReason } from './step-end.ts'

/** Names under which engines send reasoning, beside the list `reasoning_details`. */
const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'] as const

/** Types of a part of `content` that hold text, and those that hold reasoning. */
const TEXT_PARTS = new Set(['text', 'output_text', 'input_text'])
const REASONING_PARTS = new Set(['thinking', 'reasoning'])

/** Reads chat completions (https://platform.openai.com/docs/api-reference/chat-streaming), streamed or whole. */
export function chatCompletionsReader(answer: Answer): AnswerReader {
  const text = new AnswerText(answer)
  const fragments = new CallFragments(answer)
  const details = new ReasoningDetails()
  const kept: JsonObject = {}
  const messages = { hasDeltas: false, count: 0, said: '' }
  const ollama = ollamaReader(answer, text)
  return {
    holdsAnswer: (event) => 'choices' in event && !isEmptyValue(event['choices']),
    read(event) {
      if (isOllamaEvent(event)) return ollama.read(event, '')
      takeUsage(event, answer)
      for (const [at, choice] of objectsOf(event['choices']).entries()) {
        takeUsage(choice, answer)
        readChoice(choice, {
          answer,
          text,
          fragments,
          details,
          kept,
          messages,
          isChunk: event['object'] === 'chat.completion.chunk',
          group: String(numberOf(choice['index']) ?? at),
        })
      }
    },
    flush: () => text.finish(),
    finish() {
      // One whole message needs no reason of its end.
      if (messages.count === 1) answer.complete()
      fragments.check()
      const { list } = details
      if (details.isTooLarge) answer.leaveOutProviderData()
      if (list.length > 0) answer.keepWithPart('reasoning', '', { chat: { details: list } })
      if (Object.keys(kept).length > 0) answer.keepWithPart('text', '', { chat: { fields: kept } })
    },
  }
}

interface ChoiceContext {
  answer: Answer
  text: AnswerText
  fragments: CallFragments
  details: ReasoningDetails
  /** Fields that the provider wants back with the message. */
  kept: JsonObject
  messages: Messages
  /** The event says that it holds a piece. */
  isChunk: boolean
  group: string
}

/** The state of an answer that comes in `message` in place of `delta`, whole or in pieces. */
interface Messages {
  /** The answer comes in deltas: a message is a repetition of them. */
  hasDeltas: boolean
  /** Messages that are not announced as pieces. */
  count: number
  /** The text of the messages so far. */
  said: string
}

function readChoice(choice: JsonObject, context: ChoiceContext): void {
  const { answer } = context
  const { delta, message, text } = choice
  const part = objectOf(delta)
  const whole = objectOf(message)
  if ((!part && !isEmptyValue(delta)) || (!whole && !isEmptyValue(message)))
    throw answer.damaged(choice)
  if (part) {
    readMessage(part, context)
    context.messages.hasDeltas ||= !answer.isBlank && context.messages.said === ''
  }
  // Some gateways repeat the whole message at the end of a stream.
  if (whole && !context.messages.hasDeltas) takeMessage(whole, context)
  if (typeof text === 'string') context.text.add(text)
  answer.end(endOfReason(choice['finish_reason']))
}

/** Takes a message, or a piece of one. Of one that repeats the messages before it, the rest is taken. */
function takeMessage(message: JsonObject, context: ChoiceContext): void {
  const { messages, isChunk, answer } = context
  const { content, ...fields } = message
  if (!isChunk) messages.count += 1
  const text = stringOf(content) ?? ''
  const isRepeated = !isChunk && messages.said !== '' && text.startsWith(messages.said)
  const rest = isRepeated ? text.slice(messages.said.length) : (content ?? null)
  const isKnownReasoning = !isChunk && answer.hasReasoning
  readMessage({ ...(isKnownReasoning ? withoutReasoning(fields) : fields), content: rest }, context)
  messages.said = isRepeated ? text : messages.said + text
}

const withoutReasoning = (message: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(message).filter(
      ([name]) => name !== 'reasoning_details' && !REASONING_FIELDS.some((field) => field === name),
    ),
  )

function readMessage(message: JsonObject, context: ChoiceContext): void {
  const { answer, text, fragments, group } = context
  readReasoning(message, context)
  readContent(message['content'], context)
  const refusal = wordOf(message['refusal'])
  if (refusal !== undefined) {
    text.add(refusal)
    answer.end({ kind: 'filtered', reason: 'refusal' })
  }
  if (!isThought(message)) Object.assign(context.kept, keptData(message))
  const { tool_calls: calls, function_call: call } = message
  if (!isEmptyValue(calls)) {
    if (typeof calls !== 'object') throw answer.damaged(calls)
    for (const entry of Array.isArray(calls) ? calls : [calls ?? null]) fragments.take(entry, group)
  }
  if (objectOf(call) && !isEmptyValue(call))
    fragments.take({ index: 0, function: call ?? null }, `${group} function_call`)
  for (const media of ['images', 'audio', 'video'] as const)
    if (!isEmptyValue(message[media])) text.add(unshownMedia(media))
}

/** True for a piece that Gemini marks as a thought: the mark is none of the message. */
const isThought = ({ extra_content: extra }: JsonObject): boolean =>
  objectOf(objectOf(extra)?.['google'])?.['thought'] === true

/** Reads reasoning under the name that it has, and keeps that name; of several names the first counts. */
function readReasoning(message: JsonObject, { answer, details }: ChoiceContext): void {
  const pieces = objectsOf(message['reasoning_details'])
  for (const piece of pieces) details.take(piece)
  for (const field of REASONING_FIELDS) {
    const value = message[field]
    const text = wordOf(value) ?? wordOf(objectOf(value)?.['text'])
    if (text !== undefined) return answer.reasoning(text, { data: { chat: { field } } })
  }
  if (pieces.length === 0) return
  answer.reasoning(pieces.map((piece) => wordOf(piece['text'] ?? piece['summary']) ?? '').join(''))
}

/** The list `reasoning_details`, whose texts arrive in pieces. */
class ReasoningDetails {
  readonly list: JsonObject[] = []
  /** Characters, about. */
  #size = 0

  /** True where the list is longer than what is kept; then it is empty. */
  get isTooLarge(): boolean {
    return this.#size > MAX_PROVIDER_DATA
  }

  take(piece: JsonObject): void {
    if (this.isTooLarge) return
    this.#take(piece)
    if (this.isTooLarge) this.list.length = 0
  }

  #take(piece: JsonObject): void {
    const last = this.list.at(-1)
    const isMore = last && last['type'] === piece['type'] && last['index'] === piece['index']
    const field = (['text', 'summary'] as const).find((name) => wordOf(piece[name]) !== undefined)
    if (!isMore || field === undefined) {
      this.#size += JSON.stringify(piece).length
      this.list.push({ ...piece })
      return
    }
    this.#size += wordOf(piece[field])?.length ?? 0
    const known = Object.entries(piece).filter(([, value]) => !isEmptyValue(value))
    this.list[this.list.length - 1] = {
      ...last,
      ...Object.fromEntries(known),
      [field]: `${stringOf(last[field]) ?? ''}${stringOf(piece[field]) ?? ''}`,
    }
  }
}

function readContent(content: JsonValue | undefined, context: ChoiceContext): void {
  if (typeof content === 'string') return context.text.add(content)
  if (isEmptyValue(content)) return
  if (typeof content !== 'object') throw context.answer.damaged(content)
  for (const part of Array.isArray(content) ? content : [content ?? null])
    readContentPart(part, context)
}

function readContentPart(part: JsonValue, { answer, text }: ChoiceContext): void {
  if (typeof part === 'string') return text.add(part)
  if (isEmptyValue(part)) return
  const fields = objectOf(part)
  const type = stringOf(fields?.['type']) ?? 'text'
  if (REASONING_PARTS.has(type)) {
    const thinking = fields?.[type] ?? fields?.['text']
    const pieces = Array.isArray(thinking) ? thinking : [thinking ?? '']
    for (const piece of pieces) {
      const words = stringOf(piece) ?? stringOf(objectOf(piece)?.['text']) ?? ''
      if (words !== '') answer.reasoning(words)
    }
  } else if (type === 'refusal') {
    text.add(stringOf(fields?.['refusal']) ?? '')
    answer.end({ kind: 'filtered', reason: 'refusal' })
  } else if (/image|audio|video/.test(type)) text.add(unshownMedia(type))
  else if (TEXT_PARTS.has(type)) {
    const words = fields?.['text']
    if (typeof words !== 'string') throw answer.damaged(part)
    text.add(words)
  }
}

function takeUsage(event: JsonObject, answer: Answer): void {
  const usage = objectOf(event['usage']) ?? objectOf(objectOf(event['x_groq'])?.['usage'])
  if (!usage) return
  answer.usage({
    input: usage['prompt_tokens'] ?? usage['input_tokens'],
    output: usage['completion_tokens'] ?? usage['output_tokens'],
    cached:
      objectOf(usage['prompt_tokens_details'])?.['cached_tokens'] ??
      usage['prompt_cache_hit_tokens'] ??
      usage['cached_tokens'],
  })
}
