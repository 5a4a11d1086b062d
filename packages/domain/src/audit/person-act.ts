import type { AuditRecord } from './audit.ts'

/** Something that the person did by a press, beside calls and answers. */
export interface PersonAct {
  kind: Extract<
    AuditRecord['kind'],
    | 'server-started'
    | 'server-stopped'
    | 'person-request'
    | 'registry-search'
    | 'bundle-download'
    | 'chat-servers'
    | 'message-sent'
    | 'message-queued'
    | 'turn-resumed'
    | 'start-resumed'
    | 'signed-out'
    | 'task-cancelled'
  >
  serverId: string | null
  conversationId?: string | undefined
  /** The text that was read, in one line; the name of the server or the title of the chat where it is empty. */
  subject?: string | undefined
  /** Acts of the same key one after the other are one: completions follow typing, readings a change. */
  repeats?: string | undefined
}
