import { NEVER_ABORTED } from '@gatehouse/base'
import { GatehouseError, type AuditRecord, type ModelProvider } from '@gatehouse/domain'
import {
  widensSampling,
  type BudgetReceiver,
  type SamplingPolicyView,
  type SamplingRule,
} from '@gatehouse/domain/server-requests'
import type { HostDependencies } from '../dependencies.ts'
import type { ConsentPrompt } from '../ports/index.ts'
import { ASK_BOTH, currentSamplingRule, isVoid } from '../server-requests/current-sampling-rule.ts'
import type { ManagedServer } from '../servers/managed-server.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import { createSamplingUsage, localDay } from '../server-requests/sampling-usage.ts'
import { newRecord, serverOfRecord } from '../new-record.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids'> & {
  consent: ConsentPrompt
  registry: Pick<ServerRegistry, 'all' | 'get'>
}

export interface PolicyOutcome {
  /** `cancelled`: the person did not want it after all. */
  outcome: 'changed' | 'cancelled'
}

/**
 * The sampling policies of servers: which requests run, and how much of them the person sees. A rule that allows a
 * server more than now needs consent in the consent window first.
 */
export class SamplingPolicySettings {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** One for each server. */
  list(): SamplingPolicyView[] {
    const { stores, clock, registry } = this.#deps
    const { endsAt } = localDay(clock.now())
    const usage = createSamplingUsage(this.#deps)
    const policies = stores.sampling.policies()
    const providers = stores.providers.list()
    return registry.all().map((server) => {
      const { id } = server.config
      const policy = policies.find(({ serverId }) => serverId === id)
      return {
        serverId: id,
        rule: policy?.rule ?? ASK_BOTH,
        since: policy?.createdAt ?? null,
        isVoid: policy !== undefined && isVoid(policy, { identity: server.identity, providers }),
        usage: usage.today(id),
        dayEndsAt: endsAt,
      }
    })
  }

  /**
   * Sets a policy. Rejects with `server/not-found`, `sampling/unknown-model`, `consent/too-many`; with
   * `sampling/server-changed` when the server, or its policy, changed after it was shown.
   */
  async set(serverId: string, after: SamplingRule): Promise<PolicyOutcome> {
    const server = this.#deps.registry.get(serverId)
    const { identity } = server
    const before = this.#ruleOf(server)
    const shown = modelsOf(after, this.#deps.stores.providers.list())
    if (!widensSampling(before, after)) {
      this.#save(server, { before, after }, shown)
      return { outcome: 'changed' }
    }
    const { name: serverName, hue: serverHue } = server.config
    const { named: models } = shown
    const decision = await this.#deps.consent.ask(
      { kind: 'sampling-policy', serverName, serverHue, before, after, models },
      NEVER_ABORTED,
    )
    if (decision === 'cancel') return { outcome: 'cancelled' }
    const now = this.#deps.registry.get(serverId)
    const isSame = JSON.stringify(this.#ruleOf(now)) === JSON.stringify(before)
    if (now.identity !== identity || !isSame) throw changedError(now)
    assertSameModels(shown, modelsOf(after, this.#deps.stores.providers.list()))
    this.#save(now, { before, after }, shown)
    return { outcome: 'changed' }
  }

  #ruleOf({ config, identity }: ManagedServer): SamplingRule {
    return currentSamplingRule({ id: config.id, identity }, this.#deps.stores).rule
  }

  #save(
    server: ManagedServer,
    change: { before: SamplingRule; after: SamplingRule },
    { receivers }: BudgetModels,
  ): void {
    const { stores, ids, clock } = this.#deps
    const { after: rule } = change
    const serverId = server.config.id
    const isGiven = rule.kind !== 'ask-both'
    const policy = {
      id: ids.next(),
      serverId,
      rule,
      identity: server.identity,
      ...(rule.kind === 'budget' ? { receivers } : {}),
      createdAt: clock.now(),
    }
    const record = this.#record(server, change)
    if (isGiven) stores.sampling.savePolicy(policy, record)
    else stores.sampling.removePolicy(serverId, record)
  }

  #record(
    server: ManagedServer,
    samplingRule: { before: SamplingRule; after: SamplingRule },
  ): AuditRecord {
    return newRecord(this.#deps, {
      kind: 'sampling-policy',
      ...serverOfRecord(server),
      samplingRule,
      by: { kind: 'person' },
    })
  }
}

interface NamedModel {
  name: string
  provider: string
  baseUrl: string
}

/** The models of a budget as the consent window names them, and whom they are asked from. */
interface BudgetModels {
  named: NamedModel[]
  receivers: BudgetReceiver[]
}

/** Throws `sampling/unknown-model`. */
function modelsOf(rule: SamplingRule, providers: ModelProvider[]): BudgetModels {
  if (rule.kind !== 'budget') return { named: [], receivers: [] }
  const receivers = new Map<string, BudgetReceiver>()
  const named = rule.models.map(({ providerId, modelId }) => {
    const provider = providers.find(({ id }) => id === providerId)
    const model = provider?.models.find(({ id }) => id === modelId)
    if (!provider || !model)
      throw new GatehouseError(
        'sampling/unknown-model',
        `${modelId} is not a model of a connected provider, so nothing was changed.`,
      )
    const { kind, baseUrl } = provider
    receivers.set(providerId, { providerId, kind, baseUrl })
    return { name: model.name ?? model.id, provider: provider.name, baseUrl }
  })
  return { named, receivers: [...receivers.values()] }
}

function assertSameModels(shown: BudgetModels, now: BudgetModels): void {
  if (JSON.stringify(shown) === JSON.stringify(now)) return
  throw new GatehouseError(
    'sampling/unknown-model',
    'A model or its provider changed since it was shown, so nothing was changed.',
  )
}

function changedError({ config }: ManagedServer): GatehouseError {
  return new GatehouseError(
    'sampling/server-changed',
    `${config.name} is another program or address, or may do something else, since this was shown. Nothing was changed.`,
  )
}
