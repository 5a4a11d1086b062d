/** Which calls of a chat run by themselves, and what servers declare of their tools. */
export {
  approvalModeSchema,
  toolMarkSchema,
  widensMode,
  type ApprovalMode,
  type ToolMark,
} from '../approval-mode.ts'
export type { ApprovalRule } from '../approval-rule.ts'
export { decideCall, isRunRule, MAX_UNASKED_CALLS, type CallFacts } from '../decide-call.ts'
export { declaredEffect, isMarkable } from '../tool-hints.ts'
export type { ConsentOutcome, ServerRules } from '../consent.ts'
