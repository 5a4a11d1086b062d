import { isGatehouseError } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { messageOf } from '../message-of.ts'
import type { ClientFeatures, ServerRequestContext, ServerRequestHandler } from '../ports/index.ts'
import type { RootsAnswerer } from '../workspaces/roots-provider.ts'
import type { ElicitationDesk } from './elicitation-handler.ts'
import type { FinishedElicitations } from './finished-elicitations.ts'
import { createRequestLimit } from './request-limit.ts'
import type { RunningCalls } from './running-calls.ts'
import type { SamplingDesk } from './sampling-handler.ts'
import type { Asking, AskingServer } from './server-ask.ts'

/** Answers what servers ask of the host, by asking the person. */
export interface ServerDesk {
  /** What servers are told that can be asked: what works, nothing more. */
  readonly features: ClientFeatures
  /** For the connections of one server. */
  handlerFor(server: AskingServer): ServerRequestHandler
  /** The server says that what it sent the person to the browser for is done. */
  elicitationComplete(serverId: string, elicitationId: string): void
}

type Dependencies = Pick<HostDependencies, 'clock'> & {
  calls: RunningCalls
  elicitations: ElicitationDesk
  finished: FinishedElicitations
  sampling: SamplingDesk
  /** Absent: servers are not told that they may ask for folders. */
  roots?: RootsAnswerer
}

export function createServerDesk(deps: Dependencies): ServerDesk {
  const { calls, elicitations, sampling, roots } = deps
  return {
    features: {
      elicitation: { form: true, url: true },
      sampling: { tools: true },
      roots: roots !== undefined,
    },
    elicitationComplete: (serverId, elicitationId) => deps.finished.finish(serverId, elicitationId),

    handlerFor(server) {
      const limit = createRequestLimit(deps.clock)
      const answer = async <Result>(
        context: ServerRequestContext,
        ask: (asking: Asking, signal: AbortSignal) => Promise<Result>,
        signal: AbortSignal,
      ): Promise<Result> => {
        try {
          const asked = { serverId: server.config.id, callIds: context.callIds }
          return await calls.during(asked, (causes, own) => ask({ server, causes }, own), signal)
        } catch (error) {
          noteRefusal(error, server, deps.clock.now())
          throw error
        }
      }
      const limited = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
        limit.take(server.config.name)
        return ask()
      }
      return {
        elicit: (request, context, signal) =>
          answer(
            context,
            (asking, own) => limited(() => elicitations.elicit(request, asking, own)),
            signal,
          ),
        sample: (request, context, signal) =>
          answer(
            context,
            (asking, own) => limited(() => sampling.sample(request, asking, own)),
            signal,
          ),
        // Not limited: a person is asked once, and a refusal would leave the server with old folders.
        listRoots: (context, signal) =>
          answer(
            context,
            async ({ causes }, own) =>
              roots ? await roots.listRoots(server.config.id, causes, own) : [],
            signal,
          ),
      }
    },
  }
}

/** A person's own no needs no line; what the host refuses by itself does. */
function noteRefusal(error: unknown, { journal }: AskingServer, at: number): void {
  const code = isGatehouseError(error) ? error.code : ''
  if (code === 'request/refused' || code === 'ask/withdrawn') return
  journal.log({ at, source: 'host', level: 'warning', text: messageOf(error) })
}
