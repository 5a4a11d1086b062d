import { z } from 'zod'
import { abortCodeSchema } from '../abort-reason.ts'
import { appFailureSchema, drawnAppSchema } from '../content/drawn-app.ts'
import { argumentProblemSchema } from './argument-problems.ts'
import { approvalModeSchema } from '../approvals/approval-mode.ts'
import { approvalRuleSchema } from '../approvals/approval-rule.ts'
import { callFlowsSchema } from '../approvals/data-flow.ts'
import { fileUndoSchema } from './file-undo.ts'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { jsonObjectSchema } from '../json/json.ts'
import { samplingExchangeSchema } from '../sampling/sampling-exchange.ts'
import { unopenedCallsSchema } from '../approvals/plan-answer.ts'
import { storedResultSchema } from '../content/stored-result.ts'
import { callTaskSchema } from '../servers/server-task.ts'
import { toolAnnotationsSchema } from './tool.ts'

export const toolCallDecisionSchema = z.object({
  /**
   * `allow-read-only` is only ever decided by a grant: for all tools that the server declares read-only.
   * `allow-by-mode`: by the mode of the chat.
   */
  kind: z.enum([
    'allow-once',
    'allow-in-chat',
    'allow-in-workspace',
    'allow-always',
    'allow-read-only',
    'allow-by-mode',
    'deny',
  ]),
  /** `person` answered the ask; `grant` means that a standing permission did, `flow-rule` that a rule for data flows refused. */
  by: z.enum(['person', 'grant', 'mode', 'flow-rule']),
  /** The mode of the chat, with `by: 'mode'`. */
  mode: approvalModeSchema.optional(),
  /** The rule by which the call ran without asking, asked or was refused; absent in what an earlier version wrote. */
  rule: approvalRuleSchema.optional(),
  /** The person ran it in the tool's form, and was not asked again. */
  inForm: z.literal(true).optional(),
  /** The person allowed it without opening it, by a button that counted such calls; these were counted. */
  unopened: unopenedCallsSchema.optional(),
  at: timestampSchema,
  reason: z.string().optional(),
  /** Which grant, with `by: 'grant'` or `'mode'`; or the one that was given with this. */
  grantId: identifierSchema.optional(),
  /** When that grant was given, with `by: 'grant'`; absent in what an earlier version wrote. */
  since: timestampSchema.optional(),
  /** Digests of the server's identity and of the tool's definition that the decision holds for. */
  serverIdentity: z.string().optional(),
  definition: z.string().optional(),
  /** Text in what is sent that came from elsewhere. */
  provenance: callFlowsSchema.optional(),
})
export type ToolCallDecision = z.infer<typeof toolCallDecisionSchema>

export const toolCallProgressSchema = z.object({
  progress: z.number(),
  total: z.number().optional(),
  message: z.string().optional(),
})
export type ToolCallProgress = z.infer<typeof toolCallProgressSchema>

/**
 * `waiting` for a person, `running` on the server, then one of the ends. `rejected` = could not be
 * offered at all (unknown tool, arguments that are not JSON or lack a required member). `failed` = no result came, and that is
 * known. `cancelled` = stopped by the person, or never sent. `unknown` = it was sent and no result came
 * (the app ended, the connection was lost, the time limit passed): it may have run.
 */
export const toolCallStatusSchema = z.enum([
  'waiting',
  'approved',
  'running',
  'done',
  'denied',
  'rejected',
  'failed',
  'cancelled',
  'unknown',
])
export type ToolCallStatus = z.infer<typeof toolCallStatusSchema>

/** The `error` of a call that the person stopped and nothing more is known of. */
export const STOPPED_BY_PERSON = 'You cancelled this call.'

/** The `error` of a call that was at its server when the app ended without a goodbye. */
export const ENDED_WITH_APP = 'Gatehouse ended while this call ran, and its answer was lost.'

/** Something that a server asked during a call and that ended before a decision. */
export const withdrawnAskSchema = z.object({
  id: identifierSchema,
  kind: z.enum([
    'elicitation',
    'elicitation-wait',
    'sampling-request',
    'sampling-response',
    'roots',
    'sign-in',
  ]),
  /** In one line what it was about. */
  subject: z.string(),
  reason: abortCodeSchema,
  at: timestampSchema,
})
export type WithdrawnAsk = z.infer<typeof withdrawnAskSchema>

export const toolCallSchema = z.object({
  kind: z.literal('tool-call'),
  id: identifierSchema,
  /** The model step it belongs to, from 1. */
  step: z.number().int().positive(),
  /** The model's own id of the call, echoed in the tool message. */
  callId: z.string(),
  /** `app`: the interface of an earlier call asked for it. */
  origin: z.enum(['model', 'person', 'app']),
  serverId: identifierSchema.nullable(),
  serverName: z.string(),
  serverHue: z.number().int().nonnegative(),
  toolName: z.string(),
  toolTitle: z.string(),
  annotations: toolAnnotationsSchema.optional(),
  proposedArguments: jsonObjectSchema,
  /** The arguments to send: the proposal, or the person's edit of it. */
  arguments: jsonObjectSchema,
  status: toolCallStatusSchema,
  askId: identifierSchema.optional(),
  decision: toolCallDecisionSchema.optional(),
  progress: toolCallProgressSchema.optional(),
  /** Set once the call runs on the server as a task. */
  task: callTaskSchema.optional(),
  withdrawnAsks: z.array(withdrawnAskSchema).optional(),
  /** Answers of a model that the server asked for during the call. */
  exchanges: z.array(samplingExchangeSchema).optional(),
  result: storedResultSchema.optional(),
  /** Words for `rejected`, `failed`, `cancelled` and `unknown`. */
  error: z.string().optional(),
  /** It failed because the server wants the person to sign in. */
  needsSignIn: z.literal(true).optional(),
  /** With `rejected`: the members of its arguments for which it went back to the model. */
  argumentProblems: z.array(argumentProblemSchema).optional(),
  /** The files that it changed, where it changed any. */
  fileUndo: fileUndoSchema.optional(),
  /** The interface that its tool declares, its HTML once it was drawn, and why the person does not see it. */
  app: z
    .object({
      uri: z.string(),
      drawn: drawnAppSchema.optional(),
      failure: appFailureSchema.optional(),
    })
    .optional(),
  /** With `origin: 'app'`: the call whose interface asked for it. */
  viewOf: identifierSchema.optional(),
  createdAt: timestampSchema,
  startedAt: timestampSchema.optional(),
  endedAt: timestampSchema.optional(),
})
export type ToolCall = z.infer<typeof toolCallSchema>
