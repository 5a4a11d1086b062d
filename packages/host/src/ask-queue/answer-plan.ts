import {
  GatehouseError,
  type Ask,
  isFoldable,
  type PlanAnswer,
  type ToolApprovalAnswer,
  type ToolApprovalAsk,
  type UnopenedCalls,
} from '@gatehouse/domain'
import type { Digest } from '../ports/index.ts'
import type { AskQueue } from './ask-queue.ts'
import { assertDisplayed } from './assert-displayed.ts'

interface Dependencies {
  asks: Pick<AskQueue, 'pending' | 'answer'>
  digest: Digest
}

/** Ids of the calls that were no longer pending: withdrawn, or decided one by one. */
export interface PlanOutcome {
  gone: string[]
}

/**
 * One decision about several calls of one step, each answered as if by itself. Nothing is answered when
 * they are not all calls of one step or one may not be allowed unopened (`ask/wrong-answer`), or when one is not what
 * the window showed (`ask/not-as-shown`).
 */
export function answerPlan(answer: PlanAnswer, { asks, digest }: Dependencies): PlanOutcome {
  const pending = new Map(asks.pending().map((ask) => [ask.id, ask]))
  const gone: string[] = []
  const found: { ask: ToolApprovalAsk; answer: ToolApprovalAnswer }[] = []
  for (const { id, answer: one } of answersOf(answer)) {
    const ask = pending.get(id)
    if (!ask) gone.push(id)
    else found.push({ ask: asCall(ask), answer: one })
  }
  assertOneStep(found.map(({ ask }) => ask))
  const isUnopened = unopenedOf(answer)
  const unopened = found.flatMap(({ ask }) => (isUnopened.has(ask.id) ? [ask] : []))
  assertFoldable(unopened)
  for (const one of found) assertDisplayed(one.ask, one.answer, digest)
  const counted = { count: unopened.length, entryIds: unopened.map(({ entryId }) => entryId) }
  for (const one of found)
    asks.answer(one.ask.id, isUnopened.has(one.ask.id) ? marked(one.answer, counted) : one.answer)
  return { gone }
}

function unopenedOf(answer: PlanAnswer): ReadonlySet<string> {
  return new Set(answer.decision === 'deny' ? [] : answer.unopened)
}

const marked = (answer: ToolApprovalAnswer, unopened: UnopenedCalls): ToolApprovalAnswer => ({
  ...answer,
  unopened,
})

/** Whatever the window shows, a call that may change or destroy something is allowed only once it was open. */
function assertFoldable(asks: readonly ToolApprovalAsk[]): void {
  if (!asks.every(isFoldable))
    throw new GatehouseError(
      'ask/wrong-answer',
      'Only calls that are declared read-only can be allowed without opening them. Nothing was answered.',
    )
}

/** Each call once. */
function answersOf(answer: PlanAnswer): { id: string; answer: ToolApprovalAnswer }[] {
  if (answer.decision === 'deny') {
    const { reason } = answer
    const denial = { kind: 'tool-approval', decision: 'deny' } as const
    return [...new Set(answer.calls)].map((id) => ({
      id,
      answer: reason === undefined ? denial : { ...denial, reason },
    }))
  }
  const shown = new Map(answer.calls.map((call) => [call.id, call.shown]))
  return [...shown].map(([id, hash]) => ({
    id,
    answer: { kind: 'tool-approval', decision: 'allow-once', shown: hash },
  }))
}

function asCall(ask: Ask): ToolApprovalAsk {
  if (ask.kind === 'tool-approval') return ask
  throw wrong()
}

function assertOneStep([first, ...others]: readonly ToolApprovalAsk[]): void {
  const isSame = ({ turnId, step }: ToolApprovalAsk): boolean =>
    turnId === first?.turnId && step === first.step
  if (!others.every(isSame)) throw wrong()
}

function wrong(): GatehouseError {
  return new GatehouseError(
    'ask/wrong-answer',
    'Only tool calls of one step can be answered together. Nothing was answered.',
  )
}
