import type { JsonObject } from '@gatehouse/domain'
import type { Answer } from './answer.ts'
import { unshownMedia, type AnswerReader } from './answer-reader.ts'
import type { AnswerText } from './answer-text.ts'
import { isEmptyValue, objectOf, stringOf, wordOf } from '../fields.ts'
import { endOfReason } from './step-end.ts'

/** True for an event of Ollama's own API. */
export function isOllamaEvent(event: JsonObject): boolean {
  if (!isEmptyValue(event['choices']) || typeof event['done'] !== 'boolean') return false
  return 'message' in event || 'response' in event
}

/** Reads Ollama's own `/api/chat` and `/api/generate`, which some gateways answer with. */
export function ollamaReader(answer: Answer, text: AnswerText): AnswerReader {
  return {
    holdsAnswer: isOllamaEvent,
    read(event) {
      const { message, response, done } = event
      if (objectOf(message)) readMessage(objectOf(message) ?? {}, answer, text)
      else if (!isEmptyValue(message)) throw answer.damaged(message)
      const thinking = wordOf(event['thinking'])
      if (thinking !== undefined) answer.reasoning(thinking)
      if (wordOf(response) !== undefined) text.add(stringOf(response) ?? '')
      answer.usage({ input: event['prompt_eval_count'], output: event['eval_count'] })
      if (done !== true) return
      answer.end(endOfReason(event['done_reason']) ?? { kind: 'own', reason: 'stop' })
      answer.close()
    },
    finish: () => undefined,
  }
}

function readMessage(message: JsonObject, answer: Answer, text: AnswerText): void {
  const { content, thinking, tool_calls: calls, images } = message
  if (wordOf(thinking) !== undefined) answer.reasoning(stringOf(thinking) ?? '')
  if (typeof content === 'string') text.add(content)
  else if (!isEmptyValue(content)) throw answer.damaged(content)
  if (!isEmptyValue(images)) text.add(unshownMedia('images'))
  if (isEmptyValue(calls)) return
  if (!Array.isArray(calls)) throw answer.damaged(calls)
  for (const entry of calls) {
    // A call comes whole.
    const given = objectOf(objectOf(entry)?.['function'])
    const name = wordOf(given?.['name'])
    const input = given?.['arguments']
    if (
      name === undefined ||
      (!isEmptyValue(input) && !objectOf(input) && typeof input !== 'string')
    )
      throw answer.damaged(entry)
    const call = answer.startCall({ id: wordOf(objectOf(entry)?.['id']), name })
    answer.setInput(call, typeof input === 'string' ? input : JSON.stringify(input ?? {}))
  }
}
