import { z } from 'zod'
import { timestampSchema } from '../identifier.ts'

const names = z.array(z.string().max(256)).max(256)

/**
 * The request form that one model at one address accepts, as learned from its refusals. Empty: as the API is
 * documented.
 */
export const modelCompatibilitySchema = z.object({
  /** Optional fields of the body that are left out. */
  leftOutFields: names.optional(),
  /** The name of the limit of the answer. */
  limitField: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
  /** The most tokens of an answer that are asked for. */
  maxOutputTokens: z.number().int().positive().optional(),
  /** Tokens of request and answer together; the answer's limit is the rest. */
  contextWindow: z.number().int().positive().optional(),
  /** `plain`: at most 40 letters, digits, `_` and `-`. `nine`: exactly nine letters and digits. */
  callIds: z.enum(['plain', 'nine']).optional(),
  /** The system text is a part of the first message of the user. */
  systemInUser: z.literal(true).optional(),
  /** The content of a message with calls and without text. */
  emptyContent: z.enum(['text', 'null']).optional(),
  /** Reasoning is not sent back. */
  withoutReasoning: z.literal(true).optional(),
  /** Tools of earlier calls are defined, though none are offered. */
  definesCalledTools: z.literal(true).optional(),
  /** Schemas of tools have only what Gemini takes. */
  plainSchemas: z.literal(true).optional(),
  /** Tools that are not offered, by their names for the model. */
  leftOutTools: names.optional(),
  /** Tools that were named by a wrong place were offered again, once. */
  hasRestoredTools: z.literal(true).optional(),
  /** Roles alternate strictly, so an answer, if only a line that none followed, comes after the results of tools. */
  alternatesRoles: z.literal(true).optional(),
  /** The most tools that one request defines. */
  maxTools: z.number().int().positive().optional(),
  /** The most characters of the description of a tool. */
  maxDescription: z.number().int().positive().optional(),
  /** The pictures and sounds of tools that are sent; absent: all. */
  toolMedia: z.enum(['pictures', 'none']).optional(),
})
export type ModelCompatibility = z.infer<typeof modelCompatibilitySchema>

/** A form of request with the model and the address that took it, and when. */
export const learnedCompatibilitySchema = z.object({
  modelId: z.string(),
  baseUrl: z.string(),
  form: modelCompatibilitySchema,
  learnedAt: timestampSchema,
})
export type LearnedCompatibility = z.infer<typeof learnedCompatibilitySchema>

/** A learned form ends after this time, since models and engines change. */
const LEARNED_FOR_MS = 30 * 24 * 60 * 60 * 1000

/** Returns the learned form of a model at an address; `undefined` without one, or where it is older than 30 days. */
export function learnedForm(
  learned: readonly LearnedCompatibility[] | undefined,
  { modelId, baseUrl, now }: { modelId: string; baseUrl: string; now: number },
): LearnedCompatibility | undefined {
  const found = learned?.find((one) => one.modelId === modelId && one.baseUrl === baseUrl)
  return found && now - found.learnedAt < LEARNED_FOR_MS ? found : undefined
}

const CHANGE_FIELDS = [
  'leftOutFields',
  'limitField',
  'maxOutputTokens',
  'contextWindow',
  'callIds',
  'systemInUser',
  'emptyContent',
  'withoutReasoning',
  'definesCalledTools',
  'plainSchemas',
  'leftOutTools',
  'alternatesRoles',
  'maxTools',
  'maxDescription',
  'toolMedia',
] as const satisfies (keyof ModelCompatibility)[]

/** One change of a form; `name` is the field or tool of a change that lists several. */
export const learnedChangeSchema = z.object({
  field: z.enum(CHANGE_FIELDS),
  name: z.string().max(256).optional(),
})
export type LearnedChange = z.infer<typeof learnedChangeSchema>

/** Returns the changes of a form one by one. */
export function learnedChanges(form: ModelCompatibility): LearnedChange[] {
  return CHANGE_FIELDS.flatMap((field): LearnedChange[] => {
    const value = form[field]
    if (Array.isArray(value)) return value.map((name) => ({ field, name }))
    return value === undefined ? [] : [{ field }]
  })
}

/** Returns the form without one of its changes. */
export function withoutChange(
  form: ModelCompatibility,
  { field, name }: LearnedChange,
): ModelCompatibility {
  const { [field]: value, ...rest } = form
  if (!Array.isArray(value)) return rest
  const others = value.filter((one) => one !== name)
  if (others.length > 0) return { ...rest, [field]: others }
  const { hasRestoredTools: _restored, ...unrestored } = rest
  return field === 'leftOutTools' ? unrestored : rest
}
