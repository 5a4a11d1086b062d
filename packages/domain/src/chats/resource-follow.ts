import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../identifier.ts'

/** A chat's follow of an attached resource, as stored. */
export const resourceFollowSchema = z.object({
  conversationId: identifierSchema,
  /** The attachment, of the draft, a queued message, or a sent one. */
  attachmentId: identifierSchema,
  serverId: identifierSchema,
  /** The identity of the server: another program under its name reports another resource. */
  serverIdentity: z.string(),
  uri: z.string(),
  readAt: timestampSchema,
  /** Time of the server's first report of a change. From then on it is not followed. */
  changedAt: timestampSchema.optional(),
})
export type ResourceFollow = z.infer<typeof resourceFollowSchema>

/** A followed resource as its chat shows it. */
export const followStateSchema = z.object({
  attachmentId: identifierSchema,
  state: z.discriminatedUnion('kind', [
    /** Its server reports changes; `since`: not those between its reading and then. */
    z.object({ kind: z.literal('followed'), since: timestampSchema.optional() }),
    /** No changes are reported: its server does not run, refused, or reports none. */
    z.object({ kind: z.literal('unfollowed') }),
    z.object({ kind: z.literal('changed'), at: timestampSchema }),
  ]),
})
export type FollowState = z.infer<typeof followStateSchema>

export const FOLLOW_LIMITS = {
  /** Resources of one server that chats follow at the same time, the latest ones. */
  ofServer: 16,
  /** Followed resources of one chat that are stored, the latest ones. */
  ofChat: 200,
} as const
