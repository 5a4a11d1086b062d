import type { JsonValue } from '@gatehouse/domain'
import { isEmptyValue } from '../fields.ts'

/**
 * The end of an answer: by itself, to have tools called, at the limit of the answer, because the provider filtered it
 * or the model refused, or broken off.
 */
export type EndKind = 'own' | 'tools' | 'length' | 'filtered' | 'broken'

export interface StepEnd {
  kind: EndKind
  /** The provider's own word. */
  reason: string
}

/** The words of the APIs and of engines that speak them, in lower case. */
const ENDS: Readonly<Record<Exclude<EndKind, 'broken'>, readonly string[]>> = {
  own: [
    'stop',
    'end',
    'end_turn',
    'eos',
    'eos_token',
    'stop_sequence',
    'stop_token',
    'complete',
    'completed',
    'done',
    'finish',
    'finished',
    'normal',
    'success',
  ],
  tools: ['tool_calls', 'tool_call', 'tool_use', 'function_call', 'function_calls', 'tools'],
  length: [
    'length',
    'max_tokens',
    'max_token',
    'max_output_tokens',
    'max_new_tokens',
    'max_length',
    'model_length',
    'context_length',
    'context_length_exceeded',
    'model_context_window_exceeded',
    'token_limit',
  ],
  filtered: [
    'content_filter',
    'content_filtered',
    'content-filter',
    'contentfilter',
    'filtered',
    'refusal',
    'refused',
    'safety',
    'sensitive',
    'moderation',
    'flagged',
    'blocked',
    'blocklist',
    'prohibited_content',
    'recitation',
    'spii',
    'model_armor',
    'image_safety',
    'image_prohibited_content',
    'image_recitation',
    'guardrail_intervened',
    'guardrails',
  ],
}

const KIND_OF_REASON = new Map<string, EndKind>(
  (['own', 'tools', 'length', 'filtered'] as const).flatMap((kind) =>
    ENDS[kind].map((reason) => [reason, kind] as const),
  ),
)

/** Returns the end that a reason means; `undefined` for none. A reason that no table knows is one of a broken answer. */
export function endOfReason(reason: JsonValue | undefined): StepEnd | undefined {
  if (isEmptyValue(reason)) return undefined
  const word = typeof reason === 'string' ? reason : JSON.stringify(reason)
  return { kind: KIND_OF_REASON.get(word.trim().toLowerCase()) ?? 'broken', reason: word }
}
