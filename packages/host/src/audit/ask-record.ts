import {
  canonicalJson,
  samplingText,
  type Ask,
  type AskAnswer,
  type AskEvent,
  type AuditRecord,
  type ModelRef,
} from '@gatehouse/domain'
import type { IdSource, Stores } from '../ports/index.ts'

const MAX_SUBJECT = 300
const MAX_PAGE = 4096

interface Dependencies {
  ids: IdSource
  stores: { providers: Pick<Stores['providers'], 'list'> }
}

/** What is kept of a settled ask; `null` for tool approvals, whose call leaves a record itself. */
export function askRecord(ask: Ask, event: AskEvent, deps: Dependencies): AuditRecord | null {
  if (ask.kind === 'tool-approval') return null
  const [cause] = ask.causes
  const settled = event.type === 'answered' ? answered(ask, event.answer) : withdrawn(event.reason)
  return {
    id: deps.ids.next(),
    at: event.at,
    kind: ask.kind,
    serverId: ask.serverId,
    serverName: ask.serverName,
    serverHue: ask.serverHue,
    conversationId: cause?.conversationId ?? null,
    entryId: ask.causes.length === 1 ? (cause?.entryId ?? null) : null,
    subject: subjectOf(ask).slice(0, MAX_SUBJECT),
    durationMs: null,
    ...pageOf(ask),
    ...modelOf(ask, event, deps),
    ...settled,
  }
}

type Settled = Pick<AuditRecord, 'decision' | 'edited' | 'outcome' | 'reason'>

/** `finished`: the server itself says that what was waited for is done. */
function withdrawn(reason: string): Settled {
  const outcome = reason === 'finished' ? 'done' : 'cancelled'
  return { decision: 'withdrawn', edited: false, outcome }
}

function answered(ask: Ask, answer: AskAnswer): Settled {
  switch (answer.kind) {
    case 'tool-approval':
      return { decision: answer.decision, edited: false, outcome: 'none' }
    case 'elicitation': {
      const { action } = answer.answer
      const outcome = { accept: 'done', decline: 'denied', cancel: 'cancelled' } as const
      return { decision: action, edited: false, outcome: outcome[action] }
    }
    case 'elicitation-wait': {
      const outcome = answer.decision === 'retry' ? 'done' : 'cancelled'
      return { decision: answer.decision, edited: false, outcome }
    }
    case 'sampling-request':
    case 'sampling-response': {
      const { decision } = answer.answer
      const reason = 'reason' in answer.answer ? answer.answer.reason : undefined
      return {
        decision,
        edited: isEdited(ask, answer),
        outcome: decision === 'deny' ? 'denied' : 'done',
        ...(reason ? { reason } : {}),
      }
    }
    case 'roots':
      return answer.share.length === 0
        ? { decision: 'deny', edited: false, outcome: 'denied' }
        : { decision: 'share', edited: false, outcome: 'done' }
  }
}

function isEdited(ask: Ask, answer: AskAnswer): boolean {
  if (ask.kind === 'sampling-request' && answer.kind === 'sampling-request')
    return answer.answer.decision === 'run' && differ(ask.request, answer.answer.request)
  if (ask.kind === 'sampling-response' && answer.kind === 'sampling-response')
    return answer.answer.decision === 'send' && differ(ask.response, answer.answer.response)
  return false
}

const differ = (one: object, other: object): boolean => canonicalJson(one) !== canonicalJson(other)

/** The address is what is opened; the server's words beside it may say anything. */
function pageOf(ask: Ask): Pick<AuditRecord, 'page' | 'words'> {
  const about =
    ask.kind === 'elicitation-wait'
      ? ask
      : ask.kind === 'elicitation' && ask.request.mode === 'url'
        ? ask.request
        : null
  if (!about) return {}
  return { page: about.url.slice(0, MAX_PAGE), words: about.message.slice(0, MAX_SUBJECT) }
}

/** As the browser is given it: what stands before an `@` is no host. */
function hostFirst(url: string): string {
  try {
    const { host, href } = new URL(url)
    return host === '' ? href : `${host} (${href})`
  } catch {
    return url
  }
}

/** Whom the person let read the request, or who wrote what the person let through. */
function modelOf(ask: Ask, event: AskEvent, { stores }: Dependencies): Pick<AuditRecord, 'model'> {
  const model = modelRefOf(ask, event)
  if (!model) return {}
  const provider = stores.providers.list().find(({ id }) => id === model.providerId)
  return { model: { provider: provider?.name ?? model.providerId, id: model.modelId } }
}

function modelRefOf(ask: Ask, event: AskEvent): ModelRef | null {
  if (ask.kind === 'sampling-response') return ask.model
  if (event.type !== 'answered' || event.answer.kind !== 'sampling-request') return null
  const { answer } = event.answer
  return answer.decision === 'run' ? answer.model : null
}

function subjectOf(ask: Ask): string {
  switch (ask.kind) {
    case 'tool-approval':
      return ask.tool.name
    case 'elicitation':
      return ask.request.mode === 'url' ? hostFirst(ask.request.url) : ask.request.message
    case 'elicitation-wait':
      return hostFirst(ask.url)
    case 'sampling-request':
      return samplingText(ask.request.messages.at(-1)?.content ?? [])
    case 'sampling-response':
      return samplingText(ask.response.content)
    case 'roots':
      return ask.folders.map((folder) => folder.path).join(', ')
  }
}
