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
    const ask = isStanding(answer) ? asks.pending().find((one) => one.id === id) : undefined
    const over = asks.over(id)
    if (ask?.kind === 'tool-approval' && over) {
      const decision = await consent.ask(grantOf(ask), over)
      if (decision === 'cancel') return { outcome: 'cancelled' }
    }
    asks.answer(id, answer)
    return { outcome: 'answered' }
  }
}

/** Whether it allows something for longer than the call that waits. */
function isStanding(answer: AskAnswer): boolean {
  return answer.kind === 'tool-approval' && answer.decision === 'allow-in-chat'
}

function grantOf(ask: Extract<Ask, { kind: 'tool-approval' }>) {
  const { serverName, serverHue, tool, conversationTitle } = ask
  return { kind: 'grant', serverName, serverHue, tool, conversationTitle } as const
}
