import {
  GatehouseError,
  type Ask,
  type PlanAnswer,
  type ToolApprovalAnswer,
  type ToolApprovalAsk,
} from '@gatehouse/domain'
import type { Digest } from '../ports/index.ts'
import type { AskQueue } from './ask-queue.ts'
import { assertDisplayed } from './assert-displayed.ts'

interface Dependencies {
  asks: Pick<AskQueue, 'pending' | 'answer'>
  digest: Digest
}

/** Ids of the calls that no one asked about any more: they were taken back, or decided one by one. */
export interface PlanOutcome {
  gone: string[]
}

/**
 * One decision about several calls of one step, each answered as if by itself. Nothing is answered when
 * they are not all calls of one step (`ask/wrong-answer`), or when one is not what the window showed
 * (`ask/not-as-shown`).
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
  for (const one of found) assertDisplayed(one.ask, one.answer, digest)
  for (const one of found) asks.answer(one.ask.id, one.answer)
  return { gone }
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
