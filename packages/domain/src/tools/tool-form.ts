import { z } from 'zod'
import { grantVoidReasonSchema } from '../approvals/grant.ts'
import { identifierSchema } from '../identifier.ts'
import { similarToolSchema, toolChangesSchema } from './tool-change.ts'
import { toolSchema } from './tool.ts'

/**
 * Reason for which a call that the person ran in its form is asked about all the same: the server or tool differs
 * from the form's, the form was incomplete, or the arguments hold text from elsewhere.
 */
export const formProblemSchema = z.enum([
  'server-changed',
  'tool-changed',
  'warnings-changed',
  'text-from-elsewhere',
])
export type FormProblem = z.infer<typeof formProblemSchema>

/** Warnings about a tool before a person runs it; each absent when there is nothing to show. */
export const toolWarningsSchema = z.object({
  /** Reason for which a standing permission no longer holds. */
  voided: grantVoidReasonSchema.optional(),
  /** With `tool-changed`: changes of the definition; absent when an earlier version stored none. */
  changed: toolChangesSchema.optional(),
  /** No one allowed this tool, but one of the same server that is the same but for its name. */
  renamedFrom: z.string().optional(),
  /** Tools of other servers that could be taken for this one. */
  similar: z.array(similarToolSchema).optional(),
})
export type ToolWarnings = z.infer<typeof toolWarningsSchema>

/** A tool as its form shows it, in one chat. Main keeps under `id` what it showed. */
export const toolFormSchema = z.object({
  id: identifierSchema,
  serverId: identifierSchema,
  tool: toolSchema,
  warnings: toolWarningsSchema,
})
export type ToolForm = z.infer<typeof toolFormSchema>
