import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { jsonObjectSchema } from '../json/json.ts'
import {
  headerIssue,
  PROVIDER_HEADER_LIMITS,
  providerHeaderDraftSchema,
  providerHeaderSchema,
} from './provider-headers.ts'
import { learnedCompatibilitySchema } from './model-compatibility.ts'
import { assumedFactsSchema, modelFactsSchema, modelOverrideSchema } from './model-facts.ts'

/** Models of one provider, and characters of an id or a name. The longest known ids have about 120. */
export const MODEL_LIMITS = { models: 2000, label: 256 } as const

/** Wider than what is taken in today: records of earlier versions stay readable. */
export const modelIdSchema = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[^\0]*$/)

/** For text that a person types: a NUL is never meant and cuts text short in places. */
const NO_NUL = /^[^\0]*$/

/** A model as its provider lists it; `knownModel` joins all facts. */
export const modelInfoSchema = modelFactsSchema.extend({
  id: modelIdSchema,
  name: z.string().max(512).optional(),
  /** Properties assumed by its name; not stored, so that a later version uses its own table. */
  assumed: assumedFactsSchema.optional(),
})
export type ModelInfo = z.infer<typeof modelInfoSchema>

/** Numbers of listed models that are not offered, by reason. */
export const leftOutModelsSchema = z.object({
  /** Ids or names that are too long, empty or hold characters that no name has. */
  unusable: z.number().int().nonnegative(),
  /** Beyond the first 2,000. */
  tooMany: z.number().int().nonnegative(),
})
export type LeftOutModels = z.infer<typeof leftOutModelsSchema>

/** An engine on this machine, by the routes that are its own. */
export const localEngineSchema = z.enum([
  'ollama',
  'lm-studio',
  'llama-server',
  'jan',
  'gpt4all',
  'vllm',
  'koboldcpp',
])
export type LocalEngine = z.infer<typeof localEngineSchema>

/** The models that an endpoint lists. */
export const modelListSchema = z.object({
  models: z.array(modelInfoSchema),
  leftOut: leftOutModelsSchema.optional(),
  /** The engine, if it is on this machine and identifies itself. */
  engine: localEngineSchema.optional(),
})
export type ModelList = z.infer<typeof modelListSchema>

/** The API of a provider: chat completions, the same at Azure's addresses, Responses, Anthropic's messages, Gemini's, Bedrock's Converse. */
export const modelProviderKindSchema = z.enum([
  'openai-compatible',
  'openai-responses',
  'azure-openai',
  'anthropic',
  'google',
  'amazon-bedrock',
])
export type ModelProviderKind = z.infer<typeof modelProviderKindSchema>

/** `api-version` of Azure, which becomes part of addresses. */
const apiVersionSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,39}$/)

/** A name of an AWS region, such as `eu-central-1`. */
const awsRegionSchema = z
  .string()
  .trim()
  .regex(/^[a-z]{2,8}(?:-[a-z0-9]{1,16}){1,5}$/)

/** A configured language-model provider. */
export const modelProviderSchema = z.object({
  id: identifierSchema,
  kind: modelProviderKindSchema,
  name: z.string(),
  /** Base URL including a version path where the API has one, e.g. `http://127.0.0.1:11434/v1`. */
  baseUrl: z.string(),
  /** Azure's; absent: its v1 API, which has none. */
  apiVersion: apiVersionSchema.optional(),
  /** The AWS region that requests to Bedrock are signed for. */
  region: awsRegionSchema.optional(),
  local: z.boolean(),
  hasKey: z.boolean(),
  /** The keychain reference of the key; absent in records of earlier versions (`provider/<id>/key`). */
  keyRef: z.string().max(1024).optional(),
  /** The origin that the key was given for; absent in records of earlier versions. */
  keyOrigin: z.string().optional(),
  /** Sent with every request beside the key; chat completions only. */
  headers: z.array(providerHeaderSchema).max(PROVIDER_HEADER_LIMITS.count).optional(),
  /** The origin that they were given for. */
  headersOrigin: z.string().optional(),
  models: z.array(modelInfoSchema),
  leftOut: leftOutModelsSchema.optional(),
  /** The engine that the address identified itself as when its models were listed last; on this machine only. */
  engine: localEngineSchema.optional(),
  /** The person's own values for models, by their ids; also for models that are not listed now. */
  overrides: z
    .array(modelOverrideSchema.extend({ id: modelIdSchema }))
    .max(MODEL_LIMITS.models)
    .optional(),
  /** The request forms that its models accept, as learned from their refusals. */
  learned: z.array(learnedCompatibilitySchema).optional(),
  /** True if its record was only partly readable: the rest is here, and the provider must be entered again. */
  damaged: z.literal(true).optional(),
  createdAt: timestampSchema,
})
export type ModelProvider = z.infer<typeof modelProviderSchema>

export const modelRefSchema = z.object({ providerId: identifierSchema, modelId: modelIdSchema })
export type ModelRef = z.infer<typeof modelRefSchema>

/** The model that names new chats: `'chat'` = the one that answered; `null` = none, the first message names them. */
export const titleModelSchema = z.union([z.literal('chat'), modelRefSchema]).nullable()
export type TitleModel = z.infer<typeof titleModelSchema>

const providerFields = z.object({
  id: identifierSchema.optional(),
  kind: modelProviderKindSchema,
  name: z.string().trim().min(1, 'Give the provider a name.').max(80).regex(NO_NUL),
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'Give a URL that starts with https:// or http://.' })
    .max(2048),
  apiVersion: apiVersionSchema.optional(),
  region: awsRegionSchema.optional(),
  key: z.string().trim().min(1).max(8192).regex(NO_NUL).nullable(),
  /** Absent: none. */
  headers: z.array(providerHeaderDraftSchema).max(PROVIDER_HEADER_LIMITS.count).optional(),
})

/**
 * A provider as typed by the person. `key: null` keeps the stored key (or uses none); whether there is one is known
 * to main, which looks at the headers again.
 */
export const modelProviderDraftSchema = providerFields.superRefine((draft, context) => {
  const headers = draft.kind === 'openai-compatible' ? (draft.headers ?? []) : []
  if (headers.length < (draft.headers?.length ?? 0))
    context.addIssue({ code: 'custom', path: ['headers'], message: 'This API takes no headers.' })
  if (draft.kind === 'amazon-bedrock' && draft.region === undefined)
    context.addIssue({ code: 'custom', path: ['region'], message: 'Give the AWS region.' })
  for (const [at, header] of headers.entries()) {
    const about = { hasKey: draft.key !== null, others: headers.slice(0, at) }
    const issue = headerIssue(header, about)
    if (issue)
      context.addIssue({
        code: 'custom',
        path: ['headers', at],
        message: `The header ${at + 1} cannot be sent.`,
        params: { issue },
      })
  }
})
export type ModelProviderDraft = z.infer<typeof modelProviderDraftSchema>

/** A local model server that responded on loopback. */
export const discoveredProviderSchema = z.object({
  engine: localEngineSchema,
  name: z.string(),
  baseUrl: z.string(),
  models: z.array(modelInfoSchema),
  leftOut: leftOutModelsSchema.optional(),
})
export type DiscoveredProvider = z.infer<typeof discoveredProviderSchema>

/** The exact reason, where several have one code and the person does something else about each. */
const failureReasonSchema = z.enum([
  'no-such-address',
  'key-not-permitted',
  'web-page',
  'unreadable-call',
  'no-credit',
])

/** Reason for which a model gave no answer, or only a part of one. */
export const modelFailureSchema = z.object({
  code: z.enum([
    'no-model',
    'key-missing',
    'keychain-locked',
    'keychain-unavailable',
    'key-elsewhere',
    'key-refused',
    'model-not-found',
    'rate-limited',
    'quota-exhausted',
    'overloaded',
    'context-too-long',
    'tools-unsupported',
    'bad-request',
    'unreachable',
    'proxy-failed',
    'proxy-refused',
    'certificate-untrusted',
    'timed-out',
    'truncated',
    'filtered',
    'empty-answer',
    'call-in-text',
    'data-policy',
    'region-unsupported',
    'length-limit',
    'too-much',
    'turn-too-large',
    'cost-limit',
    'invalid-response',
    'redirected',
    'server-error',
    'internal',
  ]),
  reason: failureReasonSchema.optional().catch(undefined),
  /** One or two English sentences without secrets: the event and the next step. */
  message: z.string(),
  status: z.number().int().optional(),
  retryAfterSeconds: z.number().nonnegative().optional(),
  /** The provider's own words, shortened. */
  detail: z.string().optional(),
  /** The call that a model wrote into its text, and the tool of that name where there is one. */
  writtenCall: z
    .object({
      name: z.string(),
      arguments: jsonObjectSchema,
      tool: z.object({ serverId: z.string(), toolName: z.string() }).optional(),
    })
    .optional(),
})
export type ModelFailure = z.infer<typeof modelFailureSchema>

export const tokenUsageSchema = z.object({
  inputTokens: z.number().int().nonnegative().optional(),
  /** Tokens that the provider had in its cache; absent if it does not report them, or had none. */
  cachedTokens: z.number().int().nonnegative().optional(),
  outputTokens: z.number().int().nonnegative().optional(),
})
export type TokenUsage = z.infer<typeof tokenUsageSchema>
