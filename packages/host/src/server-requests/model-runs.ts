import { isGatehouseError, type ModelRef } from '@gatehouse/domain'
import type {
  AskProblem,
  CountedTokens,
  AdaptedParameters,
  RunningSampling,
  SamplingAnswer,
  SamplingRequest,
} from '@gatehouse/domain/server-requests'
import type { HostDependencies } from '../dependencies.ts'
import type { ModelClient } from '../ports/index.ts'
import { askProblem } from './ask-problem.ts'
import { runSampling, type LimitRequest } from './sampling-run.ts'
import type { RequestOrigin } from './server-ask.ts'
import { countedTokens, type Reservation } from './sampling-usage.ts'

/** Milliseconds between two reports of an answer's progress to the window. */
const REPORT_MS = 100
/** Characters of an answer that the window gets while it is made: its end. */
const REPORTED_CHARACTERS = 20_000

/** A run that begins: its tokens are reserved already. */
export interface NewModelRun {
  client: ModelClient
  model: ModelRef
  request: SamplingRequest
  origin: RequestOrigin
  reservation: Reservation
  /** True if a policy allowed it without asking. */
  isAutoApproved: boolean
  /** Called once with how it ended. */
  onEnd?: (end: RunEnd) => void
}

/** The end of a run, with or without an answer. */
export interface RunEnd {
  outcome: 'done' | 'failed' | 'cancelled'
  tokens: CountedTokens
  /** False where the model's client says that nothing of the request was sent. */
  isSent: boolean
}

export type RunOutcome =
  | {
      kind: 'answer'
      answer: SamplingAnswer
      tokens: CountedTokens
      /** The person stopped it: this is what the model had written until then. */
      isStopped: boolean
      /** Parameters that were left out or changed for the model. */
      adapted?: AdaptedParameters | undefined
    }
  /** No answer; `isStopped`: the person stopped the run before the model wrote anything. */
  | { kind: 'none'; problem: AskProblem; isStopped: boolean }

/** Models that answer for servers at this moment: seen while they write, and stopped. */
export interface ModelRuns {
  /** Rejects only with the reason of `signal`, and with what `onEnd` throws. */
  run(run: NewModelRun, signal: AbortSignal): Promise<RunOutcome>
  list(): RunningSampling[]
  /** Stops a run; does nothing when it is over. */
  stop(id: string): void
}

type Dependencies = Pick<HostDependencies, 'ids' | 'clock' | 'events' | 'timers'> & {
  limitRequest: LimitRequest
}

interface Running {
  view: RunningSampling
  stop: AbortController
}

export function createModelRuns(deps: Dependencies): ModelRuns {
  const running = new Map<string, Running>()

  /** Sends the window what there is now, and again after a while when there was more. */
  function progressReporter(entry: Running): { more(text: string): void; end(): void } {
    let cancel: (() => void) | null = null
    const send = (): void => deps.events.emit('sampling.running', entry.view)
    return {
      more(text) {
        const characters = entry.view.characters + text.length
        const shown = (entry.view.text + text).slice(-REPORTED_CHARACTERS)
        entry.view = { ...entry.view, characters, text: shown }
        cancel ??= deps.timers.after(REPORT_MS, () => {
          cancel = null
          send()
        })
      },
      end() {
        cancel?.()
        running.delete(entry.view.id)
        deps.events.emit('sampling.ended', { id: entry.view.id })
      },
    }
  }

  async function run(begun: NewModelRun, signal: AbortSignal): Promise<RunOutcome> {
    const entry: Running = { view: viewOf(begun, deps), stop: new AbortController() }
    const { view, stop } = entry
    running.set(view.id, entry)
    deps.events.emit('sampling.running', view)
    const progress = progressReporter(entry)
    const received: ReceivedSoFar = { text: '' }
    let ended: RunEnd | undefined
    try {
      const sampling = { ...begun, limitRequest: deps.limitRequest }
      const { answer, leftOut, usage } = await runSampling(begun.client, sampling, {
        signal: AbortSignal.any([signal, stop.signal]),
        ...listenerOf(received, progress),
      })
      const tokens = countedTokens(begun.request, usage)
      begun.reservation.settle(tokens)
      ended = { outcome: 'done', tokens, isSent: true }
      logLeftOut(leftOut, begun.origin, deps)
      return { kind: 'answer', answer, tokens, isStopped: false, adapted: received.adapted }
    } catch (error) {
      ended = endOfFailed(begun, error, signal.aborted || stop.signal.aborted)
      signal.throwIfAborted()
      if (!stop.signal.aborted)
        return { kind: 'none', problem: askProblem(error), isStopped: false }
      return stopped(received, begun)
    } finally {
      progress.end()
      if (ended) begun.onEnd?.(ended)
    }
  }

  return {
    run,
    list: () => [...running.values()].map(({ view }) => view),
    stop: (id) => running.get(id)?.stop.abort(),
  }
}

/** The text and adjustments that a run received so far. */
interface ReceivedSoFar {
  text: string
  adapted?: AdaptedParameters
}

function listenerOf(received: ReceivedSoFar, progress: { more(text: string): void }) {
  return {
    onText(piece: string): void {
      received.text += piece
      progress.more(piece)
    },
    onAdapted(adapted: AdaptedParameters): void {
      received.adapted = adapted
    },
  }
}

/**
 * The end of a failed run. Its usage is not reported, so the reserved maximum stays counted, unless nothing was sent.
 */
function endOfFailed({ reservation }: NewModelRun, error: unknown, isStopped: boolean): RunEnd {
  const isSent = !(isGatehouseError(error) && error.data['unsent'] === true)
  const tokens: CountedTokens = isSent
    ? { kind: 'at-most', count: reservation.tokens }
    : { kind: 'used', count: 0 }
  if (!isSent) reservation.settle(tokens)
  return { outcome: isStopped ? 'cancelled' : 'failed', tokens, isSent }
}

function stopped(
  { text, adapted }: ReceivedSoFar,
  { model, reservation }: NewModelRun,
): RunOutcome {
  if (text.trim() === '')
    return {
      kind: 'none',
      problem: {
        code: 'sampling/stopped',
        message: 'You stopped the model before it produced any output.',
        data: {},
      },
      isStopped: true,
    }
  return {
    kind: 'answer',
    answer: { model: model.modelId, content: [{ type: 'text', text }] },
    tokens: { kind: 'at-most', count: reservation.tokens },
    isStopped: true,
    adapted,
  }
}

function viewOf(
  { origin: { server, causes }, model, isAutoApproved }: NewModelRun,
  { ids, clock }: Dependencies,
): RunningSampling {
  const { id: serverId, name: serverName, hue: serverHue } = server.config
  return {
    id: ids.next(),
    serverId,
    serverName,
    serverHue,
    causes,
    model,
    isAutoApproved,
    startedAt: clock.now(),
    text: '',
    characters: 0,
  }
}

function logLeftOut(leftOut: string[], { server }: RequestOrigin, { clock }: Dependencies): void {
  if (leftOut.length === 0) return
  server.journal.log({
    at: clock.now(),
    source: 'host',
    level: 'warning',
    text: `The model could not be offered these tools of a sampling request: ${leftOut.join(', ')}`,
  })
}
