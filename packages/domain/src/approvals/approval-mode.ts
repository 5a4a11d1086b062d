import { z } from 'zod'

/** From the narrowest to the widest. None lets every call run. */
const APPROVAL_MODES = ['every-call', 'changes', 'risky-calls'] as const

/** Which calls of a model a chat asks about. {@link decideCall} has the rules. */
export const approvalModeSchema = z.enum(APPROVAL_MODES)
export type ApprovalMode = z.infer<typeof approvalModeSchema>

/** True if some call that asks in the first mode may run by itself in the second. */
export function widensMode(before: ApprovalMode, after: ApprovalMode): boolean {
  return APPROVAL_MODES.indexOf(after) > APPROVAL_MODES.indexOf(before)
}

/** A trusted tool that the person judged differently: that it only reads, or that each call of it asks. */
export const toolMarkSchema = z.enum(['read-only', 'ask'])
export type ToolMark = z.infer<typeof toolMarkSchema>
