import { MAX_CALL_LABEL, type JsonValue, type ModelFailure } from '@gatehouse/domain'
import { errorWords } from '../errors/error-words.ts'
import { failureOfErrorResponse } from '../errors/provider-error.ts'
import { sanitizeProviderMessage } from '../provider-message.ts'
import type { Target } from '../target.ts'
import type { CallInText } from './written-call.ts'

/** The endpoint and model of an answer, for failures. */
export interface AnswerSource {
  target: Target
  modelId: string
  /** The names of the tools that the model was offered. */
  toolNames: ReadonlySet<string>
}

const withDetail = (
  failure: ModelFailure,
  words: string,
  { target }: AnswerSource,
): ModelFailure => {
  const detail = sanitizeProviderMessage(words, target)
  return detail === '' ? failure : { ...failure, detail }
}

/** Returns the failure of an answer that its provider filtered, or that the model refused to give. */
export function filteredFailure(source: AnswerSource, reason: string): ModelFailure {
  const message = `${source.target.host} filtered the answer, or the model refused to give it. Change the message, or choose another model.`
  return withDetail({ code: 'filtered', message }, reason, source)
}

/** Returns the failure of an answer with neither text nor a call. */
export function emptyFailure(source: AnswerSource, passedOver: string): ModelFailure {
  const message = `${source.target.host} sent an answer without text and without a tool call. Retry, or choose another model.`
  return withDetail({ code: 'empty-answer', message }, passedOver, source)
}

/** Returns the failure of a body that has an error, or other words, in place of an answer. */
export const failureOfErrorBody = ({ target, modelId }: AnswerSource, body: string): ModelFailure =>
  failureOfErrorResponse({ status: undefined, body }, target, modelId)

/** Returns the failure of an event whose part of the answer cannot be read. */
export function damagedFailure(source: AnswerSource, part: JsonValue | undefined): ModelFailure {
  const message = `${source.target.host} sent something that is not a response of this API. Check the kind of provider and the base URL.`
  return withDetail({ code: 'invalid-response', message }, errorWords(part)?.text ?? '', source)
}

/** Returns the failure of an answer whose tool call did not arrive in a form that can be read. */
export const unreadableCallFailure = ({ target }: AnswerSource): ModelFailure => ({
  code: 'invalid-response',
  reason: 'unreadable-call',
  message: `The model at ${target.host} wrote a tool call that cannot be read, so nothing was run. Retry, or choose another model.`,
})

/** Returns the failure of an answer whose call stands in its text. It is not run: the person may do that. */
export const callInTextFailure = (
  { target }: AnswerSource,
  { name, arguments: input }: CallInText,
): ModelFailure => ({
  code: 'call-in-text',
  message: `The model at ${target.host} wrote a tool call into its text, so nothing was run. Run it as a call, retry, or choose another model.`,
  ...(input === undefined || name === '' || name.length > MAX_CALL_LABEL
    ? {}
    : { writtenCall: { name, arguments: input } }),
})
