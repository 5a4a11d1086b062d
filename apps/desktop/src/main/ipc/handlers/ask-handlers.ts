import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

export const askHandlers = ({
  asks,
  answerAsk,
  answerPlan,
  filePreviews,
  history,
}: Host): HandlersOf<'ask'> => ({
  'ask.list': () => asks.pending(),
  'ask.answer': ({ id, answer, alike }) => answerAsk(id, answer, alike),
  'ask.answer-plan': (answer) => answerPlan(answer),
  'ask.file-preview': ({ id }) => filePreviews.of(id),
  'ask.drafts': () => asks.drafts.list(),
  'ask.save-draft': ({ id, draft }) => asks.saveDraft(id, draft),
  'ask.unsent': () => asks.drafts.unsent(),
  'ask.dismiss-unsent': ({ id }) => asks.drafts.dismiss(id),
  'ask.history': ({ limit }) => history(limit),
})
