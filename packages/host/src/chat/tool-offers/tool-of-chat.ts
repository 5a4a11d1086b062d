import type { Tool } from '@gatehouse/domain'
import type { ManagedServer } from '../../servers/managed-server.ts'

/** A tool as a chat has it. */
export interface ToolOfChat {
  conversationId: string
  server: ManagedServer
  /** Who the server is, or was when the call was made out. */
  identity: string
  tool: Tool
}
