import type { AnswerTo, ElicitationAsk } from '@gatehouse/domain'
import type {
  AskProblem,
  ElicitationAnswer,
  ElicitationRequest,
} from '@gatehouse/domain/server-requests'
import { askRecord } from '../audit/ask-record.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { AskQueue } from '../ask-queue/ask-queue.ts'
import { askProblem } from './ask-problem.ts'
import {
  createUrlElicitationHistory,
  type UrlElicitationHistory,
} from './url-elicitation-history.ts'
import type { SavedFormValues } from './saved-form-values.ts'
import { chatsOf, serverAsk, type RequestOrigin } from './server-ask.ts'

/** The origin of a request, with earlier visits to the pages of its call. */
export interface ElicitationOrigin extends RequestOrigin {
  visits?: UrlElicitationHistory
}

/** Shows forms and pages of servers to the person (MCP 2025-11-25, client/elicitation). */
export interface ElicitationHandler {
  /**
   * A page is opened in the browser once it is accepted, and only then; if that fails the person is
   * asked again. Rejects with `link/refused` for an address that is never opened, and as
   * {@link AskQueue.ask} does.
   */
  elicit(
    request: ElicitationRequest,
    origin: ElicitationOrigin,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer>
}

type Dependencies = Pick<
  HostDependencies,
  'ids' | 'clock' | 'links' | 'stores' | 'digest' | 'events'
> & {
  asks: AskQueue
  formValues: Pick<SavedFormValues, 'keep'>
}

export function createElicitationHandler(deps: Dependencies): ElicitationHandler {
  return {
    async elicit(request, origin, signal) {
      if (request.mode === 'url') deps.links.assertOpenable(request.url)
      const visits = origin.visits ?? createUrlElicitationHistory(deps.clock)
      let problem: AskProblem | undefined
      for (;;) {
        const ask: ElicitationAsk = {
          ...serverAsk(origin, deps),
          kind: 'elicitation',
          request,
          ...(problem === undefined ? {} : { problem }),
          ...visits.forAsk(),
        }
        const given = await deps.asks.ask(ask, signal)
        const { answer, keep } = given
        if (answer.action !== 'accept') return answer
        if (request.mode === 'form') {
          if (keep === true) tryTo(() => deps.formValues.keep(ask, request, answer.content ?? {}))
          return answer
        }
        problem = await openPage(ask, given, deps)
        visits.add(request.url, problem === undefined ? 'opened' : 'not-opened')
        if (problem === undefined) return { action: 'accept' }
      }
    },
  }
}

/**
 * Returns the problem for which the page could not be opened. The opening has an audit record of its own, as the
 * answer was recorded before. What came of it is a record of its own, as the answer was recorded before.
 */
async function openPage(
  ask: ElicitationAsk,
  answer: AnswerTo<'elicitation'>,
  deps: Dependencies,
): Promise<AskProblem | undefined> {
  const note = (outcome: 'done' | 'failed'): void => {
    const event = { type: 'answered', at: deps.clock.now(), answer } as const
    // If the disk refuses, the record of the answer stays open, and the next start ends it as not known.
    tryTo(() => {
      deps.stores.audit.append({ ...askRecord(ask, event, deps), outcome }, chatsOf(ask))
      deps.events.emit('audit.changed', {})
    })
  }
  const { request } = ask
  if (request.mode !== 'url') return undefined
  try {
    await deps.links.open(request.url)
  } catch (error) {
    note('failed')
    return askProblem(error)
  }
  note('done')
  return undefined
}

/** Takes a note after the person has answered: its failure must not keep the answer from the server. */
function tryTo(note: () => void): void {
  try {
    note()
  } catch {
    // The note could not be written, and the record does not claim it.
  }
}
