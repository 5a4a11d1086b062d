import {
  canonicalJson,
  GatehouseError,
  isGatehouseError,
  type ModelRef,
  type SamplingRequestAsk,
  type SamplingResponseAsk,
} from '@gatehouse/domain'
import type {
  AskedByPolicy,
  AskProblem,
  SamplingAnswer,
  SamplingPolicy,
  SamplingRequest,
} from '@gatehouse/domain/server-requests'
import type { HostDependencies } from '../dependencies.ts'
import { samplingPolicyRecord, type PolicyDecision } from './sampling-policy-record.ts'
import type { ProviderService } from '../model-providers/provider-service.ts'
import type { AskQueue } from '../ask-queue/ask-queue.ts'
import { assertDisplayed } from '../ask-queue/assert-displayed.ts'
import { askProblem } from './ask-problem.ts'
import { AutoApprovedRuns, type BudgetPolicy } from './auto-approved-runs.ts'
import type { ModelRuns, RunOutcome } from './model-runs.ts'
import { currentSamplingRule, type CurrentSamplingRule } from './current-sampling-rule.ts'
import type { SamplingUsageCounter } from './sampling-usage.ts'
import { chooseModel } from './sampling-choice.ts'
import { SamplingExchangeRecorder, type SamplingExchanges } from './sampling-exchange.ts'
import type { SamplingRun } from './sampling-run.ts'
import { samplingContext } from './sampling-context.ts'
import { createSamplingIterationLimit } from './sampling-iteration-limit.ts'
import { chatsOf, serverAsk, type RequestOrigin } from './server-ask.ts'

/** Shows sampling requests to the person, before the model sees them and before the server gets the answer. */
export interface SamplingHandler {
  /**
   * The answer that the person, or a policy that they gave, lets through (MCP 2025-11-25,
   * client/sampling). A run that fails is put before the person, with why. Rejects with
   * `request/refused`, and as {@link AskQueue.ask}.
   */
  sample(
    request: SamplingRequest,
    origin: RequestOrigin,
    signal: AbortSignal,
  ): Promise<SamplingAnswer>
}

export type SamplingDependencies = Pick<
  HostDependencies,
  'ids' | 'clock' | 'stores' | 'digest' | 'events' | 'timers' | 'pause'
> & {
  asks: AskQueue
  providers: Pick<ProviderService, 'list' | 'clientFor'>
  runs: ModelRuns
  usage: SamplingUsageCounter
  exchanges: Pick<SamplingExchanges, 'over'>
}

/** The origin of a request, and its notes for the chat. */
interface Exchange {
  origin: RequestOrigin
  notes: SamplingExchangeRecorder
}

/** The problem of a run without an answer. */
interface Failure {
  problem: AskProblem
}

/** The effect of a policy on a request; without an answer the person is asked. */
interface PolicyEffect {
  answer?: SamplingAnswer
  policy?: AskedByPolicy
  /** The policy by which the answer may go to the server unseen. */
  given?: SamplingPolicy
  problem?: AskProblem
}

type Answered = Extract<RunOutcome, { kind: 'answer' }>

/** A run that was allowed; `check` throws when it is not the one that the window showed. */
interface AllowedRun {
  run: SamplingRun
  check: () => void
  /** The request as the server sent it. */
  before: SamplingRequest
  /** The answer may go to the server unseen while the policy of then still says so. */
  unseen: SamplingPolicy | null
}

export function createSamplingHandler(deps: SamplingDependencies): SamplingHandler {
  return new PolicedSampling(deps)
}

class PolicedSampling implements SamplingHandler {
  readonly #deps: SamplingDependencies
  readonly #autoApproved: AutoApprovedRuns
  readonly #iterations = createSamplingIterationLimit()

  constructor(deps: SamplingDependencies) {
    this.#deps = deps
    this.#autoApproved = new AutoApprovedRuns(deps)
  }

  async sample(
    request: SamplingRequest,
    origin: RequestOrigin,
    signal: AbortSignal,
  ): Promise<SamplingAnswer> {
    const notes = new SamplingExchangeRecorder(origin, this.#deps)
    try {
      const answer = await this.#answerTo(request, { origin, notes }, signal)
      notes.over('answered')
      return answer
    } catch (error) {
      if (isGatehouseError(error) && error.code === 'request/refused') notes.over('denied')
      throw error
    }
  }

  async #answerTo(
    request: SamplingRequest,
    exchange: Exchange,
    signal: AbortSignal,
  ): Promise<SamplingAnswer> {
    const { origin, notes } = exchange
    const { asks, digest, stores, providers } = this.#deps
    const step = this.#iterations.take(origin)
    const decided = await this.#byPolicy(request, exchange, signal)
    if (decided.answer) return decided.answer
    const { policy, given = null, problem } = decided
    const context = await samplingContext(request, origin, this.#deps)
    const original = digest.sha256(canonicalJson(request))
    let present = request
    let failure: FailedRun | undefined = problem === undefined ? undefined : { problem, original }
    for (;;) {
      const { samplingModel, defaultModel } = stores.settings.load()
      const choice = chooseModel(request, providers.list(), samplingModel ?? defaultModel)
      const kind = 'sampling-request'
      const ask: SamplingRequestAsk = {
        ...serverAsk(origin, this.#deps),
        kind,
        request: present,
        choice,
        ...(policy ? { policy } : {}),
        ...(step ? { step } : {}),
        ...(context ? { context } : {}),
        ...failure,
      }
      const { answer, shown } = await asks.ask(ask, signal)
      if (answer.decision === 'deny') throw refused()
      if (answer.decision === 'by-hand') {
        notes.byHand(answer.text)
        return byHand(answer.text)
      }
      const run = { model: answer.model, request: answer.request }
      const reply = { kind, answer: { decision: 'run', ...run }, shown } as const
      const check = (): void => assertDisplayed(ask, reply, digest)
      const allowed = { run, check, unseen: given, before: request }
      const outcome = await this.#answerOf(allowed, exchange, signal)
      if (!('problem' in outcome)) return outcome
      present = run.request
      failure = failureOf(outcome.problem, { request, present, original })
    }
  }

  /** Applies the server's policy to a request before the person is asked. */
  async #byPolicy(
    request: SamplingRequest,
    { origin, notes }: Exchange,
    signal: AbortSignal,
  ): Promise<PolicyEffect> {
    const { rule, policy } = this.#ruleOf(origin)
    if (policy === null) return {}
    if (rule.kind === 'never') {
      this.#record({ origin, policy, what: { kind: 'refused', request } })
      notes.byPolicy()
      throw refused()
    }
    if (rule.kind === 'budget')
      return this.#byBudget(request, { origin, notes, policy: { ...policy, rule } }, signal)
    return rule.kind === 'ask-before' ? { policy: { kind: rule.kind }, given: policy } : {}
  }

  /** Runs the request without asking, if a budget covers it. */
  async #byBudget(
    request: SamplingRequest,
    { origin, notes, policy }: Exchange & { policy: BudgetPolicy },
    signal: AbortSignal,
  ): Promise<PolicyEffect> {
    const outcome = await this.#autoApproved.run(request, {
      origin,
      policy,
      signal,
      holds: () => this.#stillHolds(policy, origin),
      onRun: (model, reserved) => {
        const run = { kind: 'run', runId: this.#deps.ids.next(), request, model } as const
        this.#record({ origin, policy, what: { ...run, end: null, reserved } })
        return (end) => this.#record({ origin, policy, what: { ...run, end } })
      },
    })
    if (outcome.kind === 'uncovered') return outcome
    const { answered, model } = outcome
    notes.recordAnswer({ model, request }, answered.tokens, { by: 'policy' })
    const unseen = this.#autoApprovedAnswer({ model, policy }, answered, { origin, notes })
    if (unseen) return { answer: unseen }
    const seen = await this.#reviewed({ model, request }, answered, { origin, notes, signal })
    return seen === null
      ? { policy: this.#autoApproved.facts(request, { origin, policy }, 'failed') }
      : { answer: seen }
  }

  /** The reviewed answer of one run, or why there is none. */
  async #answerOf(
    allowed: AllowedRun,
    exchange: Exchange,
    signal: AbortSignal,
  ): Promise<SamplingAnswer | Failure> {
    const { run, unseen: policy, before } = allowed
    const { origin, notes } = exchange
    for (;;) {
      const answered = await generate(allowed, { ...this.#deps, origin }, signal)
      this.#deps.events.emit('sampling.changed', {})
      if (answered.kind === 'none') return answered
      notes.recordAnswer(run, answered.tokens, { by: 'person', before })
      const sent =
        this.#autoApprovedAnswer({ model: run.model, policy }, answered, exchange) ??
        (await this.#reviewed(run, answered, { ...exchange, signal }))
      if (sent !== null) return sent
    }
  }

  /** The answer as the person lets it through; `null` to let the model answer again. */
  async #reviewed(
    run: SamplingRun,
    { answer: response, tokens, isStopped, adapted }: Answered,
    { origin, notes, signal }: Exchange & { signal: AbortSignal },
  ): Promise<SamplingAnswer | null> {
    const kind = 'sampling-response'
    const ask: SamplingResponseAsk = {
      ...serverAsk(origin, this.#deps),
      kind,
      ...run,
      response,
      tokens,
      ...(isStopped ? { isStopped } : {}),
      ...(adapted ? { fitted: adapted } : {}),
    }
    const { answer, shown } = await this.#deps.asks.ask(ask, signal)
    if (answer.decision === 'deny') throw refused()
    if (answer.decision === 'regenerate') return null
    const sent = { ...answer.response, model: response.model }
    const { decision } = answer
    assertDisplayed(ask, { kind, answer: { decision, response: sent }, shown }, this.#deps.digest)
    notes.answered(sent, { by: 'person', before: response })
    return sent
  }

  /** Sends what no one saw, if that is still allowed; `undefined` when the person has to see it. */
  #autoApprovedAnswer(
    { model, policy }: { model: ModelRef; policy: SamplingPolicy | null },
    { answer, tokens, isStopped }: Answered,
    { origin, notes }: Exchange,
  ): SamplingAnswer | undefined {
    if (policy === null || isStopped || !this.#stillHolds(policy, origin)) return undefined
    notes.answered(answer, { by: 'policy' })
    this.#record({ origin, policy, what: { kind: 'sent', answer, model, tokens } })
    return answer
  }

  #ruleOf({ server }: RequestOrigin): CurrentSamplingRule {
    return currentSamplingRule(
      { id: server.config.id, identity: server.identity },
      this.#deps.stores,
    )
  }

  /** True if the policy that was read before still applies. */
  #stillHolds(policy: SamplingPolicy, origin: RequestOrigin): boolean {
    return this.#ruleOf(origin).policy?.id === policy.id
  }

  #record(decision: Omit<PolicyDecision, 'usedTokens'>): void {
    const { usage, stores, events } = this.#deps
    const usedTokens = usage.today(decision.origin.server.config.id).tokens
    const record = samplingPolicyRecord({ ...decision, usedTokens }, this.#deps)
    decision.origin.recordSourceFrame?.(record.id)
    stores.audit.append(record, chatsOf(decision.origin))
    events.emit('sampling.changed', {})
  }
}

/** The model's answer, or why there is none. */
async function generate(
  { run, check }: AllowedRun,
  deps: Pick<SamplingDependencies, 'providers' | 'usage' | 'runs'> & { origin: RequestOrigin },
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { providers, usage, runs, origin } = deps
  try {
    const client = await providers.clientFor(run.model)
    check()
    const reservation = usage.reserve(origin.server.config.id, run.request)
    return await runs.run({ ...run, client, origin, reservation, isAutoApproved: false }, signal)
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'none', problem: askProblem(error), isStopped: false }
  }
}

interface FailedRun {
  problem: AskProblem
  original: string
  sent?: SamplingRequest
}

/** The failed request, with the one that the server sent if the person had edited it. */
function failureOf(
  problem: AskProblem,
  run: { request: SamplingRequest; present: SamplingRequest; original: string },
): FailedRun {
  const { request, present, original } = run
  const isEdited = canonicalJson(present) !== canonicalJson(request)
  return { problem, original, ...(isEdited ? { sent: request } : {}) }
}

function byHand(text: string): SamplingAnswer {
  return { model: 'human', content: [{ type: 'text', text }], stopReason: 'endTurn' }
}

function refused(): GatehouseError {
  return new GatehouseError('request/refused', 'The person refused the request.')
}
