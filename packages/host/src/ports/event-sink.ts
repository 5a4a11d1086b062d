import type {
  Ask,
  Attachment,
  Conversation,
  DiscoveredProvider,
  Frame,
  LogLine,
  ModelProvider,
  ServerView,
  ServerTask,
  Settings,
  ToolCallProgress,
  TurnEvent,
  VaultState,
  WorkspaceView,
} from '@gatehouse/domain'
import type { AppViewEvent } from '@gatehouse/domain/apps'
import type { BackupProgress } from '@gatehouse/domain/backup'
import type { ImportProgress } from '@gatehouse/domain/chats'
import type { RunningSampling } from '@gatehouse/domain/server-requests'

interface AppViewPayload {
  viewId: string
  conversationId: string
  /** The call that the interface belongs to. */
  entryId: string
  event: AppViewEvent
}

/** All events of the host. Names and shapes are those of the IPC event map. */
export interface HostEvents {
  'server.changed': ServerView
  /** A response arrived; emitted at most once a second for each server. */
  'server.responded': { id: string; at: number; ms: number }
  'server.removed': { id: string }
  'server.tools-changed': { id: string }
  'server.list-changed': { id: string; list: 'prompts' | 'resources' }
  'server.resource-updated': { id: string; uri: string }
  'server.watches-changed': { id: string; uris: string[] }
  'server.request-progress': { requestId: string; progress: ToolCallProgress }
  'server.logged': LogLine[]
  'server.framed': Frame[]
  'chat.changed': Conversation
  'chat.removed': { id: string }
  /** Many chats were added at once, without an event for each. */
  'chat.list-changed': Record<string, never>
  /** Progress of an import of chats of another product. */
  'chat.import-progress': ImportProgress
  /** Carries only attachments that are new or changed: a draft with many is not sent again for each. */
  'chat.attachments-changed': { id: string; attachmentIds: string[]; changed: Attachment[] }
  /** Followed resources were added, removed or marked as changed; emitted at most a few times a second. */
  'chat.follows-changed': Record<string, never>
  /** Another version of a turn is shown, from this depth on; the entry is its first. */
  'chat.branch-changed': { id: string; depth: number; turnId: string; entryId: string }
  'turn.events': { conversationId: string; turnId: string; events: TurnEvent[] }
  'ask.changed': Ask
  /** Event of a running interface. */
  'app-view.event': AppViewPayload
  /**
   * A server sends more requests than may be pending, or too often; emitted at most once a minute for each server.
   */
  'ask.refused': { serverId: string; serverName: string }
  /** The person clicked a notification of this ask: show it. */
  'ask.wanted': { id: string }
  /** A model answers for a server; emitted at its start, and at most ten times a second during it. */
  'sampling.running': RunningSampling
  'sampling.ended': { id: string }
  /** A policy or its use changed. */
  'audit.changed': Record<string, never>
  'sampling.changed': Record<string, never>
  'backup.progress': BackupProgress
  'task.changed': ServerTask
  'task.removed': { id: string }
  'workspace.changed': WorkspaceView
  'workspace.removed': { id: string }
  'provider.changed': ModelProvider
  'provider.removed': { id: string }
  'provider.discovered': DiscoveredProvider[]
  'settings.changed': Settings
  'vault.changed': VaultState
  /** Secrets were added or forgotten. */
  'secret.changed': Record<string, never>
}
export type HostEventName = keyof HostEvents

export interface EventSink {
  emit<Name extends HostEventName>(name: Name, payload: HostEvents[Name]): void
}
