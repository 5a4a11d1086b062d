import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type AskRoutes = Extract<keyof RouteHandlers, `ask.${string}`>

export function askHandlers({ asks, answerAsk, history }: Host): Pick<RouteHandlers, AskRoutes> {
  return {
    'ask.list': () => asks.pending(),
    'ask.answer': ({ id, answer }) => answerAsk(id, answer),
    'ask.history': ({ limit }) => history(limit),
  }
}
