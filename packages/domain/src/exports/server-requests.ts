/** What servers request of the person: forms, pages, roots and answers of a model. */
export {
  elicitationRequestSchema,
  elicitationAnswerSchema,
  urlElicitationSchema,
  rootSchema,
  type ElicitationRequest,
  type UrlElicitation,
  type ElicitationAnswer,
  type Root,
} from '../server-request.ts'
export { elicitationContentSchema, elicitationFormSchema } from '../elicitation-form.ts'
export { asksForSecret, secretFields } from '../asks-for-secret.ts'
export {
  samplingAnswerSchema,
  samplingBlockSchema,
  samplingMessageSchema,
  samplingRequestSchema,
  samplingToolSchema,
  SAMPLING_LIMITS,
  samplingText,
  modelPreferencesSchema,
  type ModelPreferences,
  type SamplingAnswer,
  type SamplingBlock,
  type SamplingMessage,
  type SamplingRequest,
  type SamplingTool,
} from '../sampling.ts'
