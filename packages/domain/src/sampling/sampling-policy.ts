import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { modelProviderKindSchema, modelRefSchema, type ModelRef } from '../models/model.ts'

/** Tokens a day that a budget may have, and models that it may name: a person reads all of it. */
export const SAMPLING_POLICY_LIMITS = { tokensPerDay: 100_000_000, models: 50 } as const

/** The rule for sampling requests of a server. Without a policy it is `ask-both`. */
export const samplingRuleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('never') }),
  z.object({ kind: z.literal('ask-both') }),
  /** The request is shown; its answer goes to the server unseen. */
  z.object({ kind: z.literal('ask-before') }),
  /** Neither is shown while the day's tokens last, for these models only. */
  z.object({
    kind: z.literal('budget'),
    tokensPerDay: z.number().int().min(1).max(SAMPLING_POLICY_LIMITS.tokensPerDay),
    models: z.array(modelRefSchema).min(1).max(SAMPLING_POLICY_LIMITS.models),
  }),
])
export type SamplingRule = z.infer<typeof samplingRuleSchema>

/** Whom a model of a budget is asked from, as the person consented to it. */
const budgetReceiverSchema = z.object({
  providerId: identifierSchema,
  kind: modelProviderKindSchema,
  baseUrl: z.string(),
})
export type BudgetReceiver = z.infer<typeof budgetReceiverSchema>

/** The rule that a person gave for one server. */
export const samplingPolicySchema = z.object({
  id: identifierSchema,
  serverId: identifierSchema,
  rule: samplingRuleSchema,
  /** Digest of who the server was: for another one only `never` holds. */
  identity: z.string(),
  /** The providers of a budget's models: it holds only while they are these. Absent in what an earlier version wrote. */
  receivers: z.array(budgetReceiverSchema).optional(),
  createdAt: timestampSchema,
})
export type SamplingPolicy = z.infer<typeof samplingPolicySchema>

/** The sampling usage of one server in one day. */
export const samplingUsageSchema = z.object({
  /** `YYYY-MM-DD` of the local calendar. */
  day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  /** Input and output together; of runs that are not over, or whose provider reported nothing, the most that they can have used. */
  tokens: z.number().int().nonnegative(),
  /** Runs of a model, those that failed or were stopped included. */
  requests: z.number().int().nonnegative(),
})
export type SamplingUsage = z.infer<typeof samplingUsageSchema>

/** Tokens that a run is known, or at most can be, to have used. */
export const countedTokensSchema = z.object({
  kind: z.enum(['used', 'at-most']),
  count: z.number().int().nonnegative(),
})
export type CountedTokens = z.infer<typeof countedTokensSchema>

/** A server's policy as the window shows it. */
export const samplingPolicyViewSchema = z.object({
  serverId: identifierSchema,
  rule: samplingRuleSchema,
  /** When it was given; `null` = no one gave one. */
  since: timestampSchema.nullable(),
  /** The server, or the address of a budget's model, is another one since: you are asked both times. */
  isVoid: z.boolean(),
  usage: samplingUsageSchema,
  /** When the next day begins and the count starts from zero. */
  dayEndsAt: timestampSchema,
})
export type SamplingPolicyView = z.infer<typeof samplingPolicyViewSchema>

/**
 * The other rules that let a server do nothing more than this one. What a budget does not cover is shown
 * both times, so it holds nothing of `ask-before`, whose answers all go unseen.
 */
const NARROWER: Record<SamplingRule['kind'], readonly SamplingRule['kind'][]> = {
  never: [],
  'ask-both': ['never'],
  'ask-before': ['never', 'ask-both'],
  budget: ['never', 'ask-both'],
}

/** True if `next` allows a server anything that `now` does not. */
export function widensSampling(now: SamplingRule, next: SamplingRule): boolean {
  if (next.kind !== now.kind) return !NARROWER[now.kind].includes(next.kind)
  if (next.kind !== 'budget' || now.kind !== 'budget') return false
  return (
    next.tokensPerDay > now.tokensPerDay ||
    next.models.some((model) => !now.models.some((one) => isSameModel(one, model)))
  )
}

export function isSameModel(one: ModelRef, other: ModelRef): boolean {
  return one.providerId === other.providerId && one.modelId === other.modelId
}

/** Reason for which a request within a budget policy is shown all the same. */
export const samplingNotCoveredReasonSchema = z.enum([
  /** It may need more than is left of the day's tokens. */
  'spent',
  /** None of the budget's models is connected. */
  'no-model',
  /** It has pictures or sound, of which no one knows how many tokens they are. */
  'media',
  /** No tool call of the person's chats caused it. */
  'no-cause',
  /** The tool call that caused it has had its number of runs. */
  'steps',
  /** The run failed, or the person stopped it. */
  'failed',
  /** The policy is another one since it came. */
  'changed',
])
export type SamplingNotCoveredReason = z.infer<typeof samplingNotCoveredReasonSchema>

/** The policy that led to a request being shown. */
export const askedByPolicySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask-before') }),
  z.object({
    kind: z.literal('budget'),
    because: samplingNotCoveredReasonSchema,
    tokensPerDay: z.number().int().positive(),
    usedTokens: z.number().int().nonnegative(),
    /** The most that the request can use. */
    neededTokens: z.number().int().nonnegative(),
  }),
])
export type AskedByPolicy = z.infer<typeof askedByPolicySchema>
