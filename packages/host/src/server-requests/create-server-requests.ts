import type { HostDependencies } from '../dependencies.ts'
import type { ProviderService } from '../model-providers/provider-service.ts'
import type { RootsProvider } from '../workspaces/roots-provider.ts'
import type { AskQueue } from '../ask-queue/ask-queue.ts'
import { createModelRuns, type ModelRuns } from './model-runs.ts'
import { createSamplingUsage } from './sampling-usage.ts'
import { createElicitationHandler } from './elicitation-handler.ts'
import { createFinishedElicitations } from './finished-elicitations.ts'
import { createUrlElicitationRetry, type UrlElicitationRetry } from './url-elicitation-retry.ts'
import { createRunningCalls, type RunningCalls } from './running-calls.ts'
import { SavedFormValues } from './saved-form-values.ts'
import { createSamplingExchanges, type SamplingExchanges } from './sampling-exchange.ts'
import { createSamplingHandler } from './sampling-handler.ts'
import type { TaskExpiries } from './server-ask.ts'
import type { LimitRequest } from './sampling-run.ts'
import { createSignInPrompts, type SignInPrompts } from './sign-in-prompt.ts'
import {
  createServerRequestHandlers,
  type ServerRequestHandlers,
} from './server-request-handlers.ts'

/** Everything that handles requests of servers. */
export interface ServerRequests {
  handlers: ServerRequestHandlers
  calls: RunningCalls
  elicitationRetry: UrlElicitationRetry
  signIns: SignInPrompts
  /** Models that answer servers now. */
  modelRuns: ModelRuns
  exchanges: Pick<SamplingExchanges, 'onOver'>
}

type Dependencies = Pick<
  HostDependencies,
  'ids' | 'clock' | 'stores' | 'links' | 'digest' | 'events' | 'timers' | 'pause'
> & {
  asks: AskQueue
  providers: Pick<ProviderService, 'list' | 'clientFor'>
  roots: RootsProvider
  tasks: TaskExpiries
  limitRequest: LimitRequest
}

export function createServerRequests(deps: Dependencies): ServerRequests {
  const { ids, clock, stores, links, digest, events, timers, pause } = deps
  const { asks, providers, roots, tasks, limitRequest } = deps
  const calls = createRunningCalls()
  const finished = createFinishedElicitations()
  const elicitations = createElicitationHandler({
    ids,
    clock,
    links,
    stores,
    digest,
    events,
    asks,
    formValues: new SavedFormValues({ stores, clock }),
  })
  const runs = createModelRuns({ ids, clock, events, timers, limitRequest })
  const exchanges = createSamplingExchanges()
  const sampling = createSamplingHandler({
    ids,
    clock,
    stores,
    digest,
    events,
    timers,
    pause,
    asks,
    providers,
    runs,
    usage: createSamplingUsage({ stores, clock, ids }),
    exchanges,
  })
  return {
    handlers: createServerRequestHandlers({
      clock,
      events,
      calls,
      tasks,
      elicitations,
      finished,
      sampling,
      roots,
    }),
    calls,
    elicitationRetry: createUrlElicitationRetry({ ids, clock, asks, elicitations, finished }),
    signIns: createSignInPrompts({ ids, clock, links, asks, calls }),
    modelRuns: runs,
    exchanges,
  }
}
