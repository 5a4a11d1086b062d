import {
  GatehouseError,
  isCoveredWith,
  isAllowedInChatByPress,
  type Ask,
  type AskAnswer,
  type CallsAlike,
  type ConsentRequest,
  type ToolApprovalAnswer,
} from '@gatehouse/domain'
import type { AskQueue } from '../../../ask-queue/ask-queue.ts'
import type { ConversationService } from '../../conversations/conversation-service.ts'
import type { HostDependencies } from '../../../dependencies.ts'
import type { ConsentPrompt, Digest } from '../../../ports/index.ts'
import { assertDisplayed } from '../../../ask-queue/assert-displayed.ts'
import type { ReadOnlyGrants, ReadOnlyPlace } from './read-only-grants.ts'

export interface AnswerOutcome {
  /** `cancelled`: the person did not want it after all; the ask waits on. */
  outcome: 'answered' | 'cancelled'
}

interface Dependencies extends Pick<HostDependencies, 'stores' | 'digest'> {
  readOnlyGrants: Pick<ReadOnlyGrants, 'allow'>
  asks: AskQueue
  consent: ConsentPrompt
  conversations: ConversationService
}

type Approval = Extract<Ask, { kind: 'tool-approval' }>

/**
 * Answers of the window; what would allow more than this once is consented to first. The press in the card is that
 * consent for one tool in one chat, where the tool is declared neither destructive nor open-world. `alike`: calls of its step
 * that were in view; those that a permission covers are allowed with it, for this once.
 */
export function createAnswerWithConsent(deps: Dependencies) {
  const answerOne = createAnswerOfOne(deps)
  return async (id: string, answer: AskAnswer, alike: CallsAlike = []): Promise<AnswerOutcome> => {
    const ask = deps.asks.pending().find((one) => one.id === id)
    const answered = await answerOne(id, answer)
    if (answered.outcome === 'answered' && ask?.kind === 'tool-approval' && scopeOf(answer))
      allowAlike(ask, answer as ToolApprovalAnswer, { ...deps, alike })
    return answered
  }
}

/** Allows, once each, those of the calls that the permission covers. What is not as it was shown waits on. */
function allowAlike(
  ask: Approval,
  { tools }: ToolApprovalAnswer,
  { asks, digest, alike }: Pick<Dependencies, 'asks' | 'digest'> & { alike: CallsAlike },
): void {
  const pending = new Map(asks.pending().map((one) => [one.id, one]))
  for (const { id, shown } of alike) {
    const other = pending.get(id)
    if (other?.kind !== 'tool-approval' || !isCoveredWith(ask, other, tools)) continue
    const once = { kind: 'tool-approval', decision: 'allow-once', shown } as const
    if (isDisplayed(other, once, digest)) asks.answer(id, once)
  }
}

function isDisplayed(ask: Approval, answer: ToolApprovalAnswer, digest: Digest): boolean {
  try {
    assertDisplayed(ask, answer, digest)
    return true
  } catch {
    return false
  }
}

function createAnswerOfOne(deps: Dependencies) {
  const { asks, consent, readOnlyGrants } = deps
  return async (id: string, answer: AskAnswer): Promise<AnswerOutcome> => {
    const scope = scopeOf(answer)
    const ask = scope ? asks.pending().find((one) => one.id === id) : undefined
    const settled = asks.settledSignal(id)
    if (!scope || ask?.kind !== 'tool-approval' || answer.kind !== 'tool-approval' || !settled) {
      asks.answer(id, answer)
      return { outcome: 'answered' }
    }
    // The chat may be in another workspace by then, for which no one was asked.
    const check = (): void => assertPlace(answer, ask, deps)
    check()
    if (answer.tools === 'read-only') {
      assertDisplayed(ask, answer, deps.digest)
      const place = { ...placeOf(ask, scope, deps), signal: settled, check }
      const { outcome } = await readOnlyGrants.allow(ask.serverId, place)
      if (outcome === 'cancelled') return { outcome }
      asks.answer(id, { ...answer, decision: 'allow-once' })
      return { outcome: 'answered' }
    }
    if (scope !== 'chat' || !isAllowedInChatByPress(ask)) {
      const decision = await consent.ask(grantOf(ask, scope, deps), settled)
      if (decision === 'cancel') return { outcome: 'cancelled' }
      check()
    }
    asks.answer(id, answer)
    return { outcome: 'answered' }
  }
}

type AskedScope = Extract<ConsentRequest, { kind: 'grant' }>['scope']

function placeOf(
  { conversationId, conversationTitle }: Approval,
  scope: AskedScope,
  { conversations, stores }: Dependencies,
): Pick<ReadOnlyPlace, 'scope' | 'name'> {
  const workspaceId = conversations.workspaceOf(conversationId)
  const workspace = stores.workspaces.list().find(({ id }) => id === workspaceId)
  if (scope === 'chat') return { scope: { kind: 'chat', conversationId }, name: conversationTitle }
  if (scope === 'workspace' && workspace)
    return { scope: { kind: 'workspace', workspaceId: workspace.id }, name: workspace.name }
  return { scope: { kind: 'always' }, name: '' }
}

/** The scope, if the answer allows more than the waiting call; otherwise `null`. */
function scopeOf(answer: AskAnswer): AskedScope | null {
  if (answer.kind !== 'tool-approval') return null
  switch (answer.decision) {
    case 'allow-in-chat':
      return 'chat'
    case 'allow-in-workspace':
      return 'workspace'
    case 'allow-always':
      return 'always'
    case 'allow-once':
    case 'deny':
      return null
  }
}

/** Throws `ask/other-workspace` when what is to be allowed in a workspace is not meant for the chat's. */
function assertPlace(answer: AskAnswer, ask: Approval, { conversations }: Dependencies): void {
  if (answer.kind !== 'tool-approval' || answer.decision !== 'allow-in-workspace') return
  const workspaceId = conversations.workspaceOf(ask.conversationId)
  if (workspaceId === null || workspaceId !== answer.workspaceId)
    throw new GatehouseError(
      'ask/other-workspace',
      'The chat is no longer in this workspace, so nothing was allowed.',
    )
}

function grantOf(
  ask: Approval,
  scope: AskedScope,
  { conversations, stores }: Dependencies,
): ConsentRequest {
  const { serverName, serverHue, tool, conversationTitle } = ask
  const workspaceId = conversations.workspaceOf(ask.conversationId)
  const workspace = stores.workspaces.list().find(({ id }) => id === workspaceId)
  const chats = conversations.list().filter((one) => one.workspaceId === workspaceId).length
  return {
    kind: 'grant',
    scope,
    serverName,
    serverHue,
    tool,
    conversationTitle,
    workspace: scope === 'workspace' && workspace ? { name: workspace.name, chats } : null,
  }
}
