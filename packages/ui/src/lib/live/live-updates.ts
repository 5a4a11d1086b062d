import type { Bridge, EventName, EventPayload } from '@gatehouse/contract'
import { reduceConnection } from '@gatehouse/domain'
import type { RunningSampling } from '@gatehouse/domain/server-requests'
import type {
  Ask,
  Conversation,
  ConversationView,
  Frame,
  LogLine,
  ModelProvider,
  ServerTask,
  ServerView,
  WorkspaceView,
} from '@gatehouse/domain'
import { addOnce, appendNewer, upsert, type ListBounds } from './update-list.ts'
import { applyTurnEvents } from './apply-turn-events.ts'
import type { LiveCache } from './live-cache.ts'
import { queryKeys } from '../queries/query-keys.ts'
import { createRequestRoute } from '../bridge/request-route.ts'
import { withBranch } from './merge-transcript-pages.ts'
import { typingPace } from '../keys/typing-pace.ts'

/** Lines and frames of one server that the window keeps, and characters or bytes of them; main keeps as many. */
const LOG_BOUNDS: ListBounds<LogLine> = {
  maxItems: 5000,
  maxSize: 2_000_000,
  sizeOf: ({ text }) => text.length,
}
const FRAME_BOUNDS: ListBounds<Frame> = {
  maxItems: 2000,
  maxSize: 8_000_000,
  sizeOf: frameSize,
}
/** Addresses of changed resources of one server; main reports those that are watched, which are fewer. */
const MAX_CHANGED = 200

/** Receives every event of main once and takes it into the cache, until the result is called. */
export function startLiveUpdates(bridge: Bridge, cache: LiveCache): () => void {
  const request = createRequestRoute(bridge)
  const stops: (() => void)[] = []
  const listen = <Name extends EventName>(
    name: Name,
    take: (payload: EventPayload<Name>) => void,
  ): void => {
    stops.push(bridge.on(name, take))
  }
  listenToServers(listen, cache)
  listenToChats(listen, cache)
  listen('chat.branch-changed', ({ id, depth, ...at }) => {
    const key = queryKeys.conversation(id)
    void cache
      .load(key, () => request('chat.get', { id, at }))
      .then((page) => cache.update<ConversationView>(key, (view) => withBranch(view, page, depth)))
      .catch(() => cache.refresh(key))
  })
  listenToModels(listen, cache)
  listenToTasks(listen, cache)
  listenToWorkspaces(listen, cache)
  listen('audit.changed', () => {
    cache.refresh(queryKeys.auditRecords)
    // They have the calls of interfaces.
    cache.refresh(queryKeys.allServerApps)
  })
  // The first view of a page pins it.
  listen('app-view.event', ({ event }) => {
    if (event.type === 'started') cache.refresh(queryKeys.allServerApps)
  })
  listen('settings.changed', (settings) => {
    cache.set(queryKeys.settings, settings)
    cache.refresh(queryKeys.quickShortcut)
  })
  listenToSecrets(listen, cache)
  listen('window.changed', (windows) => {
    cache.set(queryKeys.openWindows, windows)
    // What was held back in a window that died is held back here once that one is closed.
    cache.refresh(queryKeys.safeStart)
  })
  return () => {
    for (const stop of stops) stop()
  }
}

function listenToSecrets(listen: Listen, cache: LiveCache): void {
  const refresh = (): void => cache.refresh(queryKeys.secrets)
  listen('vault.changed', (vault) => {
    cache.set(queryKeys.vault, vault)
    refresh()
  })
  for (const name of ['secret.changed', 'server.removed', 'provider.removed'] as const)
    listen(name, refresh)
  listen('secret.changed', () => cache.refresh(queryKeys.serverSignIns))
}

type Listen = <Name extends EventName>(
  name: Name,
  take: (payload: EventPayload<Name>) => void,
) => void

function listenToServers(listen: Listen, cache: LiveCache): void {
  listen('server.changed', (view) => {
    cache.update<ServerView[]>(queryKeys.servers, (list) =>
      upsert(list, view, (one) => one.config.id),
    )
    cache.refresh(queryKeys.serverSignIn(view.config.id))
    cache.refresh(queryKeys.serverInstructions(view.config.id))
  })
  listen('server.responded', ({ id, at, ms }) =>
    cache.update<ServerView[]>(queryKeys.servers, (list) =>
      list.map((view) =>
        view.config.id === id
          ? {
              ...view,
              connection: reduceConnection(view.connection, { type: 'round-trip', at, ms }),
            }
          : view,
      ),
    ),
  )
  listen('server.removed', ({ id }) => {
    cache.update<ServerView[]>(queryKeys.servers, (list) =>
      list.filter((one) => one.config.id !== id),
    )
    cache.refresh(queryKeys.auditRecords)
  })
  listen('server.tools-changed', ({ id }) => {
    cache.refresh(queryKeys.serverTools(id))
    cache.refresh(queryKeys.serverApps(id))
    // The names of one server are compared with those of all others.
    cache.refresh(queryKeys.allSimilarTools)
  })
  listen('server.list-changed', ({ id, list }) => {
    if (list === 'prompts') return cache.refresh(queryKeys.serverPrompts(id))
    cache.refresh(queryKeys.serverResources(id))
    cache.refresh(queryKeys.serverTemplates(id))
  })
  listen('server.resource-updated', ({ id, uri }) => {
    cache.refresh(queryKeys.resourceReading(id, uri))
    cache.update<string[]>(queryKeys.changedResources(id), (list) =>
      addOnce(list, uri, MAX_CHANGED),
    )
  })
  listen('server.watches-changed', ({ id, uris }) => cache.set(queryKeys.serverWatches(id), uris))
  listen('server.request-progress', ({ requestId, progress }) =>
    cache.set(queryKeys.requestProgress(requestId), progress),
  )
  listen('server.logged', (lines) => {
    for (const [id, group] of byServer(lines))
      cache.update<LogLine[]>(queryKeys.serverLogs(id), (list) =>
        appendNewer(list, group, LOG_BOUNDS),
      )
  })
  listen('server.framed', (frames) => {
    for (const [id, group] of byServer(frames))
      cache.update<Frame[]>(queryKeys.serverFrames(id), (list) =>
        appendNewer(list, group, FRAME_BOUNDS),
      )
  })
}

/** Size of a frame: its bytes, or the kept part of a long one. Its names may be longer than its message. */
function frameSize({ bytes, truncated, message, method, rpcId }: Frame): number {
  const kept = truncated && typeof message === 'string' ? message.length : bytes
  return kept + (method?.length ?? 0) + (typeof rpcId === 'string' ? rpcId.length : 0)
}

function byServer<Item extends { serverId: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(item.serverId)
    if (group) group.push(item)
    else groups.set(item.serverId, [item])
  }
  return groups
}

function listenToChats(listen: Listen, cache: LiveCache): void {
  listen('chat.changed', (conversation) => {
    cache.update<Conversation[]>(queryKeys.conversations, (list) =>
      upsert(list, conversation, (one) => one.id),
    )
    cache.update<ConversationView>(queryKeys.conversation(conversation.id), (view) => ({
      ...view,
      conversation,
    }))
  })
  listen('chat.attachments-changed', ({ id, attachmentIds, changed }) =>
    cache.update<ConversationView>(queryKeys.conversation(id), (view) => {
      const known = new Map([...view.attachments, ...changed].map((one) => [one.id, one]))
      const attachments = attachmentIds.flatMap((one) => known.get(one) ?? [])
      return attachments.length === attachmentIds.length ? { ...view, attachments } : undefined
    }),
  )
  listen('chat.list-changed', () => cache.refresh(queryKeys.conversations))
  listen('chat.follows-changed', () => cache.refresh(queryKeys.allFollows))
  listen('chat.removed', ({ id }) =>
    cache.update<Conversation[]>(queryKeys.conversations, (list) =>
      list.filter((one) => one.id !== id),
    ),
  )
  listen('turn.events', (batch) => {
    const update = (): void =>
      cache.update<ConversationView>(queryKeys.conversation(batch.conversationId), (view) =>
        applyTurnEvents(view, batch),
      )
    // Text that grows lets typing go first; all else is shown at once, after the text that came before it.
    if (batch.events.every(isGrowth)) typingPace.run(update)
    else {
      typingPace.flush()
      update()
    }
    if (batch.events.some(isRecorded))
      for (const key of [queryKeys.auditRecords, queryKeys.grants]) cache.refresh(key)
  })
  listen('ask.changed', (ask) => {
    cache.update<Ask[]>(queryKeys.asks, (list) =>
      ask.state.status === 'pending'
        ? upsert(list, ask, (one) => one.id)
        : list.filter((one) => one.id !== ask.id),
    )
    if (ask.state.status !== 'pending') cache.refresh(queryKeys.auditRecords)
    if (ask.state.status === 'withdrawn') cache.refresh(queryKeys.unsentAnswers)
  })
  listen('sampling.running', (running) =>
    cache.update<RunningSampling[]>(queryKeys.runningSamplings, (list) =>
      upsert(list, running, (one) => one.id),
    ),
  )
  listen('sampling.ended', ({ id }) =>
    cache.update<RunningSampling[]>(queryKeys.runningSamplings, (list) =>
      list.filter((one) => one.id !== id),
    ),
  )
  listen('sampling.changed', () => {
    for (const key of [queryKeys.samplingPolicies, queryKeys.auditRecords]) cache.refresh(key)
  })
}

function isGrowth({ type }: EventPayload<'turn.events'>['events'][number]): boolean {
  return type === 'text-delta' || type === 'reasoning-delta' || type === 'tool-input-delta'
}

function isRecorded(event: EventPayload<'turn.events'>['events'][number]): boolean {
  return (
    event.type === 'tool-call-decided' ||
    event.type === 'tool-call-finished' ||
    event.type === 'tool-call-ended' ||
    event.type === 'turn-ended'
  )
}

function listenToModels(listen: Listen, cache: LiveCache): void {
  listen('provider.changed', (provider) =>
    cache.update<ModelProvider[]>(queryKeys.providers, (list) =>
      upsert(list, provider, (one) => one.id),
    ),
  )
  listen('provider.removed', ({ id }) =>
    cache.update<ModelProvider[]>(queryKeys.providers, (list) =>
      list.filter((one) => one.id !== id),
    ),
  )
  listen('provider.discovered', (found) => cache.set(queryKeys.discovered, found))
}

function listenToTasks(listen: Listen, cache: LiveCache): void {
  listen('task.changed', (task) => {
    cache.update<ServerTask[]>(queryKeys.tasks, (list) => upsert(list, task, (one) => one.id))
    cache.refresh(queryKeys.tasksAtServer(task.serverId))
  })
  listen('task.removed', ({ id }) =>
    cache.update<ServerTask[]>(queryKeys.tasks, (list) => list.filter((one) => one.id !== id)),
  )
}

function listenToWorkspaces(listen: Listen, cache: LiveCache): void {
  listen('workspace.changed', (workspace) =>
    cache.update<WorkspaceView[]>(queryKeys.workspaces, (list) =>
      upsert(list, workspace, (one) => one.id),
    ),
  )
  listen('workspace.removed', ({ id }) =>
    cache.update<WorkspaceView[]>(queryKeys.workspaces, (list) =>
      list.filter((one) => one.id !== id),
    ),
  )
}
