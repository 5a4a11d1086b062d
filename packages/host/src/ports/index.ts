export type { Clock, Digest, IdSource, Timers } from './system.ts'
export type { EventSink, HostEventName, HostEvents } from './event-sink.ts'
export type {
  ClientFeatures,
  Connection,
  ConnectionFactory,
  ConnectionListener,
  ConnectionOptions,
  ServerRequestHandler,
  ToolCallRequest,
} from './connections.ts'
export type {
  AssistantPart,
  ModelClient,
  ModelClients,
  ModelEndpoint,
  ModelEvent,
  ModelFinishReason,
  ModelMessage,
  ModelRequest,
  ModelTool,
  ModelToolResult,
} from './model-client.ts'
export type { SecretVault } from './secret-vault.ts'
export type {
  AuditStore,
  ConversationStore,
  GrantStore,
  ProviderStore,
  ServerStore,
  SettingsStore,
  Stores,
  TurnStore,
} from './stores.ts'
export type { PromptRequest, ServerFeatures } from './server-features.ts'
