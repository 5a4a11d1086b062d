import type { HostDependencies } from '../dependencies.ts'
import type { ProviderService } from '../models/provider-service.ts'
import type { RootsAnswerer } from '../workspaces/roots-provider.ts'
import type { AskQueue } from './ask-queue.ts'
import { createElicitationDesk } from './elicitation-handler.ts'
import { createFinishedElicitations } from './finished-elicitations.ts'
import { createPageErrands, type PageErrands } from './url-elicitation-retry.ts'
import { createRunningCalls, type RunningCalls } from './running-calls.ts'
import { createSamplingDesk } from './sampling-handler.ts'
import { createServerDesk, type ServerDesk } from './server-request-handlers.ts'

/** Everything between what servers ask and the queue. */
export interface AskDesks {
  desk: ServerDesk
  calls: RunningCalls
  errands: PageErrands
}

type Dependencies = Pick<HostDependencies, 'ids' | 'clock' | 'stores' | 'links' | 'digest'> & {
  asks: AskQueue
  providers: Pick<ProviderService, 'list' | 'clientFor'>
  roots: RootsAnswerer
}

export function createAskDesks(deps: Dependencies): AskDesks {
  const calls = createRunningCalls()
  const finished = createFinishedElicitations()
  const elicitations = createElicitationDesk(deps)
  const sampling = createSamplingDesk(deps)
  return {
    desk: createServerDesk({ ...deps, calls, elicitations, finished, sampling }),
    calls,
    errands: createPageErrands({ ...deps, elicitations, finished }),
  }
}
