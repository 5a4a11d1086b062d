import type { CallFlows, FlowRule, JsonObject } from '@gatehouse/domain'
import { networkZoneOf } from '@gatehouse/domain/launch'
import type { HostDependencies } from '../../dependencies.ts'
import type { DataFlowRules } from '../../provenance/data-flow-rules.ts'
import { FlowFinder } from '../../provenance/find-flows.ts'
import type { PendingCall } from './pending-call.ts'

export type ProvenanceDependencies = Pick<HostDependencies, 'stores' | 'pause'> & {
  flowRules: Pick<DataFlowRules, 'ruleFor'>
}

/** Finds where the text of calls came from, and what the person's rules decide about it. */
export class CallProvenance {
  readonly #finder: FlowFinder
  readonly #rules: ProvenanceDependencies['flowRules']

  constructor(deps: ProvenanceDependencies) {
    this.#finder = new FlowFinder(deps)
    this.#rules = deps.flowRules
  }

  /** `undefined`: nothing was found, and all was compared. */
  async of(
    { turn, call, server, tool }: PendingCall,
    args: JsonObject,
    signal?: AbortSignal,
  ): Promise<CallFlows | undefined> {
    const { id: serverId, transport } = server.config
    const checked = { turn: turn.state, entryId: call.id, serverId, tool, arguments: args }
    const found = await this.#finder.find(checked, signal)
    if (found.flows.length === 0 && isWhole(found)) return undefined
    const leavesFor = transport.kind === 'http' ? hostAway(transport.url) : undefined
    return { ...found, ...(leavesFor === undefined ? {} : { leavesFor }) }
  }

  /** Returns the rule for the flows of a call; `ask` if the comparison is incomplete and nothing stricter applies. */
  rule(provenance: CallFlows | undefined, { server }: PendingCall): FlowRule {
    if (!provenance) return 'allow'
    const rule = this.#rules.ruleFor(provenance.flows, server.config.id)
    return rule === 'allow' && !isWhole(provenance) ? 'ask' : rule
  }
}

/** All was compared. */
function isWhole({ isIncomplete, isUnread }: CallFlows): boolean {
  return !isIncomplete && !isUnread
}

/** The host of an address that is not this computer's. */
function hostAway(url: string): string | undefined {
  const { host, hostname } = new URL(url)
  return networkZoneOf(hostname) === 'this-machine' ? undefined : host
}
