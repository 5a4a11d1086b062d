import type { HostDependencies } from '../dependencies.ts'
import type { ProviderService } from '../models/provider-service.ts'
import type { RootsAnswerer } from '../workspaces/roots-answerer.ts'
import type { AskQueue } from './ask-queue.ts'
import { createElicitationDesk } from './elicitation-desk.ts'
import { createFinishedElicitations } from './finished-elicitations.ts'
import { createPageErrands, type PageErrands } from './page-errand.ts'
import { createRunningCalls, type RunningCalls } from './running-calls.ts'
import { createSamplingDesk } from './sampling-desk.ts'
import { createServerDesk, type ServerDesk } from './server-desk.ts'

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
