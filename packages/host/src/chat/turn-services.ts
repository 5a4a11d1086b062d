import type { ChatTitles } from './chat-titles.ts'
import type { OfferedTools } from './offered-tools.ts'

/** What turns need beside the chat itself. */
export interface TurnServices {
  offeredTools: OfferedTools
  titles: Pick<ChatTitles, 'after'>
}
