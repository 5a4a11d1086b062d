import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type AskRoutes = Extract<keyof RouteHandlers, `ask.${string}`>

export function askHandlers({
  asks,
  answerAsk,
  answerPlan,
  filePreviews,
  history,
}: Host): Pick<RouteHandlers, AskRoutes> {
  return {
    'ask.list': () => asks.pending(),
    'ask.answer': ({ id, answer, alike }) => answerAsk(id, answer, alike),
    'ask.answer-plan': (answer) => answerPlan(answer),
    'ask.file-preview': ({ id }) => filePreviews.of(id),
    'ask.drafts': () => asks.drafts.list(),
    'ask.save-draft': ({ id, draft }) => asks.saveDraft(id, draft),
    'ask.unsent': () => asks.drafts.unsent(),
    'ask.dismiss-unsent': ({ id }) => asks.drafts.dismiss(id),
    'ask.history': ({ limit }) => history(limit),
  }
}
