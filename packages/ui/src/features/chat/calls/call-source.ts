import { createContext } from 'react'

/** The call whose result is drawn: who gave it, and the chat that it is in. */
export interface CallSource {
  conversationId: string
  serverId: string
  serverName: string
  serverHue: number
}

/** `null` where a result is drawn outside a chat, or its server is unknown. */
export const CallSourceContext = createContext<CallSource | null>(null)
