// Servers and how they are set up
export {
  SERVER_HUE_COUNT,
  storedValueSchema,
  stdioTransportSchema,
  httpTransportSchema,
  serverTransportSchema,
  protocolPreferenceSchema,
  startPolicySchema,
  oauthGrantSchema,
  serverBehaviourSchema,
  serverConfigSchema,
  type StoredValue,
  type ServerTransport,
  type ServerNetwork,
  type OAuthClient,
  type OAuthGrant,
  type HttpTransportKind,
  type ProtocolPreference,
  type StartPolicy,
  type ServerBehaviour,
  type ServerConfig,
  type ResolvedTransport,
  type ResolvedNetwork,
} from './servers/server.ts'
export {
  appDrawingSchema,
  appGivingSchema,
  type AppGiving,
  DEFAULT_START_TIMEOUT_MS,
  DEFAULT_TOTAL_TIMEOUT_MS,
  loggingLevelSchema,
  silenceLimitSchema,
  totalLimitSchema,
  type AppDrawing,
  type LoggingLevel,
  type ToolTimeout,
} from './servers/server-behaviour.ts'
export {
  draftValueSchema,
  draftTransportSchema,
  serverDraftSchema,
  serverNameSchema,
  type DraftValue,
  type DraftTransport,
  type DraftNetwork,
  type DraftOAuthClient,
  type ServerDraft,
  type ServerDraftInput,
} from './servers/server-draft.ts'
export {
  serverViewSchema,
  type ServerView,
  serverListsSchema,
  type ServerListName,
  type ServerLists,
} from './servers/server-view.ts'

// Connections
export {
  connectionInfoSchema,
  connectionStepSchema,
  connectionStateSchema,
  connectionEventSchema,
  type ConnectionInfo,
  type ConnectionStep,
  type DownloadProgress,
  type ConnectionState,
  type ConnectionEvent,
  negotiatedProtocolSchema,
  type NegotiatedProtocol,
} from './servers/connection.ts'
export { connectionFailureSchema, type ConnectionFailure } from './servers/connection-failure.ts'
export { initialConnectionState, reduceConnection } from './servers/reduce-connection.ts'
export { PROTOCOL_REVISIONS } from './servers/protocol-revisions.ts'
export {
  frameSchema,
  type Frame,
  type HttpFacts,
  logLineSchema,
  type LogLine,
  type ViewRefusal,
} from './servers/frame.ts'

// What servers offer
export { toolAnnotationsSchema, toolSchema, type ToolAnnotations, type Tool } from './tools/tool.ts'
export {
  similarToolSchema,
  toolChangesSchema,
  type ChangeMeaning,
  type ChangeLocation,
  type SimilarTool,
  type ToolChange,
  type ToolChanges,
} from './tools/tool-change.ts'
export { isVisibleToModel } from './tools/tool-visibility.ts'
export {
  isAllowedAsReadOnly,
  isAllowedInChatByPress,
  isCoveredWith,
  isFoldable,
  toolHints,
  type ToolHints,
} from './asks/tool-hints.ts'
export { displayName, toolDisplayName } from './tools/tool-display-name.ts'
export {
  contentBlockSchema,
  MAX_RESULT_BLOCKS,
  type ContentBlock,
  type ToolResult,
} from './content/content.ts'
export { blobsOf, blocksIn, splitBlocks, splitResult } from './content/split-result.ts'
export type { BlobSource, FileSource } from './content/split-result.ts'
export {
  storedResultSchema,
  type BlobRef,
  type StoredBlock,
  type StoredResult,
} from './content/stored-result.ts'
export { bareMediaType, playableMediaType } from './content/media-types.ts'
export {
  promptResultSchema,
  promptSchema,
  type Prompt,
  type PromptResult,
} from './content/prompt.ts'
export {
  readResourceResultSchema,
  resourceSchema,
  resourceTemplateSchema,
  type Resource,
  type ReadResourceResult,
  type ResourceTemplate,
} from './content/resource.ts'
export {
  skillContentsSchema,
  skillSchema,
  type Skill,
  type SkillContents,
} from './content/skill.ts'
export {
  completionRequestSchema,
  completionSchema,
  type Completion,
  type CompletionRequest,
} from './servers/completion.ts'
export { drawableIcon, iconsSchema, type Icon } from './content/icon.ts'
export { ITEM_LIMITS } from './content/item-limits.ts'
export {
  callTaskSchema,
  isTaskFinished,
  serverTaskSchema,
  taskStateSchema,
  taskStatusSchema,
  type CallTask,
  type ServerTask,
  type TaskState,
  type TaskStatus,
} from './servers/server-task.ts'

// Asks, consent and the audit
export { abortCodeOf, abortWith, type AbortCode } from './abort-reason.ts'
export { expiryReminderAt, type AskExpiry } from './asks/ask-expiry.ts'
export {
  askSchema,
  askCauseSchema,
  askAnswerSchema,
  toolApprovalAskSchema,
  toolApprovalAnswerSchema,
  elicitationAskSchema,
  elicitationWaitAskSchema,
  samplingChoiceSchema,
  samplingRequestAskSchema,
  samplingResponseAskSchema,
  rootsAskSchema,
  signInAskSchema,
  reduceAsk,
  MAX_PAGE_VISITS,
  type PageVisit,
  type Ask,
  type AskAnswer,
  type AnswerTo,
  type AskCause,
  type AskEvent,
  type ToolApprovalAsk,
  type ToolApprovalAnswer,
  type ElicitationAsk,
  type ElicitationWaitAsk,
  type SamplingChoice,
  type SamplingRequestAsk,
  type SamplingResponseAsk,
  type RootsAsk,
  type SignInAsk,
} from './asks/ask.ts'
export {
  APP_LINK_SCHEME,
  DEFAULT_REDIRECT,
  INSTALL_LINK_CHARACTERS,
  redirectUriOf,
} from './servers/redirect-uri.ts'
export {
  signInRedirectSchema,
  signInViewSchema,
  type LoopbackRedirect,
  type SignInRedirect,
  type SignInNote,
  type SignInView,
} from './servers/sign-in.ts'
export {
  callsAlikeSchema,
  planAnswerSchema,
  type CallsAlike,
  type PlanAnswer,
  type UnopenedCalls,
} from './approvals/plan-answer.ts'
export { askDraftSchema, unsentAnswerSchema, MAX_ASK_DRAFT } from './asks/ask-draft.ts'
export type {
  AddedMedia,
  AddedMessage,
  AskDraft,
  BlockEdits,
  MessageEdits,
  SamplingEdits,
  UnsentAnswer,
} from './asks/ask-draft.ts'
export {
  consentDecisionSchema,
  consentRequestSchema,
  consentViewSchema,
  launchChangeSchema,
  type ConsentDecision,
  type ConsentRequest,
  type ConsentView,
  type LaunchChange,
} from './asks/consent.ts'
export { consentText, toolCallText, type ToolCallConsent } from './asks/consent-text.ts'
export {
  toolFormSchema,
  type FormProblem,
  type ToolForm,
  type ToolWarnings,
} from './tools/tool-form.ts'
export {
  inventoryOwnerSchema,
  secretGroupSchema,
  secretRefSchema,
  type InventoryOwner,
  type StoredSecret,
  type SecretGroup,
  type SecretOwner,
  type SecretState,
  type SecretSubject,
} from './settings/stored-secret.ts'
export {
  callFlowsSchema,
  dataFlowRuleViewSchema,
  dataFlowRuleSchema,
  flowRuleSchema,
  widensFlow,
  type CallFlows,
  type DataFlow,
  type DataFlowRule,
  type DataFlowRuleView,
  type FlowRule,
  type FlowSource,
} from './approvals/data-flow.ts'
export {
  promptPinSchema,
  promptChangeSchema,
  type PromptChange,
  type PromptPin,
} from './attachments/prompt-pin.ts'
export { INSTRUCTION_LIMITS } from './instruction-limits.ts'
export {
  instructionsDecisionSchema,
  serverInstructionsSchema,
  type InstructionsDecision,
  type InstructionsMeaning,
  type ServerInstructionsView,
} from './servers/server-instructions.ts'
export { grantSchema, grantViewSchema } from './approvals/grant.ts'
export type { Grant, GrantScope, GrantUse, GrantView, GrantVoidReason } from './approvals/grant.ts'
export {
  auditRecordSchema,
  type AuditRecord,
  type ReceivedFacts,
  type SentFacts,
} from './audit/audit.ts'

// Conversations, turns and tool calls
export {
  attachmentSchema,
  type Attachment,
  type FileAttachment,
  type PromptAttachment,
  type ResourceAttachment,
} from './attachments/attachment.ts'
export { ATTACHMENT_LIMITS } from './attachments/attachment-limits.ts'
export {
  attachedBlocks,
  attachedMedia,
  attachmentName,
  blobsOfAttachments,
  withoutSource,
} from './attachments/attached-blocks.ts'
export { acceptsMedia } from './models/media-support.ts'
export { isPictureTooLarge } from './models/picture-limits.ts'
export {
  conversationSchema,
  conversationViewSchema,
  entryPositionSchema,
  transcriptPageSchema,
  type Conversation,
  type TitleRequest,
  type ConversationView,
  type EntryPosition,
  type TranscriptPage,
  type TranscriptTurn,
  transcriptTurnSchema,
} from './chats/conversation.ts'
export { MAX_KEPT_PINS, MAX_PINNED_TURNS } from './chats/pinned-turns.ts'
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
  type TurnVersions,
  type Turn,
  type TurnEvent,
} from './chats/turn.ts'
export {
  sentRequestSchema,
  requestSizeSchema,
  tokensOfRequest,
  type RequestSize,
  type SentRequest,
} from './models/sent-request.ts'
export { type LeftOutTool, type ToolFault } from './tools/left-out-tool.ts'
export { reduceTurn } from './chats/reduce-turn.ts'
export {
  toolCallDecisionSchema,
  toolCallProgressSchema,
  toolCallStatusSchema,
  toolCallSchema,
  ENDED_WITH_APP,
  STOPPED_BY_PERSON,
  type ToolCallDecision,
  type ToolCallProgress,
  type ToolCallStatus,
  type WithdrawnAsk,
  type ToolCall,
} from './tools/tool-call.ts'
export { isToolCallFinished } from './tools/tool-call-finished.ts'
export { MAX_CALL_LABEL, STEP_LIMITS } from './models/model-step-limits.ts'
export { MAX_PROVIDER_DATA, providerPartsSchema } from './models/provider-parts.ts'
export type { ModelSource, ProviderParts, StepPart } from './models/provider-parts.ts'
export { offeredToolsSchema, modelRequestSnapshotSchema } from './models/model-request-snapshot.ts'
export type { OfferedTool, ModelRequestSnapshot } from './models/model-request-snapshot.ts'

// Models
export {
  leftOutModelsSchema,
  MODEL_LIMITS,
  modelInfoSchema,
  modelListSchema,
  modelProviderKindSchema,
  modelProviderSchema,
  modelRefSchema,
  titleModelSchema,
  modelProviderDraftSchema,
  discoveredProviderSchema,
  localEngineSchema,
  modelFailureSchema,
  tokenUsageSchema,
  type LeftOutModels,
  type ModelInfo,
  type ModelList,
  type ModelProviderKind,
  type ModelProvider,
  type ModelRef,
  type TitleModel,
  type ModelProviderDraft,
  type DiscoveredProvider,
  type LocalEngine,
  type ModelFailure,
  type TokenUsage,
} from './models/model.ts'

// Workspaces
export {
  folderStateSchema,
  workspaceFolderSchema,
  workspaceSchema,
  workspaceViewSchema,
  type FolderState,
  type Workspace,
  type WorkspaceFolder,
  type WorkspaceView,
  projectSchema,
  projectSearchSchema,
  type Project,
  type ProjectSearch,
  folderAdditionSchema,
  folderRefusalSchema,
  type FolderAddition,
  type FolderRefusal,
} from './workspaces/workspace.ts'
export { sharedFolders } from './workspaces/shared-folders.ts'

// JSON within budgets
export { jsonValueSchema, jsonObjectSchema, type JsonValue, type JsonObject } from './json/json.ts'
export {
  MESSAGE_BUDGET,
  ARGUMENTS_BUDGET,
  LIST_BUDGET,
  STORED_LIST_BUDGET,
  RECORD_BUDGET,
  CONFIGURATION_BUDGET,
  FILE_BYTES,
  type JsonBudget,
} from './json/json-budget.ts'
export { jsonRefused, type JsonProblem } from './json/json-problem.ts'
export { omitAllNulls, omitNulls } from './json/omit-nulls.ts'
export {
  parseJson,
  breachOfJson,
  parseScanned,
  valueOfJson,
  objectOfJson,
  type ParsedJson,
  type JsonRules,
} from './json/parse-json.ts'
export { canonicalJson } from './json/canonical-json.ts'
export { isSecretName, looksSecret } from './text/looks-secret.ts'
export { parseRetryAfter } from './retry-after.ts'

// The application
export {
  acceleratorProblem,
  writeAccelerator,
  type AcceleratorModifier,
  type AcceleratorProblem,
} from './settings/accelerator.ts'
export { settingsSchema, type Settings } from './settings/settings.ts'
export { defaultSettings } from './settings/default-settings.ts'
export { vaultStateSchema, type VaultState } from './settings/vault-state.ts'
export { identifierSchema, timestampSchema, type Identifier } from './identifier.ts'
export { GatehouseError, isGatehouseError } from './gatehouse-error.ts'

// Search
export {
  searchHitSchema,
  searchResultSchema,
  type SearchHit,
  type SearchResult,
  type Snippet,
} from './chats/search.ts'
export {
  SEARCH_MARK,
  searchTerms,
  snippetOf,
  spacedText,
  type SearchTerm,
} from './chats/search-words.ts'
