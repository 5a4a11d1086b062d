import type { Tool } from '@gatehouse/domain'
import type { ManagedServer } from '../../servers/managed-server.ts'

/** A tool as a chat has it. */
export interface ToolOfChat {
  conversationId: string
  server: ManagedServer
  /** The identity of the server, now or when the call was created. */
  identity: string
  tool: Tool
}
