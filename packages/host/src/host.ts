import type { Conversation, PlanAnswer } from '@gatehouse/domain'
import type { AppSettings } from './app-settings.ts'
import type { AppViews } from './apps/app-views.ts'
import type { CallPages } from './apps/call-pages.ts'
import type { PlanOutcome } from './ask-queue/answer-plan.ts'
import type { AskQueue } from './ask-queue/ask-queue.ts'
import type { DraftAttachments } from './chat/attachments/draft-attachments.ts'
import type { ResourceFollows } from './chat/attachments/resource-follows.ts'
import type { ChatService } from './chat/chat-service.ts'
import type { ChatFiles } from './chat/chat-files/chat-files.ts'
import type { ChatPresets } from './chat/conversations/chat-presets.ts'
import type { OwnPrompts } from './chat/conversations/own-prompts.ts'
import type { AuditRetention } from './audit/audit-retention.ts'
import type { BackupService } from './backups/backup-service.ts'
import type { PersonActs } from './servers/person-acts.ts'
import type { History } from './history.ts'
import type { ModelRuns } from './server-requests/model-runs.ts'
import type { NextRequests } from './chat/model-request/estimate-next-request.ts'
import type { ToolOfferService } from './chat/tool-offers/tool-offer-service.ts'
import type { ServerInstructions } from './chat/model-request/server-instructions.ts'
import type { LinkService } from './links/link-service.ts'
import type { DataFlowRules } from './provenance/data-flow-rules.ts'
import type { NetworkSettingsService } from './network-settings/network-settings-service.ts'
import type { SamplingPolicySettings } from './sampling-policy-settings/sampling-policy-settings.ts'
import type { SearchService } from './chat/conversations/search-service.ts'
import type { similarTools } from './chat/approvals/tool-changes/similar-tools.ts'
import type { GrantService } from './chat/approvals/grants/grant-service.ts'
import type { ReadOnlyGrants } from './chat/approvals/grants/read-only-grants.ts'
import type { ApprovalModes } from './chat/approvals/approval-modes.ts'
import type { ServerTrust } from './chat/approvals/server-trust.ts'
import type { ConversationService } from './chat/conversations/conversation-service.ts'
import type { SavedFormValues } from './server-requests/saved-form-values.ts'
import type { createAnswerWithConsent } from './chat/approvals/grants/answer-with-consent.ts'
import type { ServerChangeConsent } from './server-change-consent/server-change-consent.ts'
import type { TrustedSigners } from './server-import/bundle/trusted-signers.ts'
import type { RuntimeService } from './runtimes/runtime-service.ts'
import type { ServerCatalogue } from './server-catalogue/server-catalogue.ts'
import type { PackageInstalls } from './package-installs/package-installs.ts'
import type { ServerImports } from './server-import/server-imports.ts'
import type { ProviderService } from './model-providers/provider-service.ts'
import type { BlobStore, SecretVault } from './ports/index.ts'
import type { StoredSecrets } from './secret-inventory/stored-secrets.ts'
import type { PendingRequests } from './servers/pending-requests.ts'
import type { ServerRegistry } from './servers/server-registry.ts'
import type { ServerSignIns } from './server-sign-ins/server-sign-ins.ts'
import type { TaskService } from './tasks/task-service.ts'
import type { ChatWorkspaces } from './chat/conversations/chat-workspaces.ts'
import type { FilePreviews } from './chat/file-changes/file-previews.ts'
import type { FileUndos } from './chat/file-changes/file-undos.ts'
import type { FolderFiles } from './chat/attachments/folder-files.ts'
import type { WorkspaceFiles } from './chat/attachments/workspace-files.ts'
import type { WorkspaceService } from './workspaces/workspace-service.ts'
import type { HostLife } from './host-life.ts'

/** The whole host: built by the composition root, called by the IPC handlers. */
export interface Host extends History, AppSettings, HostLife {
  asks: AskQueue
  /** Answers an ask for the window. Rejects as `asks.answer` does, and with `consent/too-many`. */
  answerAsk: ReturnType<typeof createAnswerWithConsent>
  /** Decides several calls of a step together. Throws as `answerPlan` does. */
  answerPlan(answer: PlanAnswer): PlanOutcome
  conversations: ConversationService
  chats: ChatService
  /** Writes a temporary chat to disk. Rejects with `chat/not-found`, `chat/busy`, `store/…`. */
  keepChat(id: string): Promise<Conversation>
  /** A new chat with the branch that ends with a turn. Throws `chat/not-found`, `chat/busy`, `store/…`. */
  forkChat(place: { conversationId: string; turnId: string }): Promise<Conversation>
  /** Exports chats to files and imports them. */
  chatFiles: ChatFiles
  /** Setups for new chats. */
  chatPresets: ChatPresets
  /** Texts that the person keeps to put into messages. */
  ownPrompts: OwnPrompts
  attachments: DraftAttachments
  /** The pages of interfaces, pinned by their hash. */
  appPages: Pick<CallPages, 'acceptChange' | 'ofServer'>
  /** The interfaces of servers that are drawn in chats. */
  appViews: AppViews
  follows: Pick<ResourceFollows, 'list'>
  search: SearchService
  grants: GrantService
  readOnlyGrants: ReadOnlyGrants
  /** Trust in servers' declarations. */
  serverTrust: ServerTrust
  /** The approval modes of chats. */
  approvalModes: ApprovalModes
  samplingPolicies: SamplingPolicySettings
  flowRules: DataFlowRules
  instructions: ServerInstructions
  /** Records the person's actions at servers. */
  acts: PersonActs
  /** Opens the links of chats. */
  links: LinkService
  /** The tools offered to the model of a chat. */
  offeredTools: Pick<ToolOfferService, 'view'>
  /** Estimates of the next requests. */
  nextRequests: Pick<NextRequests, 'view'>
  /** Form values that people asked to save. */
  formValues: Pick<SavedFormValues, 'matching' | 'list' | 'forget'>
  /** Models that answer servers at present. */
  modelRuns: Pick<ModelRuns, 'list' | 'stop'>
  /** Servers that others published, found in a registry. */
  catalogue: ServerCatalogue
  runtimes: RuntimeService
  signers: TrustedSigners
  imports: ServerImports
  installs: Pick<PackageInstalls, 'find'>
  providers: ProviderService
  servers: ServerRegistry
  serverChangeConsent: ServerChangeConsent
  requests: PendingRequests
  signIns: ServerSignIns
  secrets: StoredSecrets
  network: NetworkSettingsService
  tasks: TaskService
  vault: Pick<SecretVault, 'state' | 'probe'>
  /** Large and binary data of results, by its hash. */
  blobs: Pick<BlobStore, 'read' | 'size'>
  workspaces: WorkspaceService
  chatWorkspaces: ChatWorkspaces
  workspaceFiles: WorkspaceFiles
  folderFiles: FolderFiles
  filePreviews: FilePreviews
  fileUndos: FileUndos
  auditRetention: AuditRetention
  backups: BackupService
  /** Returns the tools of a server that could be mistaken for those of others, with those others. */
  similarTools(serverId: string): ReturnType<typeof similarTools>
}
