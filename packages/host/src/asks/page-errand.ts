import { GatehouseError, isGatehouseError, urlElicitationSchema } from '@gatehouse/domain'
import type { UrlElicitation } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import type { AskQueue } from './ask-queue.ts'
import type { ElicitationDesk } from './elicitation-desk.ts'
import type { FinishedElicitations } from './finished-elicitations.ts'
import { serverAsk, type Asking } from './server-ask.ts'

/** How often a server may send the person to the browser for one call. */
const MAX_ROUNDS = 5

/** Calls that a server makes only after something was done in the browser. */
export interface PageErrands {
  /**
   * Runs `call`, and again each time the person has been to the pages that the server named in
   * `call/url-elicitation-required` (MCP 2025-11-25, client/elicitation). Rejects with
   * `call/cancelled` in words when the person does not go there, `call/protocol` after five rounds.
   */
  during<Result>(
    call: () => Promise<Result>,
    about: Asking & { toolName: string },
    signal: AbortSignal,
  ): Promise<Result>
}

type Dependencies = Pick<HostDependencies, 'ids' | 'clock'> & {
  asks: AskQueue
  elicitations: ElicitationDesk
  finished: FinishedElicitations
}

export function createPageErrands(deps: Dependencies): PageErrands {
  /** Resolves when the person, or the server, says that the page is done with. */
  async function visit(
    page: UrlElicitation,
    about: Asking & { toolName: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { name } = about.server.config
    const done = deps.finished.watch(about.server.config.id, page.elicitationId)
    const either = AbortSignal.any([signal, done.signal])
    try {
      const { action } = await deps.elicitations.elicit(page, about, either)
      if (action !== 'accept')
        throw new GatehouseError(
          'call/cancelled',
          `${name} runs "${about.toolName}" only after its page was visited, and you did not open it.`,
        )
      const ask = {
        ...serverAsk(about, deps),
        kind: 'elicitation-wait' as const,
        message: page.message,
        url: page.url,
      }
      const { decision } = await deps.asks.ask(ask, either)
      if (decision === 'cancel')
        throw new GatehouseError(
          'call/cancelled',
          `You cancelled "${about.toolName}" while ${name} waited for its page.`,
        )
    } catch (error) {
      if (signal.aborted || !done.signal.aborted) throw error
    } finally {
      done.dispose()
    }
  }

  return {
    async during(call, about, signal) {
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

function pagesOf(error: unknown): UrlElicitation[] | undefined {
  if (!isGatehouseError(error) || error.code !== 'call/url-elicitation-required') return undefined
  return urlElicitationSchema.array().parse(error.data['elicitations'])
}
