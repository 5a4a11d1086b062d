import { z } from 'zod'

/** The rules by name, in the order in which they are looked at. */
export const approvalRuleSchema = z.enum([
  'flow-rule',
  'form',
  'form-problem',
  'always-ask',
  'foreign-text',
  'grant',
  'by-person',
  'every-call',
  'not-trusted',
  'changed',
  'read-only',
  'destructive',
  'open-world',
  'undeclared',
  'changes-data',
  'outside-workspace',
  'in-workspace',
  'too-many',
])
export type ApprovalRule = z.infer<typeof approvalRuleSchema>
