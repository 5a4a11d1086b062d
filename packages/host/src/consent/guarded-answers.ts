import type { Ask, AskAnswer } from '@gatehouse/domain'
import type { AskQueue } from '../asks/ask-queue.ts'
import type { ConsentPrompt } from '../ports/index.ts'

export interface AnswerOutcome {
  /** `cancelled`: the person did not want it after all; the ask waits on. */
  outcome: 'answered' | 'cancelled'
}

interface Dependencies {
  asks: AskQueue
  consent: ConsentPrompt
}

/** Answers of the window; what would allow more than this once is consented to first. */
export function createGuardedAnswers({ asks, consent }: Dependencies) {
  return async (id: string, answer: AskAnswer): Promise<AnswerOutcome> => {
    const scope = scopeOf(answer)
    const ask = scope ? asks.pending().find((one) => one.id === id) : undefined
    const over = asks.over(id)
    if (scope && ask?.kind === 'tool-approval' && over) {
      const decision = await consent.ask(grantOf(ask, scope), over)
      if (decision === 'cancel') return { outcome: 'cancelled' }
    }
    asks.answer(id, answer)
    return { outcome: 'answered' }
  }
}

/** Where it allows something for longer than the call that waits; `null` where it does not. */
function scopeOf(answer: AskAnswer): 'chat' | 'always' | null {
  if (answer.kind !== 'tool-approval') return null
  switch (answer.decision) {
    case 'allow-in-chat':
      return 'chat'
    case 'allow-always':
      return 'always'
    case 'allow-once':
    case 'deny':
      return null
  }
}

function grantOf(ask: Extract<Ask, { kind: 'tool-approval' }>, scope: 'chat' | 'always') {
  const { serverName, serverHue, tool, conversationTitle } = ask
  return { kind: 'grant', scope, serverName, serverHue, tool, conversationTitle } as const
}
