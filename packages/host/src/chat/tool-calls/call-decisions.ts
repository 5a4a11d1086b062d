import { SerialQueue } from '@gatehouse/base'
import {
  toolCallText,
  type CallFlows,
  type FlowRule,
  type FormProblem,
  type Grant,
  type JsonObject,
  type Tool,
  type ToolApprovalAnswer,
  type ToolCallDecision,
  type ToolWarnings,
} from '@gatehouse/domain'
import { decideCall, type ApprovalRule, type CallFacts } from '@gatehouse/domain/approvals'
import type { AskQueue } from '../../ask-queue/ask-queue.ts'
import { callRecord } from '../../audit/call-record.ts'
import type { HostDependencies } from '../../dependencies.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import { assertStillApprovable, assertNotCancelled } from './call-validity.ts'
import { ArgumentChecks } from './argument-checks.ts'
import { CallProvenance, type ProvenanceDependencies } from './call-provenance.ts'
import { approvalModeOf, workspaceOfChat } from '../approvals/approval-modes.ts'
import type { ToolTrust } from '../approvals/tool-trust.ts'
import { namesOnlyPathsIn } from '../approvals/written-paths.ts'
import { approvalAskFor, currentCall, toolOfCall, type PendingCall } from './pending-call.ts'
import { definitionHash, definitionText } from '../tool-offers/tool-catalog.ts'
import { grantFor, kindOf, scopeOf } from '../approvals/grants/grant-of-call.ts'
import { warningsText, type RunForm } from './tool-forms.ts'
import { ToolWarningFinder } from './tool-warnings.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids' | 'digest'> &
  ProvenanceDependencies & {
    asks: AskQueue
    registry: Pick<ServerRegistry, 'all'>
  }

/** SHA-256 of what was shown to the person, or recorded where a grant allowed the call. */
export interface RecordedDecision {
  decision: ToolCallDecision
  shown: string | undefined
  /** The origins of its text that were shown beside it. */
  provenance: CallFlows | undefined
}

interface Answered {
  answer: ToolApprovalAnswer
  rule: ApprovalRule
  shownFlows: CallFlows | undefined
  signal: AbortSignal
}

/** Facts about a call, found out before it is decided. */
interface Found {
  args: JsonObject
  provenance: CallFlows | undefined
  grant: Grant | undefined
  trust: ToolTrust
  form: CallFacts['form']
}

/** The reason for which an allowed call may no longer be sent. */
export type AllowanceEnd = 'revoked' | 'suspended' | 'left' | 'flow-rule' | 'mode'

/** Decides by a grant, by the mode of the chat or by the person whether a call runs, and records it before anything is sent. */
export class CallDecisions {
  readonly #deps: Dependencies
  /** Calls of each turn, or view of a server's interface, that ran without asking, since the person last allowed more of them. */
  readonly #autoApproved = new WeakMap<object, number>()
  readonly #comparing = new WeakMap<object, SerialQueue>()
  readonly #warnings: ToolWarningFinder
  readonly #provenance: CallProvenance
  readonly #arguments = new ArgumentChecks()

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#warnings = new ToolWarningFinder(deps)
    this.#provenance = new CallProvenance(deps)
  }

  /**
   * Rejects as {@link AskQueue.ask}; with `call/cancelled`; with `call/tool-changed` where server or tool
   * changed before the person could be asked; with `call/arguments-do-not-fit` where no one is asked about it.
   */
  async decide(pending: PendingCall, signal: AbortSignal): Promise<RecordedDecision> {
    const { turn, call } = pending
    const provenance = await this.#inOrder(turn, async () => {
      const found = await this.#provenance.of(pending, call.arguments, signal)
      // The calls of a step are all decided at once otherwise.
      await this.#deps.pause()
      return found
    })
    assertNotCancelled(signal)
    // Comparing takes its time: what was removed meanwhile withdrew its asks already.
    assertStillApprovable(pending, this.#deps.digest)
    const rule = this.#provenance.rule(provenance, pending)
    const { grant, trust, warnings } = this.#warnings.of(toolOfCall(pending))
    const notByForm = pending.form && this.#formProblem(pending.form, pending, { rule, warnings })
    const form = !pending.form ? 'none' : notByForm === undefined ? 'as-shown' : 'not-as-shown'
    const found: Found = { args: call.arguments, provenance, grant, trust, form }
    const unasked = this.#autoApproved.get(pending.countedBy ?? turn) ?? 0
    const verdict = decideCall(this.#facts(pending, found, unasked))
    if (verdict.outcome === 'refuse') return this.#refuse(pending, provenance)
    if (verdict.outcome === 'run') {
      if (verdict.rule === 'form') return this.#ranInForm(pending, provenance)
      this.#autoApproved.set(pending.countedBy ?? turn, unasked + 1)
      return this.#ranUnasked(pending, found, verdict.rule)
    }
    const argumentProblems = this.#arguments.of(pending, warnings)
    const shownFlows = provenance && {
      ...provenance,
      ...(grant && rule === 'ask' ? { isAllowedTool: true as const } : {}),
    }
    const ask = {
      ...approvalAskFor(pending, this.#deps.clock.now()),
      ...this.#boundTo(pending),
      ...warnings,
      rule: verdict.rule,
      ...(notByForm === undefined ? {} : { notByForm }),
      ...(verdict.rule === 'too-many' ? { unasked } : {}),
      ...(shownFlows ? { provenance: shownFlows } : {}),
      ...(argumentProblems.length > 0 ? { argumentProblems } : {}),
    }
    const answer = await this.#deps.asks.ask(ask, signal)
    return this.#answered(pending, { answer, rule: verdict.rule, shownFlows, signal })
  }

  /** The calls of a turn come before the person in their order, however long each takes to compare. */
  #inOrder<Value>(turn: object, work: () => Promise<Value>): Promise<Value> {
    const queue = this.#comparing.get(turn) ?? new SerialQueue()
    this.#comparing.set(turn, queue)
    return queue.run(work)
  }

  #facts(pending: PendingCall, found: Found, unasked: number): CallFacts {
    const { stores } = this.#deps
    const { args, provenance, grant, trust, form } = found
    const conversation = stores.conversations.get(pending.turn.state.conversationId)
    const workspace = conversation ? workspaceOfChat(conversation, stores) : undefined
    const folders = workspace?.folders.map(({ path }) => path) ?? []
    const isMarkOlder = grant && trust.grant && grant.createdAt > trust.grant.createdAt
    return {
      mode: approvalModeOf(conversation, stores),
      origin: pending.call.origin,
      form,
      flowRule: this.#provenance.rule(provenance, pending),
      hasForeignText: provenance !== undefined,
      isGranted: grant !== undefined,
      mark: trust.mark === 'ask' && isMarkOlder ? undefined : trust.mark,
      trust: trust.trust,
      annotations: pending.tool.annotations,
      isInWorkspace: namesOnlyPathsIn(folders, { tool: pending.tool, args }),
      unasked,
    }
  }

  /** Returns the reason to ask about a call that was run in its form; undefined if the form showed everything. */
  #formProblem(
    form: RunForm,
    { identity, tool }: PendingCall,
    { rule, warnings }: { rule: FlowRule; warnings: ToolWarnings },
  ): FormProblem | undefined {
    if (form.identity !== identity) return 'server-changed'
    if (form.definition !== this.#hash(tool)) return 'tool-changed'
    if (form.warnings !== warningsText(warnings)) return 'warnings-changed'
    return rule === 'allow' ? undefined : 'text-from-elsewhere'
  }

  /** The press in the form is the person's decision. */
  #ranInForm(pending: PendingCall, provenance: CallFlows | undefined): RecordedDecision {
    const { call, form } = pending
    const decision = {
      kind: 'allow-once',
      by: 'person',
      inForm: true,
      rule: 'form',
      at: this.#deps.clock.now(),
      ...this.#boundTo(pending),
      ...(provenance ? { provenance } : {}),
    } as const
    this.#record(pending, decision, call.arguments)
    // Text that a rule allows is not shown in the form, so its hash is of the call without it.
    return { decision, shown: form?.shown, provenance: undefined }
  }

  /** A grant allows it, or the mode of the chat, and the rules let its text go. */
  #ranUnasked(
    pending: PendingCall,
    { grant, trust, provenance }: Found,
    rule: ApprovalRule,
  ): RecordedDecision {
    const { stores, clock } = this.#deps
    const { call, turn } = pending
    const used = rule === 'grant' ? grant : trust.grant
    const conversation = stores.conversations.get(turn.state.conversationId)
    const decision: ToolCallDecision = {
      kind: used ? kindOf(used) : 'allow-by-mode',
      ...(rule === 'grant'
        ? { by: 'grant' }
        : { by: 'mode', mode: approvalModeOf(conversation, stores) }),
      rule,
      at: clock.now(),
      ...(used ? { grantId: used.id, since: used.createdAt } : {}),
      ...this.#boundTo(pending),
      ...(provenance ? { provenance } : {}),
    }
    this.#record(pending, decision, call.arguments)
    if (used) stores.grants.used(used.id, decision.at)
    // Nothing was shown first, so what was recorded as proposed is what may be sent.
    const shown = this.hashOf(pending, { arguments: call.proposedArguments, provenance })
    return { decision, shown, provenance }
  }

  /** Applies the answer of the person. Edited arguments are checked like proposed ones. */
  async #answered(
    pending: PendingCall,
    { answer, rule, shownFlows, signal }: Answered,
  ): Promise<RecordedDecision> {
    const { turn, call } = pending
    const { clock, ids } = this.#deps
    const isEdited = answer.decision !== 'deny' && answer.arguments !== undefined
    const args = answer.arguments ?? call.arguments
    const provenance = isEdited ? await this.#provenance.of(pending, args, signal) : shownFlows
    if (isEdited) assertNotCancelled(signal)
    // The rule may have been given while the card waited.
    if (answer.decision !== 'deny' && this.#provenance.rule(provenance, pending) === 'never')
      return this.#refuse(pending, provenance)
    const scope = scopeOf(answer, turn.state.conversationId)
    const grantId = scope ? ids.next() : undefined
    const decision: ToolCallDecision = {
      kind: answer.decision,
      by: 'person',
      rule,
      at: clock.now(),
      ...(answer.reason ? { reason: answer.reason } : {}),
      ...(answer.unopened ? { unopened: answer.unopened } : {}),
      ...(grantId === undefined ? {} : { grantId }),
      ...this.#boundTo(pending),
      ...(provenance ? { provenance } : {}),
    }
    this.#record(pending, decision, args)
    if (scope && grantId !== undefined) {
      this.#grant({ id: grantId, scope }, pending)
      this.#autoApproved.set(pending.countedBy ?? turn, 0)
    }
    // A mode has no permission to give anew: that one call is allowed lets as many run again.
    if (rule === 'too-many' && decision.kind !== 'deny' && !this.#isGranted(pending))
      this.#autoApproved.set(pending.countedBy ?? turn, 0)
    return { decision, shown: answer.shown, provenance: shownFlows }
  }

  /** A rule keeps text of its arguments from going where it would. */
  #refuse(pending: PendingCall, provenance: CallFlows | undefined): RecordedDecision {
    const decision: ToolCallDecision = {
      kind: 'deny',
      by: 'flow-rule',
      rule: 'flow-rule',
      at: this.#deps.clock.now(),
      ...this.#boundTo(pending),
      ...(provenance ? { provenance } : {}),
    }
    this.#record(pending, decision, pending.call.arguments)
    return { decision, shown: undefined, provenance }
  }

  /** Whom a decision holds for. */
  #boundTo({ identity, tool }: PendingCall) {
    return { serverIdentity: identity, definition: this.#hash(tool) }
  }

  #grant(
    { id, scope }: Pick<Grant, 'id' | 'scope'>,
    { turn, call, server, identity, tool }: PendingCall,
  ): void {
    const { stores, clock } = this.#deps
    const { conversationId } = turn.state
    const grant: Grant = {
      id,
      scope,
      from: { conversationId, entryId: call.id },
      serverId: server.config.id,
      toolName: tool.name,
      definitionHash: this.#hash(tool),
      identity,
      createdAt: clock.now(),
    }
    stores.grants.save(grant, definitionText(tool))
  }

  /** The decision is in the turn and in the audit before anything is sent. */
  #record(pending: PendingCall, decision: ToolCallDecision, args: JsonObject): void {
    const { turn, call } = pending
    const { at } = decision
    turn.apply({ type: 'tool-call-decided', entryId: call.id, decision, arguments: args, at })
    if (decision.kind !== 'deny') this.audit(pending)
  }

  /** Appends the call as it stands now to the audit; with it goes what was asked about the call. */
  audit(pending: PendingCall): void {
    const { conversationId } = pending.turn.state
    const call = currentCall(pending)
    const place = { conversationId, ...this.#boundTo(pending) }
    this.#deps.stores.asks.settle(call.askId ?? call.id, callRecord(call, place, this.#deps))
  }

  /**
   * Returns the reason for which a call with a permission may no longer be sent: the permission was revoked, it was
   * suspended after a call with an unknown outcome, or the chat left the permission's workspace. A permission given
   * since then allows the call too.
   */
  noLongerAllowed(pending: PendingCall): AllowanceEnd | null {
    const { decision } = currentCall(pending)
    if (decision?.by === 'mode') return this.#endOfMode(pending, decision)
    const rule = this.#provenance.rule(decision?.provenance, pending)
    if (rule === 'never' || (rule === 'ask' && decision?.by === 'grant')) return 'flow-rule'
    if (decision?.by !== 'grant') return null
    const found = grantFor(toolOfCall(pending), this.#deps)
    if (found.grant) return null
    if (found.voided === 'outcome-unknown') return 'suspended'
    // It is still there, so it is the chat that is elsewhere.
    const isLeft =
      decision.kind === 'allow-in-workspace' && this.#deps.stores.grants.has(decision.grantId ?? '')
    return isLeft && found.voided === undefined ? 'left' : 'revoked'
  }

  /** The mode, the workspace or the trust may be another since the call was decided. */
  #endOfMode(pending: PendingCall, { provenance }: ToolCallDecision): AllowanceEnd | null {
    const { grant, trust } = this.#warnings.of(toolOfCall(pending))
    const args = currentCall(pending).arguments
    const facts = this.#facts(pending, { args, provenance, grant, trust, form: 'none' }, 0)
    if (decideCall(facts).outcome === 'run') return null
    return facts.trust === 'outcome-unknown' ? 'suspended' : 'mode'
  }

  #isGranted(pending: PendingCall): boolean {
    return grantFor(toolOfCall(pending), this.#deps).grant !== undefined
  }

  /** SHA-256 of a call with these arguments, as the window hashes what it shows. */
  hashOf(
    { server, tool }: PendingCall,
    what: { arguments: JsonObject; provenance: CallFlows | undefined },
  ): string {
    const call = { serverId: server.config.id, toolName: tool.name, ...what }
    return this.#deps.digest.sha256(toolCallText(call))
  }

  #hash(tool: Tool): string {
    return definitionHash(tool, this.#deps.digest)
  }
}
