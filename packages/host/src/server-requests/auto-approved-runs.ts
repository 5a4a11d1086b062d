import type { ModelRef } from '@gatehouse/domain'
import {
  isSameModel,
  type AskedByPolicy,
  type AskProblem,
  type SamplingPolicy,
  type SamplingRequest,
  type SamplingRule,
  type SamplingNotCoveredReason,
} from '@gatehouse/domain/server-requests'
import type { HostDependencies } from '../dependencies.ts'
import type { ProviderService } from '../model-providers/provider-service.ts'
import { askProblem } from './ask-problem.ts'
import { chooseModel } from './sampling-choice.ts'
import type { RequestOrigin } from './server-ask.ts'
import type { ModelRuns, RunEnd, RunOutcome } from './model-runs.ts'
import { maxTokensOf, type SamplingUsageCounter } from './sampling-usage.ts'

/** Runs that one tool call may have unasked: a loop of tools beyond it is put before the person. */
const MAX_AUTO_APPROVED_RUNS = 10
/** Calls that are remembered for that. */
const MAX_CALLS = 1000

type Dependencies = Pick<HostDependencies, 'stores'> & {
  providers: Pick<ProviderService, 'list' | 'clientFor'>
  runs: ModelRuns
  usage: SamplingUsageCounter
}

export interface BudgetPolicy extends SamplingPolicy {
  rule: Extract<SamplingRule, { kind: 'budget' }>
}

interface Budgeted {
  origin: RequestOrigin
  policy: BudgetPolicy
}

interface AutoApprovedRun extends Budgeted {
  signal: AbortSignal
  /** True if the policy still holds. */
  holds(): boolean
  /** Writes down that it is about to run, and then how it ended; what it throws ends it. */
  onRun(model: ModelRef, reserved: number): (end: RunEnd) => void
}

export type AutoApprovedOutcome =
  | { kind: 'answered'; answered: Extract<RunOutcome, { kind: 'answer' }>; model: ModelRef }
  /** The person is to be asked. */
  | { kind: 'uncovered'; policy: AskedByPolicy; problem?: AskProblem }

/** Runs what a budget covers without asking. */
export class AutoApprovedRuns {
  readonly #deps: Dependencies
  readonly #runsOf = new Map<string, number>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Rejects only with the reason of the signal. */
  async run(request: SamplingRequest, run: AutoApprovedRun): Promise<AutoApprovedOutcome> {
    const { origin, policy, signal } = run
    const uncovered = (
      because: SamplingNotCoveredReason,
      problem?: AskProblem,
    ): AutoApprovedOutcome => ({
      kind: 'uncovered',
      policy: this.facts(request, run, because),
      ...(problem === undefined ? {} : { problem }),
    })
    if (origin.causes.length === 0) return uncovered('no-cause')
    if (hasMedia(request)) return uncovered('media')
    const model = this.#modelFor(request, policy)
    if (model === null) return uncovered('no-model')
    try {
      const client = await this.#deps.providers.clientFor(model)
      signal.throwIfAborted()
      // From here on nothing waits: what holds now is what is spent.
      if (!run.holds()) return uncovered('changed')
      if (!this.#hasSteps(origin)) return uncovered('steps')
      const { usage, runs } = this.#deps
      const { tokensPerDay } = policy.rule
      const reservation = usage.reserveWithin(tokensPerDay, origin.server.config.id, request)
      if (reservation === null) return uncovered('spent')
      this.#countStep(origin)
      const onEnd = run.onRun(model, reservation.tokens)
      const began = { client, model, request, origin, reservation, isAutoApproved: true, onEnd }
      const answered = await runs.run(began, signal)
      if (answered.kind === 'answer') return { kind: 'answered', answered, model }
      return uncovered('failed', answered.problem)
    } catch (error) {
      if (signal.aborted) throw error
      return uncovered('failed', askProblem(error))
    }
  }

  /** Returns the reason to show a request, with the numbers of the day. */
  facts(
    request: SamplingRequest,
    { origin, policy }: Budgeted,
    because: SamplingNotCoveredReason,
  ): AskedByPolicy {
    return {
      kind: 'budget',
      because,
      tokensPerDay: policy.rule.tokensPerDay,
      usedTokens: this.#deps.usage.today(origin.server.config.id).tokens,
      neededTokens: maxTokensOf(request),
    }
  }

  /** True if each call that may have caused it may have one more run. */
  #hasSteps({ causes }: RequestOrigin): boolean {
    return causes.every(({ entryId }) => (this.#runsOf.get(entryId) ?? 0) < MAX_AUTO_APPROVED_RUNS)
  }

  #countStep({ causes }: RequestOrigin): void {
    const runsOf = this.#runsOf
    for (const { entryId } of causes) {
      const count = runsOf.get(entryId) ?? 0
      runsOf.delete(entryId)
      runsOf.set(entryId, count + 1)
    }
    for (const oldest of runsOf.keys()) if (runsOf.size > MAX_CALLS) runsOf.delete(oldest)
  }

  /** One of the budget's models, chosen by the preferences of the server. */
  #modelFor(request: SamplingRequest, { rule: { models } }: BudgetPolicy): ModelRef | null {
    const allowed = this.#deps.providers
      .list()
      .map((provider) => ({
        ...provider,
        models: provider.models.filter(({ id }) =>
          models.some((one) => isSameModel(one, { providerId: provider.id, modelId: id })),
        ),
      }))
      .filter((provider) => provider.models.length > 0)
    const { samplingModel, defaultModel } = this.#deps.stores.settings.load()
    const preferred = samplingModel ?? defaultModel
    const isAllowed = preferred !== null && models.some((one) => isSameModel(one, preferred))
    const { model } = chooseModel(request, allowed, isAllowed ? preferred : null)
    const [first] = allowed
    const [other] = first?.models ?? []
    return model ?? (first && other ? { providerId: first.id, modelId: other.id } : null)
  }
}

function hasMedia({ messages }: SamplingRequest): boolean {
  const isMedia = (type: string): boolean => type === 'image' || type === 'audio'
  return messages.some(({ content }) =>
    content.some((block) =>
      block.type === 'tool_result'
        ? block.content.some((part) => part.type !== 'text')
        : isMedia(block.type),
    ),
  )
}
