import { z } from 'zod'
import { identifierSchema, timestampSchema } from './identifier.ts'

/** What was decided, by whom, and how it ended. Arguments and results stay in the transcript. */
export const auditRecordSchema = z.object({
  id: identifierSchema,
  at: timestampSchema,
  kind: z.enum([
    'tool-call',
    'elicitation',
    'elicitation-wait',
    'sampling-request',
    'sampling-response',
    'roots',
    'server-added',
    'server-changed',
    'server-removed',
  ]),
  serverId: identifierSchema.nullable(),
  serverName: z.string(),
  serverHue: z.number().int().nonnegative(),
  conversationId: identifierSchema.nullable(),
  entryId: identifierSchema.nullable(),
  /** In one line what it was about; a tool by its name. */
  subject: z.string(),
  /** The page that was to be opened, whole; the subject has its host first. */
  page: z.string().optional(),
  /** What the server said in words, where the subject is something else. */
  words: z.string().optional(),
  /** The model that read the request, or wrote the answer, by who provides it. */
  model: z.object({ provider: z.string(), id: z.string() }).optional(),
  /** What was called, by its own name; the title is the server's word, as it was then. */
  tool: z.object({ name: z.string(), title: z.string() }).optional(),
  decision: z.enum([
    'allow-once',
    'allow-in-chat',
    'granted',
    'accept',
    'decline',
    'cancel',
    'retry',
    'run',
    'by-hand',
    'send',
    'regenerate',
    'share',
    'deny',
    'withdrawn',
    'none',
  ]),
  /** The person's own words with a refusal; never sent to a server. */
  reason: z.string().optional(),
  edited: z.boolean(),
  /** `under-way`: written before a call is sent; the call's next record says how it ended. */
  outcome: z.enum([
    'done',
    'tool-error',
    'failed',
    'cancelled',
    'unknown',
    'denied',
    'rejected',
    'under-way',
    'none',
  ]),
  durationMs: z.number().nonnegative().nullable(),
})
export type AuditRecord = z.infer<typeof auditRecordSchema>
