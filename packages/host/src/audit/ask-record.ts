import {
  canonicalJson,
  toolDisplayName,
  type AbortCode,
  type Ask,
  type AskAnswer,
  type AskEvent,
  type AuditRecord,
  type ModelRef,
} from '@gatehouse/domain'
import type { Digest, IdSource, Stores } from '../ports/index.ts'
import { askSubject, MAX_SUBJECT } from './ask-subject.ts'
import { factsOf, sentFacts } from './sent-facts.ts'
import type { ElicitationAnswer, ElicitationRequest } from '@gatehouse/domain/server-requests'
import { secretTest } from './secret-fields.ts'

const MAX_FIELDS = 50

const MAX_NAME = 128

const MAX_VALUE = 200

const MAX_PAGE = 4096

interface Dependencies {
  ids: IdSource
  digest: Digest
  stores: { providers: Pick<Stores['providers'], 'list'> }
}

/** The record of a settled ask. A tool approval has one only where its call left no record itself. */
export function askRecord(ask: Ask, event: AskEvent, deps: Dependencies): AuditRecord {
  const settled =
    event.type === 'answered' ? answered(ask, event.answer, deps) : withdrawn(event.reason)
  return {
    id: deps.ids.next(),
    at: event.at,
    ...subjectOf(ask),
    serverId: ask.serverId,
    serverName: ask.serverName,
    serverHue: ask.serverHue,
    ...(ask.serverIdentity === undefined ? {} : { serverIdentity: ask.serverIdentity }),
    subject: askSubject(ask),
    durationMs: null,
    ...(ask.kind === 'tool-approval' ? {} : { askId: ask.id }),
    ...pageOf(ask),
    ...modelOf(ask, event, deps),
    ...receivedOf(ask, deps),
    ...settled,
  }
}

/** Which call of which chat it belongs to; what may belong to several belongs to none. */
function subjectOf(ask: Ask): Pick<AuditRecord, 'kind' | 'conversationId' | 'entryId' | 'tool'> {
  if (ask.kind === 'tool-approval') {
    const { conversationId, entryId, tool, definition } = ask
    const named = { name: tool.name, title: toolDisplayName(tool) }
    const known = definition === undefined ? {} : { definition }
    return { kind: 'tool-call', conversationId, entryId, tool: { ...named, ...known } }
  }
  const [cause] = ask.causes
  return {
    kind: ask.kind,
    conversationId: cause?.conversationId ?? null,
    entryId: ask.causes.length === 1 ? (cause?.entryId ?? null) : null,
  }
}

type Settled = Pick<
  AuditRecord,
  | 'decision'
  | 'edited'
  | 'outcome'
  | 'reason'
  | 'by'
  | 'sent'
  | 'fields'
  | 'moreFields'
  | 'withdrawn'
  | 'runId'
>

/** `finished`: the server itself reported that what was waited for is done. */
function withdrawn(reason: AbortCode): Settled {
  const outcome = reason === 'finished' ? 'done' : 'cancelled'
  return { decision: 'withdrawn', edited: false, outcome, withdrawn: reason }
}

function answered(ask: Ask, answer: AskAnswer, deps: Dependencies): Settled {
  return { ...decided(ask, answer, deps), by: { kind: 'person' } }
}

function decided(ask: Ask, answer: AskAnswer, { digest }: Dependencies): Settled {
  switch (answer.kind) {
    case 'tool-approval':
      return { decision: answer.decision, edited: false, outcome: 'none' }
    case 'elicitation': {
      const { action } = answer.answer
      const outcome = { accept: 'done', decline: 'denied', cancel: 'cancelled' } as const
      if (ask.kind === 'elicitation' && ask.request.mode === 'url' && action === 'accept')
        return { decision: action, edited: false, outcome: 'under-way', runId: ask.id }
      const given = ask.kind === 'elicitation' ? submittedFields(ask.request, answer.answer) : {}
      return { decision: action, edited: false, outcome: outcome[action], ...given }
    }
    case 'elicitation-wait': {
      const outcome = answer.decision === 'retry' ? 'done' : 'cancelled'
      return { decision: answer.decision, edited: false, outcome }
    }
    case 'sign-in':
      return answer.decision === 'cancel'
        ? { decision: 'cancel', edited: false, outcome: 'cancelled' }
        : { decision: 'accept', edited: false, outcome: 'done' }
    case 'sampling-request':
    case 'sampling-response': {
      const { decision } = answer.answer
      const reason = 'reason' in answer.answer ? answer.answer.reason : undefined
      const edited = isEdited(ask, answer, digest)
      return {
        decision,
        edited,
        outcome: decision === 'deny' ? 'denied' : 'done',
        ...(reason ? { reason } : {}),
        ...sentFacts(answer, { isOwn: edited, digest }),
      }
    }
    case 'roots':
      return answer.share.length === 0
        ? { decision: 'deny', edited: false, outcome: 'denied' }
        : { decision: 'share', edited: false, outcome: 'done' }
  }
}

function isEdited(ask: Ask, answer: AskAnswer, digest: Digest): boolean {
  if (ask.kind === 'sampling-request' && answer.kind === 'sampling-request') {
    if (answer.answer.decision !== 'run') return false
    // After a run that failed the card begins with the edits of before.
    if (ask.original === undefined) return differ(ask.request, answer.answer.request)
    return digest.sha256(canonicalJson(answer.answer.request)) !== ask.original
  }
  if (ask.kind === 'sampling-response' && answer.kind === 'sampling-response')
    return answer.answer.decision === 'send' && differ(ask.response, answer.answer.response)
  return false
}

const differ = (one: object, other: object): boolean => canonicalJson(one) !== canonicalJson(other)

/** The address is what is opened; the server's words beside it may be anything. */
function pageOf(ask: Ask): Pick<AuditRecord, 'page' | 'words'> {
  if (ask.kind === 'sign-in')
    return { page: ask.page.slice(0, MAX_PAGE), words: ask.scopes.join(' ').slice(0, MAX_SUBJECT) }
  const about =
    ask.kind === 'elicitation-wait'
      ? ask
      : ask.kind === 'elicitation' && ask.request.mode === 'url'
        ? ask.request
        : null
  if (!about) return {}
  return { page: about.url.slice(0, MAX_PAGE), words: about.message.slice(0, MAX_SUBJECT) }
}

/** Whom the person let read the request, or who wrote what the person let through. */
function modelOf(ask: Ask, event: AskEvent, { stores }: Dependencies): Pick<AuditRecord, 'model'> {
  const model = modelRefOf(ask, event)
  if (!model) return {}
  const provider = stores.providers.list().find(({ id }) => id === model.providerId)
  return { model: { provider: provider?.name ?? model.providerId, id: model.modelId } }
}

/** The text of the model, before the person edited it. */
function receivedOf(ask: Ask, { digest }: Dependencies): Pick<AuditRecord, 'received'> {
  if (ask.kind !== 'sampling-response') return {}
  const { sha256, characters } = factsOf(ask.response, { to: 'server', isOwn: false, digest })
  return { received: { sha256, characters, fileBytes: 0 } }
}

function modelRefOf(ask: Ask, event: AskEvent): ModelRef | null {
  if (ask.kind === 'sampling-response') return ask.model
  if (event.type !== 'answered' || event.answer.kind !== 'sampling-request') return null
  const { answer } = event.answer
  return answer.decision === 'run' ? answer.model : null
}

/**
 * Which fields of a form were submitted with which values. A value that its field or its own look marks
 * as a secret is not kept: the record stays in clear on disk.
 */
function submittedFields(
  request: ElicitationRequest,
  answer: ElicitationAnswer,
): Pick<AuditRecord, 'fields' | 'moreFields'> {
  if (request.mode !== 'form' || answer.action !== 'accept') return {}
  const isSecret = secretTest(request)
  const given = Object.entries(answer.content ?? {})
  const fields = given.slice(0, MAX_FIELDS).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const shown = isSecret(name, value) ? {} : { value: cut(text) }
    return { name: name.slice(0, MAX_NAME), ...shown }
  })
  const more = given.length - fields.length
  return { fields, ...(more > 0 ? { moreFields: more } : {}) }
}

function cut(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text
}
