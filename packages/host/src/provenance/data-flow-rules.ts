import { NEVER_ABORTED } from '@gatehouse/base'
import {
  GatehouseError,
  widensFlow,
  type AuditRecord,
  type DataFlow,
  type DataFlowRule,
  type DataFlowRuleView,
  type FlowRule,
} from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import type { ConsentPrompt } from '../ports/index.ts'
import type { ManagedServer } from '../servers/managed-server.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import { newRecord, serverOfRecord } from '../new-record.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids'> & {
  consent: ConsentPrompt
  registry: Pick<ServerRegistry, 'all' | 'get'>
}

/** From a server, or with `null` from the files of the person, to a server. */
export interface FlowPair {
  fromId: string | null
  toId: string
}

/**
 * The person's decisions on text from one server for another. A rule that asks less than now needs consent in the
 * consent window first.
 */
export class DataFlowRules {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  list(): DataFlowRuleView[] {
    return this.#deps.stores.dataFlows.rules().map((rule) => {
      const { fromIdentity: _from, toIdentity: _to, ...view } = rule
      return { ...view, isVoid: this.#isVoid(rule) }
    })
  }

  /** The strictest of the rules for these flows; `allow` where there are none. */
  ruleFor(flows: readonly Pick<DataFlow, 'from'>[], toId: string): FlowRule {
    const rules = flows.map(({ from }) =>
      this.#ruleOf({ fromId: from.kind === 'server' ? from.serverId : null, toId }),
    )
    if (rules.includes('never')) return 'never'
    return rules.includes('ask') ? 'ask' : 'allow'
  }

  /**
   * Sets a rule. Rejects with `server/not-found`, `consent/too-many`; with `data-flow/server-changed` when one of
   * the servers, or the rule, changed after it was shown.
   */
  async set(pair: FlowPair, after: FlowRule): Promise<{ outcome: 'changed' | 'cancelled' }> {
    const ends = this.#ends(pair)
    const before = this.#ruleOf(pair)
    if (this.#isAlready(pair, after)) return { outcome: 'changed' }
    if (widensFlow(before, after)) {
      const shown = this.#stateOf(pair)
      const { from, to } = ends
      const decision = await this.#deps.consent.ask(
        {
          kind: 'data-flow',
          from: from && { name: from.config.name, hue: from.config.hue },
          toName: to.config.name,
          toHue: to.config.hue,
          before,
          after,
        },
        NEVER_ABORTED,
      )
      if (decision === 'cancel') return { outcome: 'cancelled' }
      if (this.#stateOf(pair) !== shown) throw changedError(to)
    }
    this.#save(pair, { before, after })
    return { outcome: 'changed' }
  }

  #save(pair: FlowPair, change: { before: FlowRule; after: FlowRule }): void {
    const { stores, ids, clock } = this.#deps
    const { from, to } = this.#ends(pair)
    const record = this.#record({ from, to }, change)
    if (change.after === 'ask') return stores.dataFlows.remove(pair, record)
    const rule: DataFlowRule = {
      id: ids.next(),
      ...pair,
      rule: change.after,
      fromIdentity: from?.identity ?? '',
      toIdentity: to.identity,
      createdAt: clock.now(),
    }
    stores.dataFlows.save(rule, record)
  }

  #ends({ fromId, toId }: FlowPair): { from: ManagedServer | null; to: ManagedServer } {
    const { registry } = this.#deps
    return { from: fromId === null ? null : registry.get(fromId), to: registry.get(toId) }
  }

  /** A text that differs when the two servers or the rule between them differ. */
  #stateOf(pair: FlowPair): string {
    const { from, to } = this.#ends(pair)
    return JSON.stringify([from?.identity, to.identity, this.#ruleOf(pair)])
  }

  /** A void rule does not count as a decision about the servers as they are now. */
  #isAlready(pair: FlowPair, rule: FlowRule): boolean {
    const found = this.#found(pair)
    return found ? found.rule === rule && !this.#isVoid(found) : rule === 'ask'
  }

  #found({ fromId, toId }: FlowPair): DataFlowRule | undefined {
    const rules = this.#deps.stores.dataFlows.rules()
    return rules.find((one) => one.fromId === fromId && one.toId === toId)
  }

  #ruleOf(pair: FlowPair): FlowRule {
    const found = this.#found(pair)
    return found && !this.#isVoid(found) ? found.rule : 'ask'
  }

  /**
   * True if a rule is void: a permission holds only for the unchanged servers, a refusal also after they changed.
   */
  #isVoid({ rule, fromId, toId, fromIdentity, toIdentity }: DataFlowRule): boolean {
    if (rule === 'never') return false
    const identityOf = (id: string): string | undefined =>
      this.#deps.registry.all().find(({ config }) => config.id === id)?.identity
    const isSameSource = fromId === null || identityOf(fromId) === fromIdentity
    return !isSameSource || identityOf(toId) !== toIdentity
  }

  #record(
    { from, to }: { from: ManagedServer | null; to: ManagedServer },
    change: { before: FlowRule; after: FlowRule },
  ): AuditRecord {
    return newRecord(this.#deps, {
      kind: 'data-flow-rule',
      ...serverOfRecord(to),
      flowRule: {
        fromId: from?.config.id ?? null,
        fromName: from?.config.name ?? '',
        ...change,
      },
      by: { kind: 'person' },
    })
  }
}

function changedError({ config }: ManagedServer): GatehouseError {
  return new GatehouseError(
    'data-flow/server-changed',
    `${config.name} or the other server is another program or address, or the rule was changed, since this was shown. Nothing was changed.`,
  )
}
