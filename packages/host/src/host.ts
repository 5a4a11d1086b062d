import { Emitter, yieldIfBudgetSpent } from '@gatehouse/base'
import {
  settingsSchema,
  type AuditRecord,
  type Conversation,
  type ModelRef,
  type PlanAnswer,
  type Settings,
} from '@gatehouse/domain'
import type { AuditPage, RecordMessages } from '@gatehouse/domain/audit'
import { AppViews } from './apps/app-views.ts'
import { lifeOf } from './host-life.ts'
import { ownTimers } from './own-timers.ts'
import { withTransactions, type Transaction } from './transactions.ts'
import { createServerRequests } from './server-requests/create-server-requests.ts'
import { answerPlan, type PlanOutcome } from './ask-queue/answer-plan.ts'
import { createAskQueue, type AskQueue } from './ask-queue/ask-queue.ts'
import { DraftAttachments } from './chat/attachments/draft-attachments.ts'
import { ResourceFollows } from './chat/attachments/resource-follows.ts'
import { ChatService } from './chat/chat-service.ts'
import { ChatTitles } from './chat/conversations/chat-titles.ts'
import { ChatFiles } from './chat/chat-files/chat-files.ts'
import { ChatPresets } from './chat/conversations/chat-presets.ts'
import { AuditRetention } from './audit/audit-retention.ts'
import { PersonActs } from './servers/person-acts.ts'
import { latestRecords } from './audit/call-record.ts'
import { recordMessages } from './audit/record-messages.ts'
import type { ModelRuns } from './server-requests/model-runs.ts'
import { createRequestLimit } from './chat/model-request/request-limit.ts'
import { NextRequests } from './chat/model-request/next-request.ts'
import { ToolOfferService } from './chat/tool-offers/tool-offer-service.ts'
import { ServerInstructions } from './chat/model-request/server-instructions.ts'
import { LinkService } from './links/link-service.ts'
import { DataFlowRules } from './provenance/data-flow-rules.ts'
import { NetworkSettingsService } from './network-settings/network-settings-service.ts'
import { SamplingPolicySettings } from './sampling-policy-settings/sampling-policy-settings.ts'
import { SearchService } from './chat/conversations/search-service.ts'
import { similarTools } from './chat/approvals/tool-changes/similar-tools.ts'
import { GrantService } from './chat/approvals/grants/grant-service.ts'
import { ReadOnlyGrants } from './chat/approvals/grants/read-only-grants.ts'
import { ApprovalModes } from './chat/approvals/approval-modes.ts'
import { ServerTrust } from './chat/approvals/server-trust.ts'
import { ConversationService } from './chat/conversations/conversation-service.ts'
import { SavedFormValues } from './server-requests/saved-form-values.ts'
import { createAnswerWithConsent } from './chat/approvals/grants/answer-with-consent.ts'
import { ServerChangeConsent } from './server-change-consent/server-change-consent.ts'
import type { HostDependencies } from './dependencies.ts'
import { ServerCatalogue } from './server-catalogue/server-catalogue.ts'
import { PackageInstalls } from './package-installs/package-installs.ts'
import { ServerImports } from './server-import/server-imports.ts'
import { withAssumedFacts } from './model-providers/assumed-models.ts'
import { ProviderService } from './model-providers/provider-service.ts'
import { createStartDiscovery } from './model-providers/start-discovery.ts'
import type {
  AuditPageRequest,
  AuditStore,
  BlobStore,
  HostEvents,
  SecretVault,
} from './ports/index.ts'
import { observeFirstUse } from './secrets/first-use.ts'
import { createSecretServices } from './secret-inventory/create-secret-services.ts'
import type { StoredSecrets } from './secret-inventory/stored-secrets.ts'
import { createPendingRequests, type PendingRequests } from './servers/pending-requests.ts'
import { watchHealth } from './servers/health/health-watch.ts'
import { currentPlaceholders } from './launch-review/launch-placeholders.ts'
import type { FollowEvents } from './servers/lists/follow-events.ts'
import { ServerRegistry } from './servers/server-registry.ts'
import { createTasks } from './tasks/create-tasks.ts'
import { TaskPoller } from './tasks/task-poller.ts'
import type { ServerSignIns } from './server-sign-ins/server-sign-ins.ts'
import { TaskRepository } from './tasks/task-repository.ts'
import type { TaskService } from './tasks/task-service.ts'
import { ChatWorkspaces } from './chat/conversations/chat-workspaces.ts'
import { createRootsProvider } from './workspaces/roots-provider.ts'
import { FilePreviews } from './chat/file-changes/file-previews.ts'
import { FileUndos } from './chat/file-changes/file-undos.ts'
import { WorkspaceFiles } from './chat/attachments/workspace-files.ts'
import { TemporaryChatService } from './temporary-chats/temporary-chat-service.ts'
import { WorkspaceService } from './workspaces/workspace-service.ts'

/** Entries of chats with the words of a search, the latest first, whose records are found by them. */
const MAX_FOUND_CALLS = 5000

type SettingsChange = { [Key in keyof Settings]?: Settings[Key] | undefined }

/** A record, with where it is in its chat and in the traffic. */
type RecordInHistory = AuditRecord & { turnId: string | null; messages: RecordMessages | null }

/** The whole host: built by the composition root, called by the IPC handlers. */
export interface Host {
  asks: AskQueue
  /** Answers an ask for the window. Rejects as `asks.answer` does, and with `consent/too-many`. */
  answerAsk: ReturnType<typeof createAnswerWithConsent>
  /** Decides several calls of a step together. Throws as `answerPlan` does. */
  answerPlan(answer: PlanAnswer): PlanOutcome
  conversations: ConversationService
  chats: ChatService
  /** Writes a temporary chat to disk. Rejects with `chat/not-found`, `chat/busy`, `store/…`. */
  keepChat(id: string): Promise<Conversation>
  /** Exports chats to files and imports them. */
  chatFiles: ChatFiles
  /** Setups for new chats. */
  chatPresets: ChatPresets
  attachments: DraftAttachments
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
  imports: ServerImports
  installs: Pick<PackageInstalls, 'findNpm'>
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
  filePreviews: FilePreviews
  fileUndos: FileUndos
  settings(): Settings
  /** Changes settings; absent or `undefined` fields are unchanged. */
  changeSettings(change: SettingsChange): Settings
  /** Sets the model that names chats; `null` = none. */
  setTitleModel(model: ModelRef | null): Settings
  /** Sets the global shortcut of quick ask; `null` = none. */
  setQuickAskShortcut(accelerator: string | null): Settings
  /** The audit records, latest first. */
  history(limit: number): Promise<AuditRecord[]>
  /** A page of audit records for Activity; those of calls are also found by their arguments and results. */
  historyPage(request: Omit<AuditPageRequest, 'entries'>): Promise<AuditPage>
  /**
   * One audit record, with the turn of its entry and its messages as far as they still exist. `null` when it was
   * deleted.
   */
  historyRecord(id: string): Promise<RecordInHistory | null>
  /** The whole audit record: verification, and export line by line. */
  readonly audit: Pick<AuditStore, 'check' | 'lines'>
  auditRetention: AuditRetention
  /**
   * Ends leftovers of a crash, deletes items that were removed in earlier runs, starts the servers of the launch,
   * and looks for local models. With `holdServers` no server is started until `startServers`. Runs each step even
   * if one throws.
   */
  start(options?: { holdServers?: boolean }): Promise<void>
  /** Returns the tools of a server that could be mistaken for those of others, with those others. */
  similarTools(serverId: string): ReturnType<typeof similarTools>
  /** Starts the servers of the launch, and continues with the unfinished tasks at servers. */
  startServers(): void
  /** Ends every turn, call and server process, then the stores. Runs each step even if one throws. */
  close(): Promise<void>
}

/** @param given `pause` is that of the whole process unless a test brings its own */
export function createHost(
  given: Omit<HostDependencies, 'pause'> & Partial<Pick<HostDependencies, 'pause'>>,
): Host {
  const { used, ...opened } = observeFirstUse(given.vault)
  const timers = ownTimers(given.timers)
  const { transaction, temporaryChats, hostEvents, followEvents, ...deps } = partsOf({
    pause: yieldIfBudgetSpent,
    ...given,
    ...opened,
    timers,
  })
  const asks = createAskQueue(deps)
  const conversations = new ConversationService(deps)
  const secrets = createSecretServices(deps)
  const providers = new ProviderService({ ...deps, secrets: secrets.changes })
  const workspaces = new WorkspaceService(deps)
  const roots = createRootsProvider({ ...deps, asks, workspaces, conversations })
  const taskRepository = new TaskRepository(deps)
  const limitRequest = createRequestLimit(deps.stores)
  const asked = { ...deps, asks, providers, roots, tasks: taskRepository, limitRequest }
  const { handlers, signIns, modelRuns, ...duringCalls } = createServerRequests(asked)
  const forServers = { requestHandlers: handlers, signIns, secrets: secrets.changes, asks }
  const registry = registryOf({
    ...deps,
    ...forServers,
    conversations,
    workspaces,
    hostEvents,
    follows: followEvents,
  })
  const poller = new TaskPoller({ timers: deps.timers, tasks: taskRepository })
  const read = readersFor(deps, { conversations, providers, registry, hostEvents, followEvents })
  const shared = { asks, conversations, providers, registry, ...duringCalls }
  const chats = new ChatService({ ...deps, transaction, ...shared, ...read, tasks: poller })
  const tasks = createTasks(deps, { tasks: taskRepository, poller, ...shared, chats })
  const health = watchHealth({ ...deps, servers: () => registry.all() })
  const imports = new ServerImports({ ...deps, registry })
  const installs = installsOf(deps, registry)
  const record = recordOf(deps, registry)
  const discovery = createStartDiscovery({ ...deps, discover: () => providers.discover() })
  chats.recover()
  const parts = { asks, chats, health, imports, installs, registry, secrets, tasks, discovery }
  const grants = grantsOf({ ...deps, transaction, conversations, workspaces, registry, modelRuns })
  const links = new LinkService({
    ...deps,
    ...read,
    registry,
    lastTurn: (id) => chats.lastTurn(id),
  })
  const appViews = new AppViews({
    ...deps,
    ...read,
    registry,
    chats,
    links,
    frames: deps.appFrames,
  })
  const life = lifeOf({ ...deps, ...parts, ...record, ...read, appViews, workspaces, used, timers })

  return {
    asks,
    ...createAskAnswering({ ...deps, asks, conversations, chats, temporaryChats, ...grants }),
    conversations,
    chats,
    ...grants,
    catalogue: new ServerCatalogue(deps),
    imports,
    installs,
    providers,
    servers: registry,
    serverChangeConsent: new ServerChangeConsent({ ...deps, registry, imports, installs }),
    ...read,
    acts: new PersonActs({ ...deps, registry }),
    appViews,
    links,
    ...secrets.servicesFor(registry),
    network: new NetworkSettingsService({ ...deps, secrets: secrets.changes }),
    tasks: tasks.service,
    ...ofWorkspaces({ ...deps, ...read, transaction, conversations, workspaces }),
    filePreviews: new FilePreviews({ ...deps, asks, conversations, registry }),
    fileUndos: new FileUndos({ ...deps, transaction, conversations, turns: chats.taskTurns }),
    ...record,
    ...life,
  }
}

/** The dependencies, with assumed properties of models, temporary chats in memory and atomic changes added. */
function partsOf(given: HostDependencies) {
  const hostEvents = new Emitter<HostEvents>(given.onListenerError)
  hostEvents.onAny((name, payload) => given.events.emit(name, payload))
  const providers = withAssumedFacts(given.stores.providers, given.models)
  const stores = { ...given.stores, providers }
  const temporaryChats = new TemporaryChatService({ ...given, stores, events: hostEvents })
  return {
    ...withTransactions(temporaryChats.deps),
    temporaryChats,
    hostEvents,
    followEvents: new Emitter<FollowEvents>(given.onListenerError),
  }
}

/** The servers, notified of what they may see of folders or would be started with. */
function registryOf(
  deps: ConstructorParameters<typeof ServerRegistry>[0] &
    Pick<HostDependencies, 'folders'> &
    Pick<Host, 'conversations' | 'workspaces'> & { hostEvents: Emitter<HostEvents> },
): ServerRegistry {
  const registry = new ServerRegistry({ ...deps, placeholders: currentPlaceholders(deps) })
  // They may change the folder that launches are filled in with.
  deps.hostEvents.on(
    ['chat.changed', 'chat.removed', 'workspace.changed', 'workspace.removed'],
    () => registry.placeholdersChanged(),
  )
  deps.workspaces.onRootsChanged((id) => registry.rootsChanged(id))
  return registry
}

/** The installations of packages, with those of a removed server removed. */
function installsOf(deps: HostDependencies, registry: ServerRegistry): PackageInstalls {
  const servers = () => registry.all().map(({ config }) => config)
  const installs = new PackageInstalls({ ...deps, servers })
  registry.onRemoved(() => void installs.removeUnused())
  return installs
}

/** Workspaces, what a chat has of the one that it is in, and chats as files. */
function ofWorkspaces(
  deps: HostDependencies &
    Pick<Host, 'conversations' | 'attachments' | 'workspaces'> & { transaction: Transaction },
): Pick<Host, 'workspaces' | 'chatWorkspaces' | 'workspaceFiles' | 'chatFiles' | 'chatPresets'> {
  return {
    chatFiles: new ChatFiles(deps),
    chatPresets: new ChatPresets(deps),
    workspaces: deps.workspaces,
    chatWorkspaces: new ChatWorkspaces(deps),
    workspaceFiles: new WorkspaceFiles(deps),
  }
}

/** Creates the handling of the window's answers to asks, and the keeping of a temporary chat. */
function createAskAnswering(
  deps: HostDependencies &
    Pick<Host, 'asks' | 'conversations' | 'chats' | 'readOnlyGrants'> & {
      temporaryChats: TemporaryChatService
    },
): Pick<Host, 'answerAsk' | 'answerPlan' | 'keepChat'> {
  const { chats, temporaryChats } = deps
  return {
    keepChat: (id) => temporaryChats.keep(id, () => chats.view(id).isRunning),
    answerAsk: createAnswerWithConsent(deps),
    answerPlan: (answer) => answerPlan(answer, deps),
  }
}

/** Standing permissions, and the sampling runs that use them. */
function grantsOf(
  deps: HostDependencies &
    Pick<Host, 'conversations' | 'workspaces'> & {
      transaction: Transaction
      registry: ServerRegistry
      modelRuns: ModelRuns
    },
) {
  const readOnlyGrants = new ReadOnlyGrants(deps)
  const serverTrust = new ServerTrust(deps)
  return {
    grants: new GrantService({ ...deps, readOnly: readOnlyGrants, serverTrust }),
    readOnlyGrants,
    serverTrust,
    approvalModes: new ApprovalModes({ ...deps, serverTrust }),
    samplingPolicies: new SamplingPolicySettings(deps),
    modelRuns: deps.modelRuns,
    similarTools: (serverId: string) => similarTools(serverId, deps.registry.all()),
  }
}

/** The parts that read from servers for the window and for drafts. */
function readersFor(
  deps: HostDependencies,
  services: Pick<Host, 'conversations' | 'providers'> & {
    registry: ServerRegistry
    hostEvents: Emitter<HostEvents>
    followEvents: Emitter<FollowEvents>
  },
): Pick<
  Host,
  'requests' | 'attachments' | 'follows' | 'flowRules' | 'instructions' | 'nextRequests'
> & {
  offeredTools: ToolOfferService
  titles: ChatTitles
} {
  const requests = createPendingRequests(deps.events)
  const flowRules = new DataFlowRules({ ...deps, ...services })
  const follows = new ResourceFollows({ ...deps, ...services })
  const attachments = new DraftAttachments({ ...deps, ...services, requests, follows })
  const instructions = new ServerInstructions({ ...deps, ...services })
  const offeredTools = new ToolOfferService({ ...deps, ...services })
  const titles = new ChatTitles({ ...deps, ...services })
  const readers = { requests, attachments, follows, flowRules, instructions, offeredTools, titles }
  return { ...readers, nextRequests: new NextRequests({ ...deps, ...services, ...readers }) }
}

/** The parts that read the record for the window. */
function recordOf(deps: HostDependencies, registry: Pick<ServerRegistry, 'all'>) {
  const { stores, vault } = deps
  return {
    vault,
    search: new SearchService(deps),
    auditRetention: new AuditRetention(deps),
    blobs: stores.blobs,
    settings: () => stores.settings.load(),
    changeSettings: (change: SettingsChange) => changeSettings(change, deps),
    setTitleModel: (titleModel: ModelRef | null) => changeSettings({ titleModel }, deps),
    setQuickAskShortcut: (quickAskShortcut: string | null) =>
      changeSettings({ quickAskShortcut }, deps),
    audit: stores.audit,
    historyPage: async (request: Omit<AuditPageRequest, 'entries'>) => {
      const found = stores.search.entryIds(request.text, MAX_FOUND_CALLS + 1)
      const entries = new Set(found.slice(0, MAX_FOUND_CALLS))
      const page = await stores.audit.page({ ...request, entries })
      return found.length > MAX_FOUND_CALLS ? { ...page, isCut: true as const } : page
    },
    historyRecord: async (id: string) => {
      const record = await stores.audit.get(id)
      if (record === null) return null
      const { conversationId, entryId } = record
      const isInChat = conversationId !== null && entryId !== null
      const turnId = isInChat ? stores.turns.turnOf(conversationId, entryId) : null
      return { ...record, turnId, messages: recordMessages(record, registry.all()) }
    },
    formValues: new SavedFormValues(deps),
    history: async (limit: number) =>
      latestRecords(await stores.audit.latest(2 * limit)).slice(0, limit),
  }
}

function changeSettings(change: SettingsChange, { stores, events }: HostDependencies): Settings {
  const settings = settingsSchema.parse({
    ...stores.settings.load(),
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
  })
  stores.settings.save(settings)
  events.emit('settings.changed', settings)
  return settings
}
