import { isGatehouseError, type AskCause, GatehouseError } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { errorMessage } from '../error-message.ts'
import type {
  ClientFeatures,
  ServerRequestContext,
  ServerRequestHandler,
  Clock,
} from '../ports/index.ts'
import type { RootsProvider } from '../workspaces/roots-provider.ts'
import type { ElicitationHandler } from './elicitation-handler.ts'
import type { FinishedElicitations } from './finished-elicitations.ts'
import { createRootsHandler } from './roots-handler.ts'
import type { RunningCalls } from './running-calls.ts'
import type { SamplingHandler } from './sampling-handler.ts'
import type { RequestOrigin, AskingServer, TaskExpiries } from './server-ask.ts'

const WINDOW_MS = 60_000

/** A tool loop of a busy server stays below; one that runs away does not. */
const MAX_IN_WINDOW = 60

/** Handles the requests of servers, by asking the person. */
export interface ServerRequestHandlers {
  /** Declared to servers: what works, nothing more. */
  readonly features: Omit<ClientFeatures, 'apps'>
  /** The handler for the connections of one server. */
  handlerFor(server: AskingServer): ServerRequestHandler
  /** The server reports that an elicitation was completed in the browser. */
  elicitationComplete(serverId: string, elicitationId: string): void
}

type Dependencies = Pick<HostDependencies, 'clock' | 'events'> & {
  calls: RunningCalls
  tasks: TaskExpiries
  elicitations: ElicitationHandler
  finished: FinishedElicitations
  sampling: SamplingHandler
  /** Absent: roots are not declared to servers. */
  roots?: RootsProvider
}

export function createServerRequestHandlers(deps: Dependencies): ServerRequestHandlers {
  const { calls, tasks, elicitations, sampling } = deps
  const roots = createRootsHandler(deps.roots)
  return {
    features: {
      elicitation: { form: true, url: true },
      sampling: { tools: true, context: true },
      roots: deps.roots !== undefined,
    },
    elicitationComplete: (serverId, elicitationId) => deps.finished.finish(serverId, elicitationId),

    handlerFor(server) {
      const limit = createRequestLimit(deps.clock)
      const noteRefusal = createRefusalNotice(server, deps)
      const handle = async <Result>(
        context: ServerRequestContext,
        ask: (origin: RequestOrigin, signal: AbortSignal) => Promise<Result>,
        signal: AbortSignal,
      ): Promise<Result> => {
        try {
          const asked = { serverId: server.config.id, callIds: context.callIds }
          const originFor = originsOf(server, context, tasks)
          return await calls.during(asked, (causes, own) => ask(originFor(causes), own), signal)
        } catch (error) {
          logRefusal(error, server, deps.clock.now())
          noteRefusal(error)
          throw error
        }
      }
      const limited = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
        limit.take(server.config.name)
        return ask()
      }
      return {
        elicit: (request, context, signal) =>
          handle(
            context,
            (origin, own) => limited(() => elicitations.elicit(request, origin, own)),
            signal,
          ),
        sample: (request, context, signal) =>
          handle(
            context,
            (origin, own) => limited(() => sampling.sample(request, origin, own)),
            signal,
          ),
        // Not limited: the person is asked once, and a refusal would leave the server with old roots.
        listRoots: (context, signal) =>
          handle(context, (origin, own) => roots.list(origin, context, own), signal),
      }
    },
  }
}

/** The origin of a request: the server, how long it waits for the answer, and the message. */
function originsOf(
  server: AskingServer,
  context: ServerRequestContext,
  tasks: Dependencies['tasks'],
): (causes: AskCause[]) => RequestOrigin {
  const recordSourceFrame = context.source && server.journal.links.find(context.source)
  return (causes) => ({
    server,
    causes,
    expiry: context.expiry ?? tasks.expiryOf(causes),
    recordSourceFrame,
  })
}

/** Logs what the host refuses by itself; the person's own refusal needs no line. */
function logRefusal(error: unknown, { journal }: AskingServer, at: number): void {
  const code = isGatehouseError(error) ? error.code : ''
  if (code === 'request/refused' || code === 'ask/withdrawn') return
  journal.log({ at, source: 'host', level: 'warning', text: errorMessage(error) })
}

/** Time in which a server's refusals are one notice, in milliseconds. */
const NOTICE_MS = 60_000

/** Tells the person that what a server asks is refused before they see it. */
function createRefusalNotice(
  { config }: AskingServer,
  { clock, events }: Pick<Dependencies, 'clock' | 'events'>,
): (error: unknown) => void {
  let saidAt: number | undefined
  return (error) => {
    if (!isGatehouseError(error) || error.code !== 'request/too-many') return
    const now = clock.now()
    if (saidAt !== undefined && Math.abs(now - saidAt) < NOTICE_MS) return
    saidAt = now
    events.emit('ask.refused', { serverId: config.id, serverName: config.name })
  }
}

/** Bounds how often one server may ask, so that a loop cannot wear a person down. */
interface RequestLimit {
  /** Throws `request/too-many`. */
  take(serverName: string): void
}

function createRequestLimit(clock: Clock): RequestLimit {
  let times: number[] = []
  return {
    take(serverName) {
      const now = clock.now()
      times = times.filter((time) => now - time < WINDOW_MS)
      if (times.length >= MAX_IN_WINDOW)
        throw new GatehouseError(
          'request/too-many',
          `${serverName} asked more than ${MAX_IN_WINDOW} times in a minute; what it asks beyond that is refused.`,
        )
      times.push(now)
    },
  }
}
