import { z } from 'zod'
import { argumentProblemSchema } from '../tools/argument-problems.ts'
import { appFailureSchema, drawnAppSchema } from '../content/drawn-app.ts'
import { attachmentSchema } from '../attachments/attachment.ts'
import { changedParameterSchema, leftOutParameterSchema } from '../models/chat-setup.ts'
import { fileUndoSchema } from '../tools/file-undo.ts'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { leftOutToolSchema } from '../tools/left-out-tool.ts'
import { jsonObjectSchema } from '../json/json.ts'
import { samplingExchangeSchema } from '../sampling/sampling-exchange.ts'
import { storedResultSchema } from '../content/stored-result.ts'
import { modelFailureSchema, modelRefSchema, tokenUsageSchema } from '../models/model.ts'
import { sentRequestSchema } from '../models/sent-request.ts'
import { callTaskSchema } from '../servers/server-task.ts'
import {
  toolCallDecisionSchema,
  toolCallProgressSchema,
  toolCallSchema,
  withdrawnAskSchema,
} from '../tools/tool-call.ts'

export const userMessageSchema = z.object({
  kind: z.literal('user-message'),
  id: identifierSchema,
  /** Empty only with attachments. */
  text: z.string(),
  attachments: z.array(attachmentSchema).optional(),
  /** The file that it came out of, also where it was sent again: the person did not write it. */
  imported: z.string().max(255).optional(),
  createdAt: timestampSchema,
})
export type UserMessage = z.infer<typeof userMessageSchema>

export const assistantMessageSchema = z.object({
  kind: z.literal('assistant-message'),
  id: identifierSchema,
  step: z.number().int().positive(),
  text: z.string(),
  reasoning: z.string(),
  status: z.enum(['streaming', 'complete', 'interrupted']),
  usage: tokenUsageSchema.optional(),
  /** Calls that the model asked for in this step beyond what one may have; they were not made. */
  refusedCalls: z.number().int().positive().optional(),
  createdAt: timestampSchema,
})
export type AssistantMessage = z.infer<typeof assistantMessageSchema>

/** One entry of a transcript. */
export const entrySchema = z.discriminatedUnion('kind', [
  userMessageSchema,
  assistantMessageSchema,
  toolCallSchema,
])
export type Entry = z.infer<typeof entrySchema>

/**
 * `stopped` by the person; `interrupted` by a quit, a crash or a lost stream; `step-limit` waits for
 * "Continue".
 */
export const turnStatusSchema = z.enum([
  'running',
  'done',
  'stopped',
  'interrupted',
  'failed',
  'step-limit',
])
export type TurnStatus = z.infer<typeof turnStatusSchema>

/** The place of an answer in a comparison of two models, until the person keeps one answer. */
const comparisonSchema = z.object({
  /** True for the answer that was asked for first. */
  isFirst: z.boolean(),
  /** The model of the other answer. */
  model: modelRefSchema,
  /** The turn of the other answer; `null` until its model is asked. */
  turnId: identifierSchema.nullable(),
})

/**
 * One round: what the person wrote (or ran by hand) and all that came of it. The turns of a chat are a
 * tree: what was edited, tried again or regenerated is a further child of the same parent.
 */
export const turnSchema = z.object({
  id: identifierSchema,
  conversationId: identifierSchema,
  /** The turn that it follows; `null` = it begins the chat. */
  parentId: identifierSchema.nullable(),
  /** Number of turns before it on its branch. */
  depth: z.number().int().nonnegative(),
  /** `manual`: the person ran a tool themselves, or wrote with no model connected. */
  origin: z.enum(['message', 'manual']),
  status: turnStatusSchema,
  model: modelRefSchema.nullable(),
  /** Model steps begun so far, and how many may begin before "Continue" is asked. */
  step: z.number().int().nonnegative(),
  stepLimit: z.number().int().positive(),
  entries: z.array(entrySchema),
  /** The model is writing a tool call's arguments; not kept on disk. */
  preparing: z.object({ toolTitle: z.string(), characters: z.number().int() }).nullable(),
  failure: modelFailureSchema.nullable(),
  /** Tools that this model could not be offered, by the name it would have seen, and why. */
  leftOutTools: z.array(leftOutToolSchema).optional(),
  /** Parameters of the chat that its model does not take. */
  leftOutParameters: z.array(leftOutParameterSchema).optional(),
  /** Parameters of the chat that its model was sent otherwise, each once. */
  changedParameters: z.array(changedParameterSchema).optional(),
  /** Turns from the beginning of its branch that the model was not given, because they do not fit. */
  leftOutTurns: z.number().int().positive().optional(),
  /** So many of those are pinned. */
  leftOutPinned: z.number().int().positive().optional(),
  /** Its provider refused a longer request, so more was left out and the request was sent again. */
  contextRefused: z.literal(true).optional(),
  /** Results of the turn itself were shortened more than others are, because they do not fit. */
  resultsShortened: z.literal(true).optional(),
  /** A step came with more data for its provider than is kept, so none of that step goes back. */
  providerDataLeftOut: z.literal(true).optional(),
  /** Its last request. */
  request: sentRequestSchema.optional(),
  /** Tokens of all its steps; absent where no step reported them. */
  usage: tokenUsageSchema.optional(),
  /** US dollars of all its steps, by the prices that the provider listed then; absent: none known. */
  cost: z.number().nonnegative().optional(),
  startedAt: timestampSchema,
  endedAt: timestampSchema.nullable(),
  /** The file that it came out of: nothing in it was written, asked or done here. */
  imported: z.string().max(255).optional(),
  comparison: comparisonSchema.optional(),
})
export type Turn = z.infer<typeof turnSchema>

/** Where a turn is among those with the same parent, in the order they were made. */
export const turnVersionsSchema = z.object({
  /** From 1. */
  position: z.number().int().positive(),
  count: z.number().int().positive(),
  previousId: identifierSchema.nullable(),
  nextId: identifierSchema.nullable(),
})
export type TurnVersions = z.infer<typeof turnVersionsSchema>

/** `offset`: characters that came before, so that a delta sent twice is seen as such. Absent = append. */
const delta = {
  entryId: identifierSchema,
  text: z.string(),
  offset: z.number().int().nonnegative().optional(),
}

export const turnEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('turn-started'),
    turn: turnSchema,
    /** Where it is among its siblings; absent when it has none. */
    versions: turnVersionsSchema.optional(),
  }),
  z.object({
    type: z.literal('step-started'),
    step: z.number().int().positive(),
    messageId: identifierSchema,
    at: timestampSchema,
  }),
  z.object({ type: z.literal('text-delta'), ...delta }),
  z.object({ type: z.literal('reasoning-delta'), ...delta }),
  /** The text of the message so far is reasoning. */
  z.object({ type: z.literal('text-was-reasoning'), entryId: identifierSchema }),
  z.object({
    type: z.literal('tool-input-delta'),
    toolTitle: z.string(),
    characters: z.number().int().nonnegative(),
  }),
  z.object({
    type: z.literal('message-finished'),
    entryId: identifierSchema,
    status: z.enum(['complete', 'interrupted']),
    usage: tokenUsageSchema.optional(),
    /** US dollars. */
    cost: z.number().nonnegative().optional(),
    refusedCalls: z.number().int().positive().optional(),
  }),
  z.object({ type: z.literal('tool-call-added'), call: toolCallSchema }),
  z.object({
    type: z.literal('tool-call-decided'),
    entryId: identifierSchema,
    decision: toolCallDecisionSchema,
    arguments: jsonObjectSchema,
    at: timestampSchema,
  }),
  z.object({
    type: z.literal('tool-call-started'),
    entryId: identifierSchema,
    at: timestampSchema,
  }),
  z.object({
    type: z.literal('tool-call-progressed'),
    entryId: identifierSchema,
    progress: toolCallProgressSchema,
  }),
  z.object({
    type: z.literal('tool-call-task-changed'),
    entryId: identifierSchema,
    task: callTaskSchema,
  }),
  z.object({
    type: z.literal('tool-call-ask-withdrawn'),
    entryId: identifierSchema,
    ask: withdrawnAskSchema,
  }),
  z.object({
    type: z.literal('tool-call-exchanged'),
    entryId: identifierSchema,
    exchange: samplingExchangeSchema,
  }),
  /** Kept versions of the files that a call changed, or that they were restored. */
  z.object({
    type: z.literal('tool-call-undo-changed'),
    entryId: identifierSchema,
    undo: fileUndoSchema,
  }),
  /** The interface of a call was drawn: its HTML is kept with it. */
  z.object({
    type: z.literal('tool-call-app-drawn'),
    entryId: identifierSchema,
    drawn: drawnAppSchema,
  }),
  /** The interface of a call failed; `null`: it runs again. */
  z.object({
    type: z.literal('tool-call-app-failed'),
    entryId: identifierSchema,
    failure: appFailureSchema.nullable(),
  }),
  z.object({
    type: z.literal('tool-call-finished'),
    entryId: identifierSchema,
    result: storedResultSchema,
    at: timestampSchema,
  }),
  z.object({
    type: z.literal('tool-call-ended'),
    entryId: identifierSchema,
    status: z.enum(['rejected', 'failed', 'cancelled', 'unknown']),
    error: z.string(),
    needsSignIn: z.literal(true).optional(),
    argumentProblems: z.array(argumentProblemSchema).optional(),
    at: timestampSchema,
  }),
  z.object({
    type: z.literal('tools-left-out'),
    tools: z.array(leftOutToolSchema),
  }),
  z.object({
    type: z.literal('parameters-left-out'),
    /** All of them; none where the model now takes what another did not. */
    names: z.array(leftOutParameterSchema),
    /** Parameters that were changed. */
    changed: z.array(changedParameterSchema).optional(),
  }),
  z.object({ type: z.literal('provider-data-left-out') }),
  z.object({
    type: z.literal('turns-left-out'),
    count: z.number().int().nonnegative(),
    /** So many of them are pinned. */
    pinned: z.number().int().nonnegative().optional(),
    /** Its provider refused a longer request. */
    isRefused: z.boolean().optional(),
    /** Results of the turn itself were shortened to make room. */
    isShortened: z.boolean().optional(),
  }),
  /** Before each request. */
  z.object({ type: z.literal('request-sized'), request: sentRequestSchema }),
  z.object({
    type: z.literal('turn-continued'),
    stepLimit: z.number().int().positive(),
    /** The one that continues, where another was chosen meanwhile. */
    model: modelRefSchema.optional(),
  }),
  z.object({
    type: z.literal('turn-ended'),
    status: z.enum(['done', 'stopped', 'interrupted', 'failed', 'step-limit']),
    failure: modelFailureSchema.nullable(),
    at: timestampSchema,
  }),
])
export type TurnEvent = z.infer<typeof turnEventSchema>
