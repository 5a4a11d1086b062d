import type { ToolCall } from '@gatehouse/domain'
import { RevealText } from '../../../kit/index.ts'
import { useUnsentAnswers } from '../../../lib/queries/index.ts'
import { UnsentAnswerCard } from '../../../lib/drafts/unsent-answer-card.tsx'
import { useWithdrawnWords } from '../../../lib/words/withdrawn-words.ts'

interface WithdrawnAsksProps {
  call: ToolCall
  conversationId: string
}

/** Asks that were withdrawn during a call: one line each, and the person's unsent answer. */
export function WithdrawnAsks({ call, conversationId }: WithdrawnAsksProps) {
  const words = useWithdrawnWords()
  const unsent =
    useUnsentAnswers().data?.filter(
      ({ causes }) =>
        causes.findLast((one) => one.conversationId === conversationId)?.entryId === call.id,
    ) ?? []
  const shown = new Set(unsent.map(({ id }) => id))
  const withdrawn = call.withdrawnAsks?.filter(({ id }) => !shown.has(id)) ?? []
  return (
    <>
      {withdrawn.map((ask) => (
        <p key={ask.id} data-testid="withdrawn-ask" className="pt-1.5 pl-4 text-small text-fg-3">
          <RevealText text={words({ ...ask, server: call.serverName })} />
        </p>
      ))}
      {unsent.map((one) => (
        <div key={one.id} className="pt-2.5 pl-4">
          <UnsentAnswerCard unsent={one} />
        </div>
      ))}
    </>
  )
}
