import type { ToolCall, TranscriptTurn } from '@gatehouse/domain'

/** The calls of one step that wait together, by how far each is. */
export interface PlanSummary {
  turnId: string
  step: number
  stepLimit: number
  calls: number
  waiting: number
  allowed: number
  denied: number
  /** Ended without a decision: taken back, cancelled, could not run. */
  ended: number
}

export interface PlanRow {
  kind: 'plan'
  id: string
  plan: PlanSummary
  /** All calls of the step, whatever became of them, in the order of the model. */
  calls: readonly ToolCall[]
}

/**
 * The plan of a running turn: the calls of its last step, when the person is asked about several of them
 * and at least one still waits. A call stays in it, decided or ended, until none waits.
 */
export function planOf(turn: TranscriptTurn): PlanRow | null {
  if (turn.status !== 'running') return null
  const all = turn.entries.filter((entry) => entry.kind === 'tool-call')
  const step = all.at(-1)?.step
  const calls = all.filter((call) => call.step === step && call.origin === 'model')
  const asked = calls.filter(isAsked)
  const waiting = calls.filter(({ status }) => status === 'waiting').length
  if (step === undefined || waiting === 0 || asked.length < 2) return null
  const denied = calls.filter(({ status }) => status === 'denied').length
  const allowed = calls.filter(isAllowed).length
  const plan: PlanSummary = {
    turnId: turn.id,
    step,
    stepLimit: turn.stepLimit,
    calls: calls.length,
    waiting,
    allowed,
    denied,
    ended: calls.filter(isEnded).length,
  }
  return { kind: 'plan', id: `${turn.id}-${step}-plan`, plan, calls }
}

/** A call that the person is, was or was to be asked about. */
function isAsked({ status, decision, askId }: ToolCall): boolean {
  return status === 'waiting' || (decision ? decision.by === 'person' : askId !== undefined)
}

function isAllowed({ decision }: ToolCall): boolean {
  return decision !== undefined && decision.kind !== 'deny'
}

function isEnded({ status, decision }: ToolCall): boolean {
  return decision === undefined && status !== 'waiting' && status !== 'done'
}

export function isSamePlan(one: PlanRow, other: PlanRow): boolean {
  return (
    one.calls.length === other.calls.length &&
    one.calls.every((call, index) => call === other.calls[index])
  )
}
