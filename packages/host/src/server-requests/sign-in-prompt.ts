import type { AskProblem } from '@gatehouse/domain/server-requests'
import type { AskQueue } from '../ask-queue/ask-queue.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { SignInPage, SignInPrompt } from '../ports/index.ts'
import { askProblem } from './ask-problem.ts'
import type { RunningCalls } from './running-calls.ts'
import { serverAsk, type AskingServer } from './server-ask.ts'

type Dependencies = Pick<HostDependencies, 'ids' | 'clock' | 'links'> & {
  asks: AskQueue
  calls: Pick<RunningCalls, 'causesAtServer'>
}

/** Asks the person to sign in to a server. */
export type SignInPrompts = (server: AskingServer) => SignInPrompt

/**
 * The page is opened, or its link copied, once the person agrees; then the same ask waits for the answer, so
 * that it can be opened again or cancelled. The link itself stays in main: asks are kept on disk.
 */
export function createSignInPrompts(deps: Dependencies): SignInPrompts {
  return (server) => ({
    async show(page, signal) {
      deps.links.assertOpenable(page.url)
      let isOpened = false
      let problem: AskProblem | undefined
      for (;;) {
        const causes = deps.calls.causesAtServer(server.config.id)
        const { decision } = await deps.asks.ask(
          {
            ...serverAsk({ server, causes }, deps),
            kind: 'sign-in',
            expiry: { at: page.expiresAt, setBy: 'host' },
            ...factsOf(page),
            isOpened,
            ...(problem === undefined ? {} : { problem }),
          },
          signal,
        )
        if (decision === 'cancel') return
        try {
          await (decision === 'open' ? deps.links.open(page.url) : deps.links.copy(page.url))
          isOpened = true
          problem = undefined
        } catch (error) {
          problem = askProblem(error)
        }
      }
    },
  })
}

/** The properties of the page, without the values that tie the answer to this sign-in. */
function factsOf(page: SignInPage) {
  const { shown, issuer, tokenEndpoint, scopes, redirectUri, isMore, purpose, widerResource } = page
  return {
    page: shown,
    issuer,
    tokenEndpoint,
    scopes,
    redirectUri,
    isMore,
    ...(widerResource === undefined ? {} : { widerResource }),
    ...(purpose === undefined ? {} : { purpose }),
  }
}
