import type { ElicitationAnswer, ElicitationRequest } from '@gatehouse/domain/server-requests'
import type { HostDependencies } from '../dependencies.ts'
import { errorMessage } from '../error-message.ts'
import type { AskQueue } from '../asks/ask-queue.ts'
import { serverAsk, type RequestOrigin } from './server-ask.ts'

/** Shows forms and pages of servers to the person (MCP 2025-11-25, client/elicitation). */
export interface ElicitationHandler {
  /**
   * A page is opened in the browser once it is accepted, and only then; if that fails the person is
   * asked again. Rejects with `link/refused` for an address that is never opened, and as
   * {@link AskQueue.ask} does.
   */
  elicit(
    request: ElicitationRequest,
    asking: RequestOrigin,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer>
}

type Dependencies = Pick<HostDependencies, 'ids' | 'clock' | 'links'> & { asks: AskQueue }

export function createElicitationHandler(deps: Dependencies): ElicitationHandler {
  return {
    async elicit(request, asking, signal) {
      if (request.mode === 'url') deps.links.assertOpenable(request.url)
      let problem: string | undefined
      for (;;) {
        const { answer } = await deps.asks.ask(
          {
            ...serverAsk(asking, deps),
            kind: 'elicitation',
            request,
            ...(problem === undefined ? {} : { problem }),
          },
          signal,
        )
        if (request.mode === 'form' || answer.action !== 'accept') return answer
        try {
          await deps.links.open(request.url)
          return { action: 'accept' }
        } catch (error) {
          problem = errorMessage(error)
        }
      }
    },
  }
}
