import type { ApprovalMode, ToolMark } from '../approvals/approval-mode.ts'
import type { ApprovalRule } from '../approvals/approval-rule.ts'
import type { FlowRule } from '../approvals/data-flow.ts'
import type { GrantVoidReason } from '../approvals/grant.ts'
import { declaredEffect } from './tool-hints.ts'
import type { ToolCall } from '../tools/tool-call.ts'
import type { ToolAnnotations } from '../tools/tool.ts'

/** Calls of one turn that run without asking before the person is asked again. */
export const MAX_UNASKED_CALLS = 50

/** Everything that decides if a call runs, asks or is refused. */
export interface CallFacts {
  /** The mode of the chat. */
  mode: ApprovalMode
  /** A mode does not count for calls of the person. */
  origin: ToolCall['origin']
  /** `as-shown`: the person ran the call in its form, which showed all there is to show. */
  form: 'none' | 'as-shown' | 'not-as-shown'
  /** The person's rule for the text of others in the arguments; `allow` where there is none. */
  flowRule: FlowRule
  /** Text of another server or of a file is in the arguments, or not all of them was compared. */
  hasForeignText: boolean
  /** A standing permission holds for the tool in this chat. */
  isGranted: boolean
  /** `ask` only where no permission was given later. */
  mark: ToolMark | undefined
  /** `trusted`: the person trusts the declarations of this definition and server. */
  trust: 'trusted' | 'none' | GrantVoidReason
  annotations: ToolAnnotations | undefined
  /** Every path that the call names is in a folder of the chat's workspace, and it names one. */
  isInWorkspace: boolean
  /** Calls of this turn that ran without asking. */
  unasked: number
}

export interface CallVerdict {
  outcome: 'run' | 'ask' | 'refuse'
  rule: ApprovalRule
}

type Row = readonly [CallVerdict['rule'], CallVerdict['outcome'], (facts: CallFacts) => boolean]

/** The first row that applies decides. Rows of the person come before rows of the mode. */
const TABLE: readonly Row[] = [
  ['flow-rule', 'refuse', ({ flowRule }) => flowRule === 'never'],
  ['form', 'run', ({ form, flowRule }) => form === 'as-shown' && flowRule === 'allow'],
  ['form-problem', 'ask', ({ form }) => form !== 'none'],
  ['always-ask', 'ask', ({ mark }) => mark === 'ask'],
  ['foreign-text', 'ask', ({ flowRule }) => flowRule === 'ask'],
  ['grant', 'run', ({ isGranted }) => isGranted],
  ['by-person', 'ask', ({ origin }) => origin === 'person'],
  ['every-call', 'ask', ({ mode }) => mode !== 'changes' && mode !== 'risky-calls'],
  ['not-trusted', 'ask', ({ trust }) => trust === 'none'],
  ['changed', 'ask', ({ trust }) => trust !== 'trusted'],
  // A rule that lets text go was given for tools that the person allowed one by one.
  ['foreign-text', 'ask', ({ hasForeignText }) => hasForeignText],
  ['read-only', 'run', (facts) => declaredEffect(facts) === 'read-only'],
  ['destructive', 'ask', (facts) => declaredEffect(facts) === 'destructive'],
  ['open-world', 'ask', (facts) => declaredEffect(facts) === 'open-world'],
  ['undeclared', 'ask', (facts) => declaredEffect(facts) !== 'changes-data'],
  ['changes-data', 'ask', ({ mode }) => mode !== 'risky-calls'],
  ['in-workspace', 'run', ({ isInWorkspace }) => isInWorkspace],
  ['outside-workspace', 'ask', () => true],
]

/** True if calls that a rule decides about run by themselves. */
export function isRunRule(rule: ApprovalRule): boolean {
  return TABLE.some(([name, outcome]) => name === rule && outcome === 'run')
}

/**
 * Decides by fixed rules if a call runs by itself. A missing hint has the specification's default (MCP 2025-11-25,
 * schema: ToolAnnotations). A declared hint counts only for a trusted definition.
 */
export function decideCall(facts: CallFacts): CallVerdict {
  const [rule, outcome] = TABLE.find(([, , applies]) => applies(facts)) ?? ['every-call', 'ask']
  const isUnseen = outcome === 'run' && rule !== 'form'
  return isUnseen && !(facts.unasked < MAX_UNASKED_CALLS)
    ? { outcome: 'ask', rule: 'too-many' }
    : { outcome, rule }
}
