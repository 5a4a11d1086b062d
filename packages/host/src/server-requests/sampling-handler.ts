import {
  canonicalJson,
  GatehouseError,
  type SamplingRequestAsk,
  type SamplingResponseAsk,
} from '@gatehouse/domain'
import type { SamplingAnswer, SamplingRequest } from '@gatehouse/domain/server-requests'
import type { HostDependencies } from '../dependencies.ts'
import { errorMessage } from '../error-message.ts'
import type { ProviderService } from '../models/provider-service.ts'
import type { AskQueue } from '../asks/ask-queue.ts'
import { assertShown } from '../asks/assert-shown.ts'
import { chooseModel } from './sampling-choice.ts'
import { runSampling, type SamplingRun } from './sampling-run.ts'
import { serverAsk, type Asking } from './server-ask.ts'

/** Shows sampling requests to the person, before the model sees them and before the server gets the answer. */
export interface SamplingHandler {
  /**
   * The answer that the person lets through (MCP 2025-11-25, client/sampling). A run that fails is
   * put before the person again, in words. Rejects with `request/refused`, and as {@link AskQueue.ask}.
   */
  sample(request: SamplingRequest, asking: Asking, signal: AbortSignal): Promise<SamplingAnswer>
}

type Dependencies = Pick<HostDependencies, 'ids' | 'clock' | 'stores' | 'digest'> & {
  asks: AskQueue
  providers: Pick<ProviderService, 'list' | 'clientFor'>
}

/** In words: why a run gave no answer. */
interface Failure {
  problem: string
}

/** A run that was allowed; `check` throws when it is not the one that the window showed. */
interface AllowedRun {
  run: SamplingRun
  check: () => void
}

export function createSamplingHandler(deps: Dependencies): SamplingHandler {
  const { asks } = deps

  /** The reviewed answer of one run, or why there is none. */
  async function answerOf(
    allowed: AllowedRun,
    asking: Asking,
    signal: AbortSignal,
  ): Promise<SamplingAnswer | Failure> {
    const kind = 'sampling-response'
    for (;;) {
      const response = await generate(allowed, { ...deps, asking }, signal)
      if ('problem' in response) return response
      const ask: SamplingResponseAsk = {
        ...serverAsk(asking, deps),
        kind,
        ...allowed.run,
        response,
      }
      const { answer, shown } = await asks.ask(ask, signal)
      if (answer.decision === 'deny') throw refused()
      if (answer.decision === 'regenerate') continue
      const sent = { ...answer.response, model: response.model }
      const { decision } = answer
      assertShown(ask, { kind, answer: { decision, response: sent }, shown }, deps.digest)
      return sent
    }
  }

  return {
    async sample(request, asking, signal) {
      let present = request
      let failure: (Failure & { original: string }) | undefined
      for (;;) {
        const preferred = deps.stores.settings.load().defaultModel
        const choice = chooseModel(request, deps.providers.list(), preferred)
        const kind = 'sampling-request'
        const ask: SamplingRequestAsk = {
          ...serverAsk(asking, deps),
          kind,
          request: present,
          choice,
          ...failure,
        }
        const { answer, shown } = await asks.ask(ask, signal)
        if (answer.decision === 'deny') throw refused()
        if (answer.decision === 'by-hand') return byHand(answer.text)
        const run = { model: answer.model, request: answer.request }
        const reply = { kind, answer: { decision: 'run', ...run }, shown } as const
        const check = (): void => assertShown(ask, reply, deps.digest)
        const outcome = await answerOf({ run, check }, asking, signal)
        if (!('problem' in outcome)) return outcome
        present = run.request
        failure = { ...outcome, original: deps.digest.sha256(canonicalJson(request)) }
      }
    },
  }
}

/** What the model says, or in words why it says nothing. */
async function generate(
  { run, check }: AllowedRun,
  { providers, clock, asking }: Pick<Dependencies, 'providers' | 'clock'> & { asking: Asking },
  signal: AbortSignal,
): Promise<SamplingAnswer | Failure> {
  try {
    const client = await providers.clientFor(run.model)
    check()
    const { answer, leftOut } = await runSampling(client, run, signal)
    if (leftOut.length > 0)
      asking.server.journal.log({
        at: clock.now(),
        source: 'host',
        level: 'warning',
        text: `The model could not be offered these tools of a sampling request: ${leftOut.join(', ')}`,
      })
    return answer
  } catch (error) {
    if (signal.aborted) throw error
    return { problem: errorMessage(error) }
  }
}

function byHand(text: string): SamplingAnswer {
  return { model: 'human', content: [{ type: 'text', text }], stopReason: 'endTurn' }
}

function refused(): GatehouseError {
  return new GatehouseError('request/refused', 'The person refused the request.')
}
