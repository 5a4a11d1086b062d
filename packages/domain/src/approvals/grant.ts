import { z } from 'zod'
import { toolMarkSchema } from './approval-mode.ts'
import { identifierSchema, timestampSchema } from '../identifier.ts'

/** Scope of a permission. Allowing a call once leaves none. */
export const grantScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chat'), conversationId: identifierSchema }),
  z.object({ kind: z.literal('workspace'), workspaceId: identifierSchema }),
  z.object({ kind: z.literal('always') }),
  /** It allows nothing by itself: the declarations of the tool count, and the mode of each chat decides. */
  z.object({ kind: z.literal('by-mode') }),
])
export type GrantScope = z.infer<typeof grantScopeSchema>

/**
 * A standing "allow" for one tool, or with `by-mode` the trust in its server's declarations for it. It is void as
 * soon as the server or the tool's definition changes.
 */
export const grantSchema = z.object({
  id: identifierSchema,
  scope: grantScopeSchema,
  serverId: identifierSchema,
  toolName: z.string(),
  /** SHA-256 of the tool's canonical definition at the time, in hex. */
  definitionHash: z.string(),
  /** Digest of the server's identity; empty in records of earlier versions, and then the grant is void. */
  identity: z.string(),
  /** Given together with all tools that the server declared read-only; absent = given for this tool alone. */
  group: z.literal('read-only').optional(),
  /** With `by-mode`: how the person judges the tool where its server does not say. */
  mark: toolMarkSchema.optional(),
  /** A call of this tool may have run without its outcome being known; until then decided again, the grant is void. */
  unknownCall: identifierSchema.optional(),
  /** The call that it was given with; absent in records of earlier versions. */
  from: z.object({ conversationId: identifierSchema, entryId: identifierSchema }).optional(),
  createdAt: timestampSchema,
})
export type Grant = z.infer<typeof grantSchema>

/** Number of calls that a grant allowed, and the time of the last. */
export const grantUseSchema = z.object({
  uses: z.number().int().nonnegative(),
  lastUsedAt: timestampSchema.nullable(),
})
export type GrantUse = z.infer<typeof grantUseSchema>

/** Reason for which a grant no longer allows anything. */
export const grantVoidReasonSchema = z.enum(['server-changed', 'tool-changed', 'outcome-unknown'])
export type GrantVoidReason = z.infer<typeof grantVoidReasonSchema>

/** A grant as the window lists it. */
export const grantViewSchema = grantSchema.extend({
  ...grantUseSchema.shape,
  /** Title of the chat that it holds in, or was given in; `null` when that chat is gone. */
  chatTitle: z.string().nullable(),
  /** Name of the workspace that it holds in; `null` if it holds in none, or that is gone. */
  workspaceName: z.string().nullable(),
  voided: grantVoidReasonSchema.nullable(),
})
export type GrantView = z.infer<typeof grantViewSchema>
