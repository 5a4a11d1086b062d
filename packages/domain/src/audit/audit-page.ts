import { z } from 'zod'
import { auditRecordSchema, type AuditRecord } from './audit.ts'
import { identifierSchema } from '../identifier.ts'

/** The filters of Activity. */
export const auditGroupSchema = z.enum([
  'calls',
  'forms',
  'sampling',
  'roots',
  'sign-ins',
  'rules',
  'servers',
  'messages',
  'links',
])
export type AuditGroup = z.infer<typeof auditGroupSchema>

export const AUDIT_GROUPS: Record<AuditGroup, readonly AuditRecord['kind'][]> = {
  calls: ['tool-call', 'file-undo'],
  forms: ['elicitation', 'elicitation-wait'],
  sampling: ['sampling-request', 'sampling-response'],
  roots: ['roots'],
  'sign-ins': ['sign-in', 'signed-out'],
  rules: [
    'permission-given',
    'permission-revoked',
    'sampling-policy',
    'data-flow-rule',
    'link-host',
    'server-instructions',
    'record-retention',
    'record-cut',
    'backup-restored',
    'data-replaced',
  ],
  servers: [
    'server-added',
    'server-changed',
    'server-removed',
    'server-started',
    'server-stopped',
    'person-request',
    'registry-search',
    'bundle-download',
    'chat-servers',
    'start-resumed',
    'task-cancelled',
  ],
  messages: ['message-sent', 'message-queued', 'turn-resumed'],
  links: ['link'],
}

/** A record as a list shows it. */
export const auditRowSchema = auditRecordSchema
  .pick({
    id: true,
    at: true,
    kind: true,
    serverName: true,
    serverHue: true,
    subject: true,
    decision: true,
    outcome: true,
  })
  .extend({
    /** Its number, counted from 1 over all that ever were. */
    record: z.number().int().positive(),
    tool: z.object({ name: z.string(), title: z.string() }).optional(),
    /** Shared by the record before a call or a run, and the record of its end. */
    of: z.string().optional(),
  })
export type AuditRow = z.infer<typeof auditRowSchema>

export const auditPageSchema = z.object({
  /** Latest first. */
  rows: z.array(auditRowSchema),
  /** The record before which the next page begins; `null`: there are no others. */
  next: z.number().int().positive().nullable(),
  /** The numbers of the first and the last record that are there; 0 for none. */
  first: z.number().int().nonnegative(),
  last: z.number().int().nonnegative(),
  /** Chats have more places with the words than were looked at: calls before them may be left out. */
  isCut: z.literal(true).optional(),
})
export type AuditPage = z.infer<typeof auditPageSchema>

export const auditQuerySchema = z.object({
  /** Only records with lower numbers. */
  before: z.number().int().positive().optional(),
  /** Each of its words is in the record, or in the arguments or result of its call; '' for all. */
  text: z.string().max(200).default(''),
  group: auditGroupSchema.optional(),
  limit: z.number().int().min(1).max(200).default(100),
})

export const auditIdSchema = z.object({ id: identifierSchema })

/** Numbers of the frames of an audit record's subject; `null` = not kept, or none yet. */
export const recordMessagesSchema = z.object({
  request: z.number().int().positive().nullable(),
  response: z.number().int().positive().nullable(),
})
export type RecordMessages = z.infer<typeof recordMessagesSchema>

/** Something that the person did by a press, beside calls and answers. */
export interface PersonAct {
  kind: Extract<
    AuditRecord['kind'],
    | 'server-started'
    | 'server-stopped'
    | 'person-request'
    | 'registry-search'
    | 'bundle-download'
    | 'chat-servers'
    | 'message-sent'
    | 'message-queued'
    | 'turn-resumed'
    | 'start-resumed'
    | 'signed-out'
    | 'task-cancelled'
  >
  serverId: string | null
  conversationId?: string | undefined
  /** The text that was read, in one line; the name of the server or the title of the chat where it is empty. */
  subject?: string | undefined
  /** Acts of the same key one after the other are one: completions follow typing, readings a change. */
  repeats?: string | undefined
}
