export {
  toolApprovalAskSchema,
  askSchema,
  toolApprovalAnswerSchema,
  askAnswerSchema,
  reduceAsk,
  type ToolApprovalAsk,
  type Ask,
  type ToolApprovalAnswer,
  type AskAnswer,
  type AskEvent,
} from './ask.ts'
export { auditRecordSchema, type AuditRecord } from './audit.ts'
export { canonicalJson } from './canonical-json.ts'
export { connectionFailureSchema, type ConnectionFailure } from './connection-failure.ts'
export {
  connectionInfoSchema,
  connectionStepSchema,
  connectionStateSchema,
  connectionEventSchema,
  type ConnectionInfo,
  type ConnectionStep,
  type ConnectionState,
  type ConnectionEvent,
} from './connection.ts'
export {
  textContentSchema,
  imageContentSchema,
  audioContentSchema,
  resourceLinkSchema,
  resourceContentsSchema,
  embeddedResourceSchema,
  contentBlockSchema,
  toolResultSchema,
  type ContentBlock,
  type ToolResult,
} from './content.ts'
export {
  conversationSchema,
  conversationViewSchema,
  type Conversation,
  type ConversationView,
} from './conversation.ts'
export { defaultSettings } from './default-settings.ts'
export { frameSchema, type Frame } from './frame.ts'
export { GatehouseError, isGatehouseError } from './gatehouse-error.ts'
export { grantSchema, type Grant } from './grant.ts'
export { identifierSchema, timestampSchema, type Identifier } from './identifier.ts'
export { jsonValueSchema, jsonObjectSchema, type JsonValue, type JsonObject } from './json.ts'
export {
  launchRiskSchema,
  commandResolutionSchema,
  launchReviewSchema,
  type LaunchRisk,
  type CommandResolution,
  type LaunchReview,
} from './launch-review.ts'
export { logLineSchema, type LogLine } from './log-line.ts'
export {
  modelInfoSchema,
  modelProviderKindSchema,
  modelProviderSchema,
  modelRefSchema,
  modelProviderDraftSchema,
  discoveredProviderSchema,
  modelFailureSchema,
  tokenUsageSchema,
  type ModelInfo,
  type ModelProviderKind,
  type ModelProvider,
  type ModelRef,
  type ModelProviderDraft,
  type DiscoveredProvider,
  type ModelFailure,
  type TokenUsage,
} from './model.ts'
export {
  MAX_START_ATTEMPTS,
  initialConnectionState,
  reduceConnection,
} from './reduce-connection.ts'
export { reduceTurn } from './reduce-turn.ts'
export {
  draftValueSchema,
  draftTransportSchema,
  serverDraftSchema,
  type DraftValue,
  type DraftTransport,
  type ServerDraft,
  type ServerDraftInput,
} from './server-draft.ts'
export { serverViewSchema, type ServerView } from './server-view.ts'
export {
  SERVER_HUE_COUNT,
  storedValueSchema,
  stdioTransportSchema,
  httpTransportSchema,
  serverTransportSchema,
  protocolPreferenceSchema,
  startPolicySchema,
  serverConfigSchema,
  type StoredValue,
  type ServerTransport,
  type ProtocolPreference,
  type StartPolicy,
  type ServerConfig,
  type ResolvedTransport,
} from './server.ts'
export { settingsSchema, type Settings } from './settings.ts'
export { estimateTokens } from './text.ts'
export {
  toolCallDecisionSchema,
  toolCallProgressSchema,
  toolCallStatusSchema,
  toolCallSchema,
  type ToolCallDecision,
  type ToolCallProgress,
  type ToolCallStatus,
  type ToolCall,
} from './tool-call.ts'
export { isToolCallOver } from './tool-call-over.ts'
export { toolAnnotationsSchema, toolSchema, type ToolAnnotations, type Tool } from './tool.ts'
export { toolDisplayName } from './tool-display-name.ts'
export {
  userMessageSchema,
  assistantMessageSchema,
  entrySchema,
  turnStatusSchema,
  turnSchema,
  turnEventSchema,
  type UserMessage,
  type AssistantMessage,
  type Entry,
  type TurnStatus,
  type Turn,
  type TurnEvent,
} from './turn.ts'
export { vaultStateSchema, type VaultState } from './vault-state.ts'
export { promptResultSchema, promptSchema, type Prompt, type PromptResult } from './prompt.ts'
export {
  resourceReadingSchema,
  resourceSchema,
  resourceTemplateSchema,
  type Resource,
  type ResourceReading,
  type ResourceTemplate,
} from './resource.ts'
export {
  completionRequestSchema,
  completionSchema,
  type Completion,
  type CompletionRequest,
} from './completion.ts'
export {
  elicitationRequestSchema,
  elicitationAnswerSchema,
  samplingRequestSchema,
  samplingAnswerSchema,
  rootSchema,
  type ElicitationRequest,
  type ElicitationAnswer,
  type SamplingRequest,
  type SamplingAnswer,
  type Root,
} from './server-request.ts'
