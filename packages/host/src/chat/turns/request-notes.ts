import { canonicalJson } from '@gatehouse/domain'
import type { ChatSetup } from '@gatehouse/domain/chats'
import type { ModelRequest, ParameterAdjustments } from '../../ports/index.ts'
import type { LiveTurn } from './live-turn.ts'
import type { ModelInput } from '../model-request/model-context.ts'

/** Says what of the chat is not in the request, and what is. */
export function noteRequest(live: LiveTurn, input: ModelInput): void {
  const { request, leftOut: count, leftOutPinned: pinned, isRefused, isShortened } = input
  const { leftOutTurns = 0, leftOutPinned = 0, contextRefused, resultsShortened } = live.state
  const noted = [leftOutTurns, leftOutPinned, contextRefused === true, resultsShortened === true]
  if (canonicalJson(noted) !== canonicalJson([count, pinned, isRefused, isShortened]))
    live.apply({ type: 'turns-left-out', count, pinned, isRefused, isShortened })
  live.apply({ type: 'request-sized', request })
}

/** Adds that the person's own limit of the answer is lowered to what the context leaves. */
export function withLoweredLimit(
  { names, changed = [] }: ParameterAdjustments,
  { parameters }: ChatSetup,
  { maxOutputTokens: value }: ModelRequest,
): ParameterAdjustments {
  const name = 'maxOutputTokens'
  const isLowered = value < (parameters?.maxOutputTokens ?? 0)
  const others = changed.filter((one) => one.name !== name)
  return { names, changed: isLowered ? [...others, { name, value }] : changed }
}

/** Says once what the model is not sent, or is sent otherwise. */
export function noteAdjustments(
  live: LiveTurn,
  { names, changed = [] }: ParameterAdjustments,
): void {
  const { leftOutParameters = [], changedParameters = [] } = live.state
  if (canonicalJson([names, changed]) === canonicalJson([leftOutParameters, changedParameters]))
    return
  live.apply({ type: 'parameters-left-out', names, changed })
}
