import { NEVER_ABORTED } from '@gatehouse/base'
import {
  GatehouseError,
  type AuditRecord,
  type ConsentRequest,
  type Conversation,
  type Workspace,
} from '@gatehouse/domain'
import { widensMode, type ApprovalMode } from '@gatehouse/domain/approvals'
import type { HostDependencies } from '../../dependencies.ts'
import type { ConsentPrompt, Stores } from '../../ports/index.ts'
import type { ManagedServer } from '../../servers/managed-server.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import type { Transaction } from '../../transactions.ts'
import type { WorkspaceService } from '../../workspaces/workspace-service.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import { serversOfChat } from '../tool-offers/chat-servers.ts'
import { assertReadable, serverRules, stateOfServer } from './server-rules.ts'
import type { ServerTrust } from './server-trust.ts'
import { newRecord } from '../../new-record.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids' | 'digest'> & {
  consent: ConsentPrompt
  conversations: ConversationService
  workspaces: Pick<WorkspaceService, 'setApprovalMode'>
  registry: ServerRegistry
  serverTrust: Pick<ServerTrust, 'save'>
  transaction: Transaction
}

export interface ModeOutcome {
  /** `cancelled`: the person did not want it after all. */
  outcome: 'changed' | 'cancelled'
}

type Where = Extract<ConsentRequest, { kind: 'approval-mode' }>['where']

/** A change of mode, as the person is asked about it. */
interface ModeChange {
  where: Where
  conversationId: string | null
  /** The effective modes. */
  before: () => ApprovalMode
  after: ApprovalMode
  servers: () => ManagedServer[]
  save: () => unknown
}

/** The workspace of a chat; undefined when it is in none that is there. */
export function workspaceOfChat(
  { workspaceId }: Pick<Conversation, 'workspaceId'>,
  { workspaces }: Pick<Stores, 'workspaces'>,
): Workspace | undefined {
  return workspaces.list().find(({ id }) => id === workspaceId)
}

/** The mode of a chat: its own, or that of its workspace. A chat that is gone asks about every call. */
export function approvalModeOf(
  conversation: Conversation | null,
  stores: Pick<Stores, 'workspaces'>,
): ApprovalMode {
  if (!conversation) return 'every-call'
  return (
    conversation.approvalMode ?? workspaceOfChat(conversation, stores)?.approvalMode ?? 'every-call'
  )
}

/** The own mode of a chat for its copy. It is kept only where the mode of the workspace is wider. */
export function narrowerModeOf(
  { approvalMode: own, ...chat }: Conversation,
  stores: Pick<Stores, 'workspaces'>,
): Pick<Conversation, 'approvalMode'> {
  return own && widensMode(own, approvalModeOf(chat, stores)) ? { approvalMode: own } : {}
}

/** Sets which calls chats ask about. A wider mode is decided in the consent window; a narrower one is free. */
export class ApprovalModes {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /**
   * `null`: as the workspace of the chat has it. Rejects with `chat/not-found`, `grant/too-much-to-read`,
   * `consent/too-many`; with `grant/server-changed` when something is other than it was shown.
   */
  setForChat(id: string, mode: ApprovalMode | null): Promise<ModeOutcome> {
    const { conversations, stores } = this.#deps
    const now = () => conversations.get(id)
    const { title, approvalMode: _own, ...others } = now()
    const after = approvalModeOf(
      { ...others, title, ...(mode === null ? {} : { approvalMode: mode }) },
      stores,
    )
    return this.#set({
      where: { kind: 'chat', title },
      conversationId: id,
      before: () => approvalModeOf(now(), stores),
      after,
      servers: () => this.#listed(now().serverIds),
      save: () => conversations.setApprovalMode(id, mode),
    })
  }

  /** For chats without a mode of their own. Rejects with `workspace/not-found`, and as {@link setForChat}. */
  setForWorkspace(id: string, mode: ApprovalMode): Promise<ModeOutcome> {
    const { workspaces, stores } = this.#deps
    const now = (): Workspace => {
      const workspace = stores.workspaces.list().find((one) => one.id === id)
      if (workspace) return workspace
      throw new GatehouseError('workspace/not-found', 'This workspace no longer exists.')
    }
    return this.#set({
      where: { kind: 'workspace', name: now().name },
      conversationId: null,
      before: () => now().approvalMode ?? 'every-call',
      after: mode,
      servers: () => this.#listed(null),
      save: () => workspaces.setApprovalMode(id, mode),
    })
  }

  async #set(change: ModeChange): Promise<ModeOutcome> {
    const { after } = change
    const before = change.before()
    const chosen = widensMode(before, after) ? await this.#consent(change) : []
    if (chosen === null) return { outcome: 'cancelled' }
    const { stores, serverTrust, transaction } = this.#deps
    const saved = transaction(() => {
      for (const server of chosen) serverTrust.save(server)
      if (before !== after) stores.audit.append(this.#record(change, before))
      return change.save()
    })
    await saved
    return { outcome: 'changed' }
  }

  /** The servers that are to be trusted as well; `null` when the person cancelled. */
  async #consent(change: ModeChange): Promise<ManagedServer[] | null> {
    const { after, where } = change
    const servers = change.servers().map((server) => serverRules(server, after, this.#deps))
    assertReadable(servers)
    const state = this.#stateOf(change)
    const before = change.before()
    const { decision, chosen } = await this.#deps.consent.choose(
      { kind: 'approval-mode', before, after, where, servers },
      NEVER_ABORTED,
    )
    if (decision === 'cancel') return null
    if (this.#stateOf(change) !== state)
      throw new GatehouseError(
        'grant/server-changed',
        'A server, its tools or the mode are others since they were shown, so nothing was changed.',
      )
    return change.servers().filter(({ config }) => chosen.includes(config.id))
  }

  #stateOf(change: ModeChange): string {
    const servers = change.servers().map((server) => stateOfServer(server, this.#deps))
    return JSON.stringify([change.before(), servers])
  }

  /** Servers of a chat whose tools are known, and the trusted ones besides: they count once the chat uses them. */
  #listed(serverIds: string[] | null): ManagedServer[] {
    const { registry, stores } = this.#deps
    const used = new Set(serversOfChat(serverIds, registry))
    const trusted = new Set(
      stores.grants
        .list()
        .flatMap(({ scope, serverId }) => (scope.kind === 'by-mode' ? serverId : [])),
    )
    return registry
      .all()
      .filter((server) => used.has(server) || trusted.has(server.config.id))
      .filter((server) => server.tools().length > 0)
  }

  #record({ where, after, conversationId }: ModeChange, before: ApprovalMode): AuditRecord {
    return newRecord(this.#deps, {
      kind: widensMode(before, after) ? 'permission-given' : 'permission-revoked',
      conversationId,
      subject: where.kind === 'workspace' ? where.name : '',
      approvalMode: { before, after },
      by: { kind: 'person' },
      decision: widensMode(before, after) ? 'allow-by-mode' : 'none',
    })
  }
}
