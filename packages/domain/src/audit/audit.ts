import { z } from 'zod'
import { abortCodeSchema } from '../abort-reason.ts'
import { approvalModeSchema } from '../approvals/approval-mode.ts'
import { approvalRuleSchema } from '../approvals/approval-rule.ts'
import { auditDeletionSchema, auditDaysSchema } from './audit-retention.ts'
import { flowRuleSchema } from '../approvals/data-flow.ts'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { unopenedCallsSchema } from '../approvals/plan-answer.ts'
import { samplingRuleSchema } from '../sampling/sampling-policy.ts'

/** Hash of the sent data, so that the record covers the exact bytes, however large they are. */
const sentFactsSchema = z.object({
  to: z.enum(['model', 'server']),
  /** SHA-256 of it as canonical JSON (RFC 8785), in hex. */
  sha256: z.string(),
  /** Characters of that JSON. */
  characters: z.number().int().nonnegative(),
  /** Its beginning; only where the person changed it or wrote it. */
  excerpt: z.string().optional(),
})
export type SentFacts = z.infer<typeof sentFactsSchema>

/** The hash of the data that came back. */
const receivedFactsSchema = z.object({
  /** SHA-256 in hex of the result in the chat, as canonical JSON: files in it are named by their own hashes. */
  sha256: z.string(),
  /** Of that JSON. */
  characters: z.number().int().nonnegative(),
  /** Bytes of it that are in files. */
  fileBytes: z.number().int().nonnegative(),
})
export type ReceivedFacts = z.infer<typeof receivedFactsSchema>

/** A field of a form that was submitted. */
const submittedFieldSchema = z.object({
  name: z.string(),
  /** Its value, a long one cut; absent when it looks like a secret. */
  value: z.string().optional(),
})

/**
 * A decision, who made it, and its outcome. Arguments and results stay in the transcript, named here by their hashes.
 */
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
    'sign-in',
    'server-added',
    'server-changed',
    'server-removed',
    'permission-given',
    'permission-revoked',
    'sampling-policy',
    'data-flow-rule',
    'link',
    'file-undo',
    'server-started',
    'server-stopped',
    'person-request',
    'registry-search',
    'bundle-download',
    'chat-servers',
    'message-sent',
    'message-queued',
    'turn-resumed',
    'start-resumed',
    'signed-out',
    'task-cancelled',
    'link-host',
    'server-instructions',
    'record-retention',
    'record-cut',
    'backup-restored',
    'data-replaced',
  ]),
  serverId: identifierSchema.nullable(),
  serverName: z.string(),
  serverHue: z.number().int().nonnegative(),
  conversationId: identifierSchema.nullable(),
  entryId: identifierSchema.nullable(),
  /** Its subject in one line; a tool by its name. Empty for text of a temporary chat. */
  subject: z.string(),
  /** It is from a temporary chat, so it has neither its text nor hashes of it. */
  isTemporary: z.literal(true).optional(),
  /** The page that was to be opened, whole; the subject has its host first, or is its host. */
  page: z.string().optional(),
  /** The server's message, where the subject is something else. */
  words: z.string().optional(),
  /** The new sampling rule of the server; the former one, if it differs. */
  samplingRule: z.object({ before: samplingRuleSchema, after: samplingRuleSchema }).optional(),
  /** The rule that was given for text from one server (`null`: files of the person) to the server of the record. */
  flowRule: z
    .object({
      fromId: identifierSchema.nullable(),
      fromName: z.string(),
      before: flowRuleSchema,
      after: flowRuleSchema,
    })
    .optional(),
  /** The mode of the chat, or of the workspace that is the subject, which was changed. */
  approvalMode: z.object({ before: approvalModeSchema, after: approvalModeSchema }).optional(),
  /** A call that the interface of a tool of the server requested. */
  origin: z.literal('app').optional(),
  /** For a call: why it ran without asking, asked or was refused. */
  rule: approvalRuleSchema.optional(),
  /** The instructions of a server that were allowed or refused: SHA-256 of the text, in hex. */
  instructions: z
    .object({ sha256: z.string(), characters: z.number().int().nonnegative() })
    .optional(),
  /** For how many days this record is kept. */
  retention: z.object({ before: auditDaysSchema, after: auditDaysSchema }).optional(),
  /** Which part of this record was deleted as old. */
  cut: auditDeletionSchema.optional(),
  /** For a call or link: the sources of text in its arguments or address. */
  flows: z
    .array(
      z.object({
        /** `null`: a file that the person attached, or without a name a message of the chat. */
        fromId: identifierSchema.nullable(),
        fromName: z.string(),
        characters: z.number().int().positive(),
      }),
    )
    .optional(),
  /** A run that no one was asked about, or the opening of a page: the record before it and the one of how it ended share it. */
  runId: identifierSchema.optional(),
  /** The ask that was settled. */
  askId: identifierSchema.optional(),
  /** Tokens that a run was reserved, or used as far as its provider reported. */
  tokens: z
    .object({
      kind: z.enum(['reserved', 'used', 'at-most']),
      count: z.number().int().nonnegative(),
    })
    .optional(),
  /** The model that read the request, or wrote the answer, by who provides it. */
  model: z.object({ provider: z.string(), id: z.string() }).optional(),
  /** The tool by its own name; the title is the server's, as it was then. */
  tool: z
    .object({
      name: z.string(),
      title: z.string(),
      /** SHA-256 of its canonical definition, in hex. */
      definition: z.string().optional(),
    })
    .optional(),
  /** Digest of the server's identity; its name is only a label. */
  serverIdentity: z.string().optional(),
  /** Who decided: the person now (`inForm`: by running a tool in its form), or a grant that they had given. */
  by: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('person'),
        inForm: z.literal(true).optional(),
        /** Calls that the same press allowed without opening them, this one among them. */
        unopened: unopenedCallsSchema.optional(),
      }),
      z.object({ kind: z.literal('grant'), grantId: identifierSchema.optional() }),
      /** The mode of the chat, for a tool whose declarations the person trusts (`grantId`). */
      z.object({
        kind: z.literal('mode'),
        mode: approvalModeSchema,
        grantId: identifierSchema.optional(),
      }),
      /** A rule for data flows, which refused a call. */
      z.object({ kind: z.literal('flow-rule') }),
      /** The setting of how long the record is kept. */
      z.object({ kind: z.literal('retention'), days: auditDaysSchema.unwrap() }),
      /** A sampling policy that the person had given; `usedTokens`: of this day, this run's included. */
      z.object({
        kind: z.literal('policy'),
        policyId: identifierSchema,
        rule: z.enum(['never', 'ask-before', 'budget']),
        tokensPerDay: z.number().int().positive().optional(),
        usedTokens: z.number().int().nonnegative().optional(),
      }),
    ])
    .optional(),
  sent: sentFactsSchema.optional(),
  /** The result of a call, or the answer of a model that a server asked for. */
  received: receivedFactsSchema.optional(),
  fields: z.array(submittedFieldSchema).optional(),
  /** Number of fields beyond the listed ones. */
  moreFields: z.number().int().positive().optional(),
  /** Reason for an end before a decision, with `withdrawn`. */
  withdrawn: abortCodeSchema.optional(),
  decision: z.enum([
    'allow-once',
    'allow-in-chat',
    'allow-in-workspace',
    'allow-always',
    'allow-read-only',
    'allow-by-mode',
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
  /** `under-way`: written before a call or a run is sent or a page opened; its next record says how it ended. */
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
  /** A call that failed because its server wants the person to sign in. */
  needsSignIn: z.literal(true).optional(),
  durationMs: z.number().nonnegative().nullable(),
})
export type AuditRecord = z.infer<typeof auditRecordSchema>
