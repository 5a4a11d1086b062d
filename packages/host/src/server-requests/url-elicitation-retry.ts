import { GatehouseError, isGatehouseError } from '@gatehouse/domain'
import { urlElicitationSchema } from '@gatehouse/domain/server-requests'
import type { UrlElicitation } from '@gatehouse/domain/server-requests'
import type { HostDependencies } from '../dependencies.ts'
import type { AskQueue } from '../ask-queue/ask-queue.ts'
import type { ElicitationHandler } from './elicitation-handler.ts'
import type { FinishedElicitations } from './finished-elicitations.ts'
import {
  createUrlElicitationHistory,
  type UrlElicitationHistory,
} from './url-elicitation-history.ts'
import { serverAsk, type RequestOrigin } from './server-ask.ts'

/** Number of times that a server may send the person to the browser for one call. */
const MAX_ROUNDS = 5

/** Tool calls that a server runs only after the person visited a page. */
export interface UrlElicitationRetry {
  /**
   * Runs `call`, and again each time the person visited the pages that the server named in
   * `call/url-elicitation-required` (MCP 2025-11-25, client/elicitation). Rejects with
   * `call/cancelled` in words when the person does not go there, `call/protocol` after five rounds.
   */
  run<Result>(
    call: () => Promise<Result>,
    about: RequestOrigin & { toolName: string },
    signal: AbortSignal,
  ): Promise<Result>
}

/** The call, and what was done about its pages. */
type WaitingCall = RequestOrigin & { toolName: string; visits: UrlElicitationHistory }

type Dependencies = Pick<HostDependencies, 'ids' | 'clock'> & {
  asks: AskQueue
  elicitations: ElicitationHandler
  finished: FinishedElicitations
}

export function createUrlElicitationRetry(deps: Dependencies): UrlElicitationRetry {
  /** Resolves when the person or the server confirms that the page was visited. */
  async function visit(
    page: UrlElicitation,
    about: WaitingCall,
    signal: AbortSignal,
  ): Promise<void> {
    const { name } = about.server.config
    const done = deps.finished.watch(about.server.config.id, page.elicitationId)
    const { visits } = about
    try {
      // The server alone cannot confirm it here: the call would be sent again without consent.
      const { action } = await deps.elicitations.elicit(page, about, signal)
      if (action !== 'accept') throw notOpened(about)
      if (await isCancelled(page, about, { signal, done: done.signal, deps }))
        throw new GatehouseError(
          'call/cancelled',
          `You cancelled "${about.toolName}" while ${name} waited for its page.`,
        )
      visits.add(page.url, done.signal.aborted ? 'finished' : 'retried')
    } finally {
      done.dispose()
    }
  }

  return {
    async run(call, origin, signal) {
      const about = { ...origin, visits: createUrlElicitationHistory(deps.clock) }
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        try {
          return await call()
        } catch (error) {
          const pages = pagesOf(error)
          if (!pages) throw error
          for (const page of pages) await visit(page, about, signal)
        }
      }
      throw new GatehouseError(
        'call/protocol',
        `${about.server.config.name} sent you to the browser ${MAX_ROUNDS} times and still does not run "${about.toolName}".`,
      )
    },
  }
}

/** Waits until the person decides, or the server completes the elicitation. */
async function isCancelled(
  page: UrlElicitation,
  about: WaitingCall,
  { signal, done, deps }: { signal: AbortSignal; done: AbortSignal; deps: Dependencies },
): Promise<boolean> {
  const ask = {
    ...serverAsk(about, deps),
    kind: 'elicitation-wait' as const,
    message: page.message,
    url: page.url,
    ...about.visits.forAsk(),
  }
  try {
    const { decision } = await deps.asks.ask(ask, AbortSignal.any([signal, done]))
    return decision === 'cancel'
  } catch (error) {
    if (signal.aborted || !done.aborted) throw error
    return false
  }
}

function notOpened({ server, toolName }: RequestOrigin & { toolName: string }): GatehouseError {
  return new GatehouseError(
    'call/cancelled',
    `${server.config.name} runs "${toolName}" only after its page was visited, and you did not open it.`,
  )
}

function pagesOf(error: unknown): UrlElicitation[] | undefined {
  if (!isGatehouseError(error) || error.code !== 'call/url-elicitation-required') return undefined
  return urlElicitationSchema.array().parse(error.data['elicitations'])
}
