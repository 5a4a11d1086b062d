import type { ModelProviderKind } from '@gatehouse/domain'
import { errorWords, tellsOfError } from '../errors/error-words.ts'
import { modelFailed } from '../errors/model-error.ts'
import { failureOfErrorBody } from './answer-failure.ts'
import type { Answer } from './answer.ts'
import type { AnswerReader } from './answer-reader.ts'
import { chatCompletionsReader } from './chat-completions.ts'
import { converseReader } from './converse.ts'
import { GeminiReader } from './gemini.ts'
import { messagesReader } from './messages.ts'
import { responsesReader } from './responses.ts'
import type { StreamEvent } from './stream-events.ts'

/** Returns the reader of the API that a kind of provider speaks. */
export function readerOf(kind: ModelProviderKind, answer: Answer): AnswerReader {
  switch (kind) {
    case 'anthropic':
      return messagesReader(answer)
    case 'google':
      return new GeminiReader(answer)
    case 'openai-responses':
      return responsesReader(answer)
    case 'amazon-bedrock':
      return converseReader(answer)
    case 'azure-openai':
    case 'openai-compatible':
      return chatCompletionsReader(answer)
  }
}

/**
 * Takes one event into the answer. Events that hold no part of one are passed over, wherever they stand.
 *
 * @throws `model/failed` for an error of the provider, and for a part that is used and damaged.
 */
export function readEvent(event: StreamEvent, reader: AnswerReader, answer: Answer): void {
  switch (event.type) {
    case 'done':
      return answer.close()
    case 'text':
      return answer.passOver(event.text)
    case 'broken':
      // A body that ends in the middle of an event is one that broke off.
      if (answer.hasEnded || event.isLast) return
      throw answer.damaged(event.text)
    case 'json': {
      const { value, name } = event
      const holdsAnswer = reader.holdsAnswer(value)
      if (tellsOfError(value, name, holdsAnswer)) {
        // The answer is there already.
        if (answer.hasEnded) return
        throw modelFailed(failureOfErrorBody(answer.source, JSON.stringify(value)))
      }
      if (!holdsAnswer) answer.passOver(errorWords(value)?.text ?? '')
      reader.read(value, name)
    }
  }
}
