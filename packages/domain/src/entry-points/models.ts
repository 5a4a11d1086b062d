/** Properties of models and their origins. */
export {
  knownModel,
  knownModelOf,
  type FactOrigin,
  type WithOrigin,
  type KnownModel,
  type ModelFactsSource,
} from '../models/known-model.ts'
export {
  MODEL_FACT_LIMITS,
  modelOverrideSchema,
  modelPriceSchema,
  type AssumedFacts,
  type ModelFacts,
  type ModelOverride,
  type ModelPrice,
} from '../models/model-facts.ts'
export {
  learnedChanges,
  learnedChangeSchema,
  learnedForm,
  withoutChange,
  type LearnedChange,
  type LearnedCompatibility,
  type ModelCompatibility,
} from '../models/model-compatibility.ts'
export { mostTools, toolLimits, type ToolLimits } from '../models/tool-limits.ts'
export {
  headerIssue,
  PROVIDER_HEADER_LIMITS,
  type HeaderIssue,
  type ProviderHeader,
  type ProviderHeaderDraft,
} from '../models/provider-headers.ts'
export {
  awsCredentialsKey,
  bedrockAddress,
  readAwsCredentials,
  type AwsCredentials,
} from '../models/aws-credentials.ts'
export { MAX_TITLE_INPUT, TITLE_PROMPT } from '../models/title-prompt.ts'
export { listsModels } from '../models/lists-models.ts'
