import type { ChatTitles } from '../conversations/chat-titles.ts'
import type { ToolOfferService } from '../tool-offers/tool-offer-service.ts'

/** The services that turns use beside the chat itself. */
export interface TurnServices {
  offeredTools: ToolOfferService
  titles: Pick<ChatTitles, 'after'>
}
