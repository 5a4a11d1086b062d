import type { AuditRecord, ModelRef } from '@gatehouse/domain'
import type {
  CountedTokens,
  SamplingAnswer,
  SamplingPolicy,
  SamplingRequest,
} from '@gatehouse/domain/server-requests'
import { samplingText } from '@gatehouse/domain/server-requests'
import type { Digest, IdSource, Clock, Stores } from '../ports/index.ts'
import type { RunEnd } from './model-runs.ts'
import type { RequestOrigin } from './server-ask.ts'
import { MAX_SUBJECT } from '../audit/ask-subject.ts'
import { factsOf } from '../audit/sent-facts.ts'

interface Dependencies {
  ids: IdSource
  clock: Clock
  digest: Digest
  stores: Pick<Stores, 'providers'>
}

/** A run that begins (`end` null), and the same once it is over. */
type AutoApprovedRunFacts = {
  kind: 'run'
  runId: string
  request: SamplingRequest
  model: ModelRef
} & ({ end: null; reserved: number } | { end: RunEnd })

/** A decision of a sampling policy without the person. */
export interface PolicyDecision {
  origin: RequestOrigin
  policy: SamplingPolicy
  /** Tokens used on this day, including this run. */
  usedTokens: number
  what:
    | { kind: 'refused'; request: SamplingRequest }
    | AutoApprovedRunFacts
    | {
        kind: 'sent'
        answer: SamplingAnswer
        model: ModelRef
        tokens: CountedTokens
      }
}

/** The record of a decision that no one was asked for: by which policy, and with which numbers. */
export function samplingPolicyRecord(decision: PolicyDecision, deps: Dependencies): AuditRecord {
  const { origin, policy } = decision
  const { server, causes } = origin
  const [cause] = causes
  return {
    id: deps.ids.next(),
    at: deps.clock.now(),
    serverId: server.config.id,
    serverName: server.config.name,
    serverHue: server.config.hue,
    serverIdentity: server.identity,
    conversationId: cause?.conversationId ?? null,
    entryId: causes.length === 1 ? (cause?.entryId ?? null) : null,
    by: byPolicy(policy, decision.usedTokens),
    edited: false,
    durationMs: null,
    ...whatOf(decision.what, deps),
  }
}

function byPolicy({ id, rule }: SamplingPolicy, usedTokens: number): AuditRecord['by'] {
  if (rule.kind === 'ask-both') return undefined
  const budget = rule.kind === 'budget' ? { tokensPerDay: rule.tokensPerDay } : {}
  return { kind: 'policy', policyId: id, rule: rule.kind, ...budget, usedTokens }
}

type Facts = Pick<
  AuditRecord,
  'kind' | 'subject' | 'decision' | 'outcome' | 'model' | 'sent' | 'received' | 'tokens' | 'runId'
>

function whatOf(what: PolicyDecision['what'], deps: Dependencies): Facts {
  const { digest } = deps
  if (what.kind === 'sent') {
    const { to: _to, ...received } = factsOf(what.answer, { to: 'server', isOwn: false, digest })
    return {
      kind: 'sampling-response',
      subject: samplingText(what.answer.content).slice(0, MAX_SUBJECT),
      decision: 'send',
      outcome: 'done',
      model: namedModel(what.model, deps),
      sent: { to: 'server', ...received },
      received: { sha256: received.sha256, characters: received.characters, fileBytes: 0 },
      tokens: what.tokens,
    }
  }
  const request = {
    kind: 'sampling-request' as const,
    subject: samplingText(what.request.messages.at(-1)?.content ?? []).slice(0, MAX_SUBJECT),
  }
  if (what.kind === 'refused') return { ...request, decision: 'deny', outcome: 'denied' }
  const run = {
    ...request,
    runId: what.runId,
    decision: 'run' as const,
    model: namedModel(what.model, deps),
  }
  // What is to be sent is not a word of what was.
  if (what.end === null)
    return { ...run, outcome: 'under-way', tokens: { kind: 'reserved', count: what.reserved } }
  const { outcome, tokens, isSent } = what.end
  const sent = factsOf(what.request, { to: 'model', isOwn: false, digest })
  return { ...run, outcome, tokens, ...(isSent ? { sent } : {}) }
}

function namedModel(model: ModelRef, { stores }: Dependencies): NonNullable<AuditRecord['model']> {
  const provider = stores.providers.list().find(({ id }) => id === model.providerId)
  return { provider: provider?.name ?? model.providerId, id: model.modelId }
}
