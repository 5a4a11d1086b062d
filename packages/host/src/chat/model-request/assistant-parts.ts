import type { AssistantMessage, StepPart, ToolCall } from '@gatehouse/domain'
import type { AssistantPart } from '../../ports/index.ts'

/** Properties of a step beside its entries. */
export interface StepMessageContext {
  /** The name that a call had for the model. */
  nameOf(call: ToolCall): string
  /** The parts as the provider wants them back; absent for any other provider or model. */
  partsOf(message: AssistantMessage): StepPart[] | undefined
}

/** The text and calls of a model in one step, as they are sent again. */
export function assistantParts(
  message: AssistantMessage,
  calls: readonly ToolCall[],
  facts: StepMessageContext,
): AssistantPart[] {
  const kept = facts.partsOf(message)
  if (kept && isWhole(kept, message, calls)) return partsAsReceived(kept, message, { calls, facts })
  return [
    ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
    ...calls.map((call) => callPart(call, facts)),
  ]
}

/** True if a text is the one that the provider signed: not masked and not cut. */
function isWhole(
  parts: readonly StepPart[],
  { text, reasoning }: AssistantMessage,
  calls: readonly ToolCall[],
): boolean {
  const length = (type: 'text' | 'reasoning'): number =>
    parts.reduce((sum, part) => sum + (part.type === type ? part.characters : 0), 0)
  const callIds = parts.flatMap((part) => (part.type === 'tool-call' ? [part.callId] : []))
  return (
    length('text') === text.length &&
    length('reasoning') === reasoning.length &&
    callIds.length === calls.length &&
    calls.every(({ callId }, index) => callId === callIds[index])
  )
}

function partsAsReceived(
  kept: readonly StepPart[],
  message: AssistantMessage,
  { calls, facts }: { calls: readonly ToolCall[]; facts: StepMessageContext },
): AssistantPart[] {
  const at = { text: 0, reasoning: 0, call: 0 }
  const parts = kept.flatMap((part): AssistantPart[] => {
    const { data } = part
    if (part.type === 'tool-call') {
      const call = calls[at.call++]
      if (!call) return []
      return [data ? { ...callAsMade(call, facts), data } : callPart(call, facts)]
    }
    const start = at[part.type]
    at[part.type] += part.characters
    const text = message[part.type].slice(start, at[part.type])
    if (part.type === 'reasoning') return data ? [{ type: 'reasoning', text, data }] : []
    // A text without words may be there for what it carries: Gemini signs so.
    return text === '' && !data ? [] : [{ type: 'text', text, ...(data ? { data } : {}) }]
  })
  // No provider takes a message that ends in reasoning.
  const last = parts.findLastIndex(({ type }) => type !== 'reasoning')
  return parts.slice(0, last + 1)
}

/** A call with what was sent. */
export function callPart(
  call: ToolCall,
  facts: StepMessageContext,
): AssistantPart & { type: 'tool-call' } {
  return { ...callAsMade(call, facts), arguments: call.arguments }
}

/** The call with the arguments that the model proposed, which are signed. Its result tells of edits by the person. */
function callAsMade(
  call: ToolCall,
  facts: StepMessageContext,
): AssistantPart & { type: 'tool-call' } {
  const { callId, proposedArguments } = call
  return { type: 'tool-call', callId, name: facts.nameOf(call), arguments: proposedArguments }
}
