import type {
  Ask,
  Conversation,
  DiscoveredProvider,
  Frame,
  LogLine,
  ModelProvider,
  ServerView,
  Settings,
  TurnEvent,
  VaultState,
} from '@gatehouse/domain'

/** Everything the host tells whoever watches. Names and shapes are those of the IPC event map. */
export interface HostEvents {
  'server.changed': ServerView
  'server.removed': { id: string }
  'server.tools-changed': { id: string }
  'server.list-changed': { id: string; list: 'prompts' | 'resources' }
  'server.resource-updated': { id: string; uri: string }
  'server.logged': LogLine[]
  'server.framed': Frame[]
  'chat.changed': Conversation
  'chat.removed': { id: string }
  'turn.events': { conversationId: string; turnId: string; events: TurnEvent[] }
  'ask.changed': Ask
  'provider.changed': ModelProvider
  'provider.removed': { id: string }
  'provider.discovered': DiscoveredProvider[]
  'settings.changed': Settings
  'vault.changed': VaultState
}
export type HostEventName = keyof HostEvents

export interface EventSink {
  emit<Name extends HostEventName>(name: Name, payload: HostEvents[Name]): void
}
