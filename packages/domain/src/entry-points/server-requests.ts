/** Requests of servers to the person: forms, pages, roots and answers of a model. */
export {
  elicitationRequestSchema,
  elicitationAnswerSchema,
  urlElicitationSchema,
  rootSchema,
  formValueSchema,
  type FormValue,
  type ElicitationRequest,
  type UrlElicitation,
  type ElicitationAnswer,
  type Root,
} from '../asks/server-request.ts'
export { askSize, ASK_BUDGET, exceededAskBudget, type AskSize } from '../asks/ask-budget.ts'
export type { AskProblem } from '../asks/ask-problem.ts'
export { savedFormValuesSchema, type SavedFormValues } from '../asks/saved-form-values.ts'
export {
  elicitationContentSchema,
  elicitationFormSchema,
  excessOfFields,
} from '../asks/elicitation-form.ts'
export { asksForSecret, secretFields } from '../asks/asks-for-secret.ts'
export { runningSamplingSchema, type RunningSampling } from '../asks/running-sampling.ts'
export {
  samplingPolicySchema,
  samplingPolicyViewSchema,
  samplingRuleSchema,
  samplingUsageSchema,
  SAMPLING_POLICY_LIMITS,
  isSameModel,
  widensSampling,
  type AskedByPolicy,
  type BudgetReceiver,
  type CountedTokens,
  type SamplingPolicy,
  type SamplingPolicyView,
  type SamplingRule,
  type SamplingNotCoveredReason,
  type SamplingUsage,
} from '../sampling/sampling-policy.ts'
export {
  samplingExchangeSchema,
  type ExchangedText,
  type SamplingExchange,
} from '../sampling/sampling-exchange.ts'
export {
  samplingContextSchema,
  type ContextSource,
  type SamplingContext,
} from '../sampling/sampling-context.ts'
export { MAX_ADDED_MEDIA, messageFault, movableMessages } from '../sampling/sampling-messages.ts'
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
} from '../sampling/sampling.ts'
export {
  adaptedParametersSchema,
  samplingParameterSchema,
  type AdaptedParameters,
  type SamplingParameter,
} from '../sampling/sampling-parameters.ts'
