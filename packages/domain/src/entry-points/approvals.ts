/** Which calls of a chat run by themselves, and what servers declare of their tools. */
export {
  approvalModeSchema,
  toolMarkSchema,
  widensMode,
  type ApprovalMode,
  type ToolMark,
} from '../approvals/approval-mode.ts'
export type { ApprovalRule } from '../approvals/approval-rule.ts'
export { decideCall, isRunRule, MAX_UNASKED_CALLS, type CallFacts } from '../asks/decide-call.ts'
export { declaredEffect, isMarkable } from '../asks/tool-hints.ts'
export type { ConsentOutcome, ServerRules } from '../asks/consent.ts'
