import { Emitter, yieldIfBudgetSpent } from '@gatehouse/base'
import { appSettingsOf } from './app-settings.ts'
import { AppViews } from './apps/app-views.ts'
import { CallPages } from './apps/call-pages.ts'
import { lifeOf } from './host-life.ts'
import { ownTimers } from './own-timers.ts'
import { withTransactions } from './transactions.ts'
import { createServerRequests } from './server-requests/create-server-requests.ts'
import { answerPlan } from './ask-queue/answer-plan.ts'
import { createAskQueue } from './ask-queue/ask-queue.ts'
import { DraftAttachments } from './chat/attachments/draft-attachments.ts'
import { ResourceFollows } from './chat/attachments/resource-follows.ts'
import { ChatService } from './chat/chat-service.ts'
import { ChatTitles } from './chat/conversations/chat-titles.ts'
import { ChatFiles } from './chat/chat-files/chat-files.ts'
import { ChatPresets } from './chat/conversations/chat-presets.ts'
import { OwnPrompts } from './chat/conversations/own-prompts.ts'
import { AuditRetention } from './audit/audit-retention.ts'
import { BackupService } from './backups/backup-service.ts'
import { PersonActs } from './servers/person-acts.ts'
import { historyOf } from './history.ts'
import { createRequestLimit } from './chat/model-request/request-limit.ts'
import { NextRequests } from './chat/model-request/estimate-next-request.ts'
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
import { TrustedSigners } from './server-import/bundle/trusted-signers.ts'
import { RuntimeService } from './runtimes/runtime-service.ts'
import { ServerCatalogue } from './server-catalogue/server-catalogue.ts'
import { PackageInstalls } from './package-installs/package-installs.ts'
import { ServerImports } from './server-import/server-imports.ts'
import { withAssumedFacts } from './model-providers/assumed-models.ts'
import { ProviderService } from './model-providers/provider-service.ts'
import { createStartDiscovery } from './model-providers/start-discovery.ts'
import type { HostEvents } from './ports/index.ts'
import { observeFirstUse } from './secrets/first-use.ts'
import { createSecretServices } from './secret-inventory/create-secret-services.ts'
import { createPendingRequests } from './servers/pending-requests.ts'
import { watchHealth } from './servers/health/health-watch.ts'
import { currentPlaceholders } from './launch-review/launch-placeholders.ts'
import type { FollowEvents } from './servers/lists/follow-events.ts'
import { ServerRegistry } from './servers/server-registry.ts'
import { createTasks } from './tasks/create-tasks.ts'
import { TaskPoller } from './tasks/task-poller.ts'
import { TaskRepository } from './tasks/task-repository.ts'
import { ChatWorkspaces } from './chat/conversations/chat-workspaces.ts'
import { createRootsProvider } from './workspaces/roots-provider.ts'
import { FilePreviews } from './chat/file-changes/file-previews.ts'
import { FileUndos } from './chat/file-changes/file-undos.ts'
import { FolderFiles } from './chat/attachments/folder-files.ts'
import { WorkspaceFiles } from './chat/attachments/workspace-files.ts'
import { TemporaryChatService } from './temporary-chats/temporary-chat-service.ts'
import { WorkspaceService } from './workspaces/workspace-service.ts'
import type { Host } from './host.ts'

/**
 * Builds what there is, in the order in which one needs the other.
 *
 * @param given `pause` is that of the whole process unless a test brings its own
 */
export function createHost(
  given: Omit<HostDependencies, 'pause'> & Partial<Pick<HostDependencies, 'pause'>>,
): Host {
  const { used, vault } = observeFirstUse(given.vault)
  const timers = ownTimers(given.timers)
  const hostEvents = new Emitter<HostEvents>(given.onListenerError)
  hostEvents.onAny((name, payload) => given.events.emit(name, payload))
  const followEvents = new Emitter<FollowEvents>(given.onListenerError)
  const temporaryChats = new TemporaryChatService({
    pause: yieldIfBudgetSpent,
    ...given,
    vault,
    timers,
    events: hostEvents,
    stores: {
      ...given.stores,
      providers: withAssumedFacts(given.stores.providers, given.models),
    },
  })
  const { transaction, ...ports } = withTransactions(temporaryChats.deps)
  const { stores, events, clock, ids, digest, pause, consent, folders, connections } = ports
  const { authorizations, models, profile, processors, onListenerError } = ports

  // What is asked, chatted, kept and chosen.
  const asks = createAskQueue({ stores, events, clock, ids, digest })
  const conversations = new ConversationService({ stores, events, clock, ids })
  const secrets = createSecretServices({
    stores,
    vault,
    events,
    ids,
    timers,
    digest,
    profile,
    authorizations,
  })
  const providers = new ProviderService({
    stores,
    vault,
    models,
    events,
    clock,
    ids,
    timers,
    consent,
    profile,
    secrets: secrets.changes,
  })
  const workspaces = new WorkspaceService({
    stores,
    events,
    clock,
    ids,
    folders,
    digest,
    onListenerError,
  })

  // Servers, and what they may request.
  const roots = createRootsProvider({ stores, clock, ids, digest, asks, workspaces, conversations })
  const taskRepository = new TaskRepository({ stores, events, clock, ids })
  const serverRequests = createServerRequests({
    stores,
    events,
    clock,
    ids,
    timers,
    digest,
    pause,
    links: ports.links,
    asks,
    providers,
    roots,
    tasks: taskRepository,
    limitRequest: createRequestLimit(stores),
  })
  const { calls, elicitationRetry, exchanges, modelRuns } = serverRequests
  const registry = new ServerRegistry({
    stores,
    vault,
    connections,
    authorizations,
    models,
    events,
    clock,
    timers,
    ids,
    digest,
    profile,
    processors,
    asks,
    requestHandlers: serverRequests.handlers,
    signIns: serverRequests.signIns,
    secrets: secrets.changes,
    placeholders: currentPlaceholders({ stores, folders, conversations }),
    follows: followEvents,
  })
  // They may change the folder that launches are filled in with.
  hostEvents.on(['chat.changed', 'chat.removed', 'workspace.changed', 'workspace.removed'], () =>
    registry.placeholdersChanged(),
  )
  workspaces.onRootsChanged((id) => registry.rootsChanged(id))
  const signers = new TrustedSigners({ clock, events, stores })
  const imports = new ServerImports({
    signers,
    bundles: ports.bundles,
    connections,
    importFiles: ports.importFiles,
    clock,
    digest,
    ids,
    stores,
    timers,
    vault,
    registry,
  })
  const installs = new PackageInstalls({
    packages: ports.packages,
    consent,
    stores,
    vault,
    clock,
    digest,
    servers: () => registry.all().map(({ config }) => config),
  })
  registry.onRemoved(() => void installs.removeUnused())
  const health = watchHealth({
    system: ports.system,
    timers,
    clock,
    servers: () => registry.all(),
  })
  const discovery = createStartDiscovery({ timers, discover: () => providers.discover() })

  // What a chat sends a model, and the turns that send it.
  const requests = createPendingRequests(events)
  const flowRules = new DataFlowRules({ stores, clock, ids, consent, registry })
  const follows = new ResourceFollows({
    stores,
    events,
    clock,
    timers,
    registry,
    hostEvents,
    followEvents,
  })
  const attachments = new DraftAttachments({
    stores,
    events,
    ids,
    clock,
    digest,
    pause,
    documents: ports.documents,
    pictures: ports.pictures,
    conversations,
    registry,
    requests,
    follows,
  })
  const instructions = new ServerInstructions({ stores, clock, ids, digest, consent, registry })
  const offeredTools = new ToolOfferService({
    stores,
    clock,
    timers,
    pause,
    digest,
    conversations,
    registry,
  })
  const titles = new ChatTitles({ stores, timers, digest, conversations, providers })
  const poller = new TaskPoller({ timers, tasks: taskRepository })
  const chats = new ChatService({
    stores,
    events,
    clock,
    timers,
    pause,
    ids,
    digest,
    folders,
    transaction,
    asks,
    conversations,
    providers,
    registry,
    calls,
    elicitationRetry,
    exchanges,
    tasks: poller,
    flowRules,
    instructions,
    attachments,
    offeredTools,
    titles,
  })
  const tasks = createTasks({
    stores,
    clock,
    ids,
    digest,
    tasks: taskRepository,
    poller,
    calls,
    registry,
    chats,
  })
  chats.recover()
  const links = new LinkService({
    stores,
    clock,
    pause,
    ids,
    consent,
    links: ports.links,
    events,
    registry,
    flowRules,
    lastTurn: (id) => chats.lastTurn(id),
  })
  const appPages = new CallPages({ stores, clock, timers, digest, registry, chats })
  const appViews = new AppViews({
    stores,
    ids,
    clock,
    timers,
    events,
    digest,
    registry,
    pages: appPages,
    chats,
    attachments,
    links,
    frames: ports.appFrames,
    webHttp: ports.webHttp,
    consent,
    vault,
    version: ports.version,
  })

  // What the person allowed for longer than once, and what is recorded.
  const readOnlyGrants = new ReadOnlyGrants({ stores, clock, ids, digest, consent, registry })
  const serverTrust = new ServerTrust({ stores, clock, ids, digest, consent, registry })
  const search = new SearchService({ stores, timers })
  const auditRetention = new AuditRetention({ stores, clock, ids, timers, events, consent })
  const life = lifeOf({
    stores,
    connections,
    managedRuntimes: ports.managedRuntimes,
    asks,
    chats,
    imports,
    installs,
    search,
    auditRetention,
    registry,
    tasks,
    secrets,
    discovery,
    health,
    workspaces,
    appViews,
    titles,
    used,
    timers,
  })

  return {
    asks,
    answerAsk: createAnswerWithConsent({
      stores,
      digest,
      readOnlyGrants,
      asks,
      consent,
      conversations,
    }),
    answerPlan: (plan) => answerPlan(plan, { asks, digest }),
    conversations,
    chats,
    keepChat: (id) => temporaryChats.keep(id, () => chats.view(id).isRunning),
    forkChat: async (place) => {
      const { forkChat } = await import('./chat/conversations/fork-chat.ts')
      return forkChat(place, { stores, events, clock, ids, conversations })
    },
    chatFiles: new ChatFiles({ stores, events, clock, ids, digest, pause, conversations }),
    chatPresets: new ChatPresets({ stores, events, ids }),
    ownPrompts: new OwnPrompts({ stores, events, ids, attachments }),
    chatWorkspaces: new ChatWorkspaces({ stores, clock, ids, consent, conversations, transaction }),
    attachments,
    follows,
    requests,
    flowRules,
    instructions,
    offeredTools,
    nextRequests: new NextRequests({
      stores,
      digest,
      clock,
      conversations,
      registry,
      offeredTools,
      instructions,
      attachments,
    }),
    filePreviews: new FilePreviews({ stores, folders, asks, conversations, registry }),
    fileUndos: new FileUndos({
      stores,
      folders,
      clock,
      ids,
      digest,
      transaction,
      conversations,
      turns: chats.taskTurns,
    }),
    workspaces,
    workspaceFiles: new WorkspaceFiles({ stores, folders, conversations, attachments }),
    folderFiles: new FolderFiles({ folders, conversations, attachments }),
    appPages,
    appViews,
    links,
    modelRuns,
    tasks: tasks.service,
    formValues: new SavedFormValues({ stores, clock }),
    grants: new GrantService({
      stores,
      clock,
      ids,
      digest,
      registry,
      readOnly: readOnlyGrants,
      serverTrust,
    }),
    readOnlyGrants,
    serverTrust,
    approvalModes: new ApprovalModes({
      stores,
      clock,
      ids,
      digest,
      consent,
      conversations,
      workspaces,
      registry,
      serverTrust,
      transaction,
    }),
    samplingPolicies: new SamplingPolicySettings({ stores, clock, ids, consent, registry }),
    similarTools: (serverId) => similarTools(serverId, registry.all()),
    servers: registry,
    serverChangeConsent: new ServerChangeConsent({ registry, imports, installs, consent, vault }),
    catalogue: new ServerCatalogue({ catalogue: ports.catalogue, clock, digest, stores, vault }),
    imports,
    signers,
    installs,
    runtimes: new RuntimeService({
      connections,
      consent,
      digest,
      events,
      managedRuntimes: ports.managedRuntimes,
      stores,
      vault,
      servers: () => registry.all().map(({ config }) => config),
    }),
    acts: new PersonActs({ stores, ids, clock, registry }),
    providers,
    ...secrets.servicesFor(registry),
    vault,
    network: new NetworkSettingsService({
      stores,
      vault,
      events,
      consent,
      digest,
      network: ports.network,
      secrets: secrets.changes,
    }),
    search,
    auditRetention,
    backups: new BackupService({
      stores,
      vault,
      events,
      clock,
      ids,
      consent,
      backups: ports.backups,
      auditKeys: ports.auditKeys,
    }),
    blobs: stores.blobs,
    ...historyOf({ stores, registry }),
    ...appSettingsOf({ stores, events }),
    ...life,
  }
}
