export { createHost } from './create-host.ts'
export type { Host } from './host.ts'
export type { HostDependencies } from './dependencies.ts'
export { withAuditKey } from './audit/audit-key.ts'
export { effectiveNetwork } from './secrets/proxy-secrets.ts'
export type { AskQueue } from './ask-queue/ask-queue.ts'
export type { ChatService } from './chat/chat-service.ts'
export type { ManualCall } from './chat/tool-calls/manual-call.ts'
export type { ConversationService } from './chat/conversations/conversation-service.ts'
export type { ProviderService } from './model-providers/provider-service.ts'
export {
  pickedConfigFile,
  projectConfigFiles,
  userConfigFiles,
  type UserFolders,
} from './server-import/known-locations.ts'
export type { ServerImports } from './server-import/server-imports.ts'
export type {
  ServerConsentOutcome,
  ServerChangeConsent,
} from './server-change-consent/server-change-consent.ts'
export type { ServerRegistry } from './servers/server-registry.ts'
export type { WorkspaceService } from './workspaces/workspace-service.ts'
export type { MarkdownWords } from './chat/chat-files/markdown-words.ts'
export type {
  ProductChatText,
  ProductFile,
} from './chat/chat-files/other-products/product-imports.ts'
