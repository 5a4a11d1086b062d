import { settingsSchema, type AuditRecord, type Settings } from '@gatehouse/domain'
import { createServerRequests } from './server-requests/create-server-requests.ts'
import { createAskQueue, type AskQueue } from './asks/ask-queue.ts'
import { ChatService } from './chat/chat-service.ts'
import { latestRecords } from './audit/call-record.ts'
import { SearchService } from './chat/search-service.ts'
import { ConversationService } from './chat/conversation-service.ts'
import { createGuardedAnswers } from './consent/guarded-answers.ts'
import { ServerProposals } from './consent/server-proposals.ts'
import type { HostDependencies } from './dependencies.ts'
import { ServerImports } from './import/server-imports.ts'
import { ProviderService } from './models/provider-service.ts'
import type { SecretVault } from './ports/index.ts'
import { SecretChanges } from './secrets/secret-changes.ts'
import { createPendingRequests, type PendingRequests } from './servers/pending-requests.ts'
import { watchHealth } from './servers/health-watch.ts'
import { ServerRegistry } from './servers/server-registry.ts'
import { createTasks } from './tasks/create-tasks.ts'
import { TaskFollower } from './tasks/task-follower.ts'
import { TaskRepository } from './tasks/task-repository.ts'
import type { TaskService } from './tasks/task-service.ts'
import { createRootsProvider } from './workspaces/roots-provider.ts'
import { WorkspaceService } from './workspaces/workspace-service.ts'

type SettingsChange = { [Key in keyof Settings]?: Settings[Key] | undefined }

/** The whole host: what the composition root builds and the IPC handlers call. */
export interface Host {
  asks: AskQueue
  /** Answers an ask for the window. Rejects as `asks.answer` does, and with `consent/too-many`. */
  answerAsk: ReturnType<typeof createGuardedAnswers>
  conversations: ConversationService
  chats: ChatService
  search: SearchService
  imports: ServerImports
  providers: ProviderService
  servers: ServerRegistry
  proposals: ServerProposals
  requests: PendingRequests
  tasks: TaskService
  vault: Pick<SecretVault, 'state' | 'probe'>
  workspaces: WorkspaceService
  settings(): Settings
  /** Fields that are absent or `undefined` stay as they are. */
  changeSettings(change: SettingsChange): Settings
  /** What was decided and done, latest first. */
  history(limit: number): AuditRecord[]
  /**
   * Ends leftovers of a crash, starts the servers of the launch, looks for local models. With
   * `holdServers` no server is started by itself until `startServers`.
   */
  start(options?: { holdServers?: boolean }): Promise<void>
  /** Starts the servers of the launch, and goes on with the tasks that were left at servers. */
  startServers(): void
  /** Ends every turn, call and server process; then the stores. Runs each step even if one throws. */
  close(): Promise<void>
}

export function createHost(deps: HostDependencies): Host {
  const asks = createAskQueue(deps)
  const conversations = new ConversationService(deps)
  const secrets = new SecretChanges(deps)
  const providers = new ProviderService({ ...deps, secrets })
  const workspaces = new WorkspaceService(deps)
  const roots = createRootsProvider({ ...deps, asks, workspaces })
  const serverRequests = createServerRequests({ ...deps, asks, providers, roots })
  const { handlers, calls, elicitationRetry } = serverRequests
  const registry = new ServerRegistry({ ...deps, requestHandlers: handlers, secrets, asks })
  workspaces.onRootsChanged((id) => registry.rootsChanged(id))
  const taskRepository = new TaskRepository(deps)
  const follower = new TaskFollower({ timers: deps.timers, tasks: taskRepository })
  const shared = { asks, conversations, providers, registry, calls, elicitationRetry }
  const chats = new ChatService({ ...deps, ...shared, tasks: follower })
  const tasks = createTasks(deps, { tasks: taskRepository, follower, calls, registry, chats })
  const health = watchHealth({ ...deps, servers: () => registry.all() })
  const imports = new ServerImports({ ...deps, registry })
  const search = new SearchService(deps)
  chats.recover()
  const startServers = (): void => {
    registry.launch()
    tasks.resumption.resume()
  }

  return {
    asks,
    answerAsk: createGuardedAnswers({ ...deps, asks }),
    conversations,
    chats,
    search,
    imports,
    providers,
    servers: registry,
    proposals: new ServerProposals({ ...deps, registry, imports }),
    requests: createPendingRequests(deps.events),
    tasks: tasks.service,
    vault: deps.vault,
    workspaces,
    settings: () => deps.stores.settings.load(),
    history: (limit) => latestRecords(deps.stores.audit.list(2 * limit)).slice(0, limit),
    changeSettings: (change) => changeSettings(change, deps),
    async start({ holdServers = false } = {}) {
      await deps.connections.reapLeftovers()
      await secrets.tidy()
      for (const store of [deps.stores.conversations, deps.stores.workspaces]) store.purge()
      if (!holdServers) startServers()
      search.start()
      await providers.discover()
    },
    startServers,
    async close() {
      imports.closeAll()
      health.close()
      search.close()
      await Promise.allSettled([chats.close(), tasks.resumption.close(), registry.close()])
      deps.stores.close()
    },
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
