import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { estimateTokens } from '@gatehouse/domain/text'
import { numberOf, objectOf } from '../fields.ts'

interface OptionalField {
  /** Its place in the body; a dot leads into an object. */
  path: string
  /** Names by which refusals call it. */
  names: readonly string[]
  /** The place that tells it from a field of the same name of another API. */
  mark?: string
}

const field = (path: string, ...aliases: string[]): OptionalField => ({
  path,
  names: [path.slice(path.lastIndexOf('.') + 1), ...aliases],
})

/** Fields of a request that may be left out, of all APIs. */
export const OPTIONAL_FIELDS: readonly OptionalField[] = [
  field('stream_options'),
  field('temperature'),
  field('reasoning_effort'),
  field('parallel_tool_calls'),
  field('store'),
  field('tool_choice'),
  field('stop'),
  field('top_p'),
  field('include'),
  field('service_tier'),
  field('prompt_cache_key'),
  field('cache_control'),
  // Responses.
  field('reasoning', 'reasoning.effort', 'reasoning.summary'),
  field('max_output_tokens'),
  // Messages.
  field('stop_sequences'),
  field('thinking', 'Thinking', 'thinking.type', 'budget_tokens'),
  field('output_config', 'effort'),
  // Gemini.
  field('generationConfig.temperature'),
  field('generationConfig.stopSequences', 'stop_sequences'),
  field('generationConfig.thinkingConfig', 'thinking_config', 'thinking', 'Thinking'),
  { ...field('toolConfig', 'tool_config'), mark: 'toolConfig.functionCallingConfig' },
  // Converse.
  field('inferenceConfig.temperature'),
  field('inferenceConfig.stopSequences', 'stop_sequences'),
  field('toolConfig.toolChoice', 'tool_choice'),
  field('additionalModelRequestFields.thinking', 'Thinking', 'thinking.type', 'budget_tokens'),
  field('additionalModelRequestFields.output_config', 'effort'),
  field('additionalModelRequestFields.reasoning_effort'),
  field('additionalModelRequestFields.reasoningConfig', 'maxReasoningEffort'),
]

/** Returns the value at a place of a body; `undefined` without one. */
export function fieldOf(body: JsonObject, path: string): JsonValue | undefined {
  const { holder, name } = placeOf(body, path)
  return holder?.[name]
}

/** Sets a field whose place is there. */
export function setField(body: JsonObject, path: string, value: JsonValue): void {
  const { holder, name } = placeOf(body, path)
  if (holder) holder[name] = value
}

export function deleteField(body: JsonObject, path: string): void {
  const { holder, name } = placeOf(body, path)
  if (holder) delete holder[name]
}

function placeOf(body: JsonObject, path: string): { holder: JsonObject | undefined; name: string } {
  const dot = path.indexOf('.')
  if (dot === -1) return { holder: body, name: path }
  return { holder: objectOf(body[path.slice(0, dot)]), name: path.slice(dot + 1) }
}

/** Names of the limit of the answer, of all APIs. */
export const LIMIT_FIELDS = [
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'generationConfig.maxOutputTokens',
  'inferenceConfig.maxTokens',
] as const

/** Returns the limit of the answer that a request asks for. */
export function limitOf(body: JsonObject): number | undefined {
  return LIMIT_FIELDS.map((path) => numberOf(fieldOf(body, path))).find(
    (limit) => limit !== undefined,
  )
}

/** A string of a body with the bytes of media, which are no text. */
const isMedia = (text: string): boolean => text.length >= 1000 && /^[\w+/=:;,.-]*$/.test(text)
/** The share by which a count may exceed the estimate. */
const MARGIN = 1.25

/** Returns about the most tokens of a request; of media nothing is counted. */
export function tokensOfBody(text: string): number {
  const strings = text.split('"').filter((one) => !isMedia(one))
  return Math.ceil(MARGIN * estimateTokens(strings.join('"')))
}

/** A shorter answer is no answer. */
export const LEAST_OUTPUT = 64
