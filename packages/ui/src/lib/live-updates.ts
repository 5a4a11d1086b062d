import type { Bridge, EventName, EventPayload } from '@gatehouse/contract'
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
import { appendNewer, upsert } from './fold-list.ts'
import { foldTurnEvents } from './fold-turn-events.ts'
import type { LiveCache } from './live-cache.ts'
import { queryKeys } from './query-keys.ts'

/** How many lines and frames of one server the renderer keeps; main keeps as many. */
const LOG_LIMIT = 5000
const FRAME_LIMIT = 2000

/** Hears every event of main once and takes it into the cache, until the result is called. */
export function startLiveUpdates(bridge: Bridge, cache: LiveCache): () => void {
  const stops: (() => void)[] = []
  const hear = <Name extends EventName>(
    name: Name,
    take: (payload: EventPayload<Name>) => void,
  ): void => {
    stops.push(bridge.on(name, take))
  }
  hearServers(hear, cache)
  hearChats(hear, cache)
  hearModels(hear, cache)
  hearTasks(hear, cache)
  hearWorkspaces(hear, cache)
  hear('settings.changed', (settings) => cache.set(queryKeys.settings, settings))
  hear('vault.changed', (vault) => cache.set(queryKeys.vault, vault))
  return () => {
    for (const stop of stops) stop()
  }
}

type Hear = <Name extends EventName>(
  name: Name,
  take: (payload: EventPayload<Name>) => void,
) => void

function hearServers(hear: Hear, cache: LiveCache): void {
  hear('server.changed', (view) =>
    cache.update<ServerView[]>(queryKeys.servers, (list) =>
      upsert(list, view, (one) => one.config.id),
    ),
  )
  hear('server.removed', ({ id }) => {
    cache.update<ServerView[]>(queryKeys.servers, (list) =>
      list.filter((one) => one.config.id !== id),
    )
    cache.refresh(queryKeys.askHistory)
  })
  hear('server.tools-changed', ({ id }) => cache.refresh(queryKeys.serverTools(id)))
  hear('server.list-changed', ({ id, list }) => {
    if (list === 'prompts') return cache.refresh(queryKeys.serverPrompts(id))
    cache.refresh(queryKeys.serverResources(id))
    cache.refresh(queryKeys.serverTemplates(id))
  })
  hear('server.resource-updated', ({ id, uri }) => {
    cache.refresh(queryKeys.resourceReading(id, uri))
    cache.update<string[]>(queryKeys.changedResources(id), (list) =>
      list.includes(uri) ? list : [...list, uri],
    )
  })
  hear('server.watches-changed', ({ id, uris }) => cache.set(queryKeys.serverWatches(id), uris))
  hear('server.request-progress', ({ requestId, progress }) =>
    cache.set(queryKeys.requestProgress(requestId), progress),
  )
  hear('server.logged', (lines) => {
    for (const [id, group] of byServer(lines))
      cache.update<LogLine[]>(queryKeys.serverLogs(id), (list) =>
        appendNewer(list, group, LOG_LIMIT),
      )
  })
  hear('server.framed', (frames) => {
    for (const [id, group] of byServer(frames))
      cache.update<Frame[]>(queryKeys.serverFrames(id), (list) =>
        appendNewer(list, group, FRAME_LIMIT),
      )
  })
}

function byServer<Item extends { serverId: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(item.serverId, [...(groups.get(item.serverId) ?? []), item])
  return groups
}

function hearChats(hear: Hear, cache: LiveCache): void {
  hear('chat.changed', (conversation) => {
    cache.update<Conversation[]>(queryKeys.conversations, (list) =>
      upsert(list, conversation, (one) => one.id),
    )
    cache.update<ConversationView>(queryKeys.conversation(conversation.id), (view) => ({
      ...view,
      conversation,
    }))
  })
  hear('chat.removed', ({ id }) =>
    cache.update<Conversation[]>(queryKeys.conversations, (list) =>
      list.filter((one) => one.id !== id),
    ),
  )
  hear('turn.events', (batch) => {
    cache.update<ConversationView>(queryKeys.conversation(batch.conversationId), (view) =>
      foldTurnEvents(view, batch),
    )
    if (batch.events.some(isRecorded)) cache.refresh(queryKeys.askHistory)
  })
  hear('ask.changed', (ask) => {
    cache.update<Ask[]>(queryKeys.asks, (list) =>
      ask.state.status === 'pending'
        ? upsert(list, ask, (one) => one.id)
        : list.filter((one) => one.id !== ask.id),
    )
    if (ask.state.status !== 'pending') cache.refresh(queryKeys.askHistory)
  })
}

function isRecorded(event: EventPayload<'turn.events'>['events'][number]): boolean {
  return (
    event.type === 'tool-call-decided' ||
    event.type === 'tool-call-finished' ||
    event.type === 'tool-call-ended' ||
    event.type === 'turn-ended'
  )
}

function hearModels(hear: Hear, cache: LiveCache): void {
  hear('provider.changed', (provider) =>
    cache.update<ModelProvider[]>(queryKeys.providers, (list) =>
      upsert(list, provider, (one) => one.id),
    ),
  )
  hear('provider.removed', ({ id }) =>
    cache.update<ModelProvider[]>(queryKeys.providers, (list) =>
      list.filter((one) => one.id !== id),
    ),
  )
  hear('provider.discovered', (found) => cache.set(queryKeys.discovered, found))
}

function hearTasks(hear: Hear, cache: LiveCache): void {
  hear('task.changed', (task) => {
    cache.update<ServerTask[]>(queryKeys.tasks, (list) => upsert(list, task, (one) => one.id))
    cache.refresh(queryKeys.tasksAtServer(task.serverId))
  })
  hear('task.removed', ({ id }) =>
    cache.update<ServerTask[]>(queryKeys.tasks, (list) => list.filter((one) => one.id !== id)),
  )
}

function hearWorkspaces(hear: Hear, cache: LiveCache): void {
  hear('workspace.changed', (workspace) =>
    cache.update<WorkspaceView[]>(queryKeys.workspaces, (list) =>
      upsert(list, workspace, (one) => one.id),
    ),
  )
  hear('workspace.removed', ({ id }) =>
    cache.update<WorkspaceView[]>(queryKeys.workspaces, (list) =>
      list.filter((one) => one.id !== id),
    ),
  )
}
