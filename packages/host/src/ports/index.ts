export type {
  AuditKeyStore,
  AuditKeySwitch,
  AuditAge,
  AuditPageRequest,
  AuditStore,
} from './audit-store.ts'
export type { Backups, BackupWork, UnpackedBackup } from './backups.ts'
export type { AppChannel, AppFrameListener, AppFrames, AppWindow } from './app-frames.ts'
export type {
  AppPinStore,
  FormValueStore,
  AttachmentStore,
  BlobStore,
  ByteRange,
  ConversationStore,
  GrantStore,
  SamplingStore,
  DataFlowStore,
  InstructionsStore,
  PromptPinStore,
  ProviderStore,
  ServerStore,
  SettingsStore,
  Stores,
  AskStore,
  TaskStore,
  StoredText,
  ImportedRecord,
  TurnNode,
  PageRequest,
  StreamedDelta,
  TurnStore,
  WorkspaceStore,
  FollowStore,
} from './stores.ts'
export type {
  AuthorizedServer,
  Authorizations,
  ClientCredential,
  PreregisteredClient,
  RequestAuthorization,
  RequestRefusal,
  SignInOwner,
  SignInPage,
  SignInPrompt,
} from './authorizations.ts'
export type {
  OutboundHttp,
  OutboundLimits,
  OutboundRequest,
  OutboundResponse,
  WebHttp,
  WebRequest,
  WebResponse,
} from './outbound-http.ts'
export type {
  Clock,
  Digest,
  IdSource,
  ProxyResolver,
  Timers,
  SystemEvent,
  SystemEvents,
} from './system.ts'
export type { ConsentPrompt, RevealHidden } from './consent-prompt.ts'
export type { EventSink, HostEventName, HostEvents } from './event-sink.ts'
export type { NetworkAccess } from './network-access.ts'
export type { CatalogueSource } from './catalogue-source.ts'
export type {
  ContainedPackage,
  FetchedPackage,
  InstallOptions,
  PackageInstaller,
  ScriptedPackage,
  SealedPackage,
} from './package-installer.ts'
export type { ManagedRuntimes } from './managed-runtimes.ts'
export type { DrawnPicture, Pictures, PictureToDraw } from './pictures.ts'
export type { DocumentContainer, Documents, DocumentToRead } from './documents.ts'
export type {
  EntryOfFolder,
  FileVersion,
  Folders,
  FolderWatch,
  ReadEntry,
  RestoredVersion,
} from './folders.ts'
export type {
  CallLimits,
  ClientFeatures,
  Connection,
  ConnectionFactory,
  FoundLaunch,
  LaunchTarget,
  ConnectionListener,
  ConnectionOptions,
  RequestSource,
  ServerRequestContext,
  ServerRequestHandler,
  ToolCallRequest,
} from './connections.ts'
export type {
  AssistantPart,
  ModelClient,
  ModelClients,
  AssumptionSubject,
  CompatibilityMemory,
  EndpointHeader,
  ModelEndpoint,
  AdaptedRequest,
  ModelEvent,
  ModelFinishReason,
  ModelMessage,
  ModelRequest,
  ParameterAdjustments,
  ModelTool,
  ModelToolResult,
  UserPart,
} from './model-client.ts'
export type {
  BundleFiles,
  BundleRequest,
  BundleSignature,
  PersonFolders,
  UnpackedBundle,
  UnpackedPlugin,
} from './bundle-files.ts'
export type { ImportFile, ImportFiles, ImportVariables } from './import-files.ts'
export type { ExternalLinks } from './external-links.ts'
export type {
  SecretReadOptions,
  SecretReadResult,
  SecretPresence,
  SecretVault,
} from './secret-vault.ts'
export type { ServerTasks, TaskRequest } from './server-tasks.ts'
export type {
  PromptRequest,
  ReadResourceRequest,
  ServerFeatures,
  SkillRequest,
} from './server-features.ts'
export type { SearchChoicesPage, SearchOptions, SearchPage, SearchStore } from './search-store.ts'
