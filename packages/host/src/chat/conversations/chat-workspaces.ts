import { NEVER_ABORTED } from '@gatehouse/base'
import {
  GatehouseError,
  type AuditRecord,
  type Conversation,
  type Grant,
  type Workspace,
} from '@gatehouse/domain'
import { widensMode, type ApprovalMode } from '@gatehouse/domain/approvals'
import { approvalModeOf } from '../approvals/approval-modes.ts'
import type { ConversationService } from './conversation-service.ts'
import type { HostDependencies } from '../../dependencies.ts'
import type { ConsentPrompt } from '../../ports/index.ts'
import type { Transaction } from '../../transactions.ts'
import { newRecord } from '../../new-record.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids'> & {
  consent: ConsentPrompt
  conversations: ConversationService
  transaction: Transaction
}

export interface MoveOutcome {
  /** `cancelled`: the person did not want it after all. */
  outcome: 'moved' | 'cancelled'
}

/** Characters of names that a person may be asked to read at once. */
const MAX_CHARACTERS = 65_536
/** Characters of a record's subject. */
const MAX_SUBJECT = 300

/**
 * Which workspace a chat is in. What is allowed in a workspace runs without asking in each of its chats,
 * and its mode counts there, so a chat that comes to such a workspace may gain rights: that is decided in the consent window.
 */
export class ChatWorkspaces {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /**
   * Rejects with `chat/not-found`, `workspace/not-found`, `grant/too-much-to-read`, `consent/too-many`;
   * with `workspace/permissions-changed` when it allows something else since it was shown.
   */
  async move(conversationId: string, workspaceId: string | null): Promise<MoveOutcome> {
    const { conversations } = this.#deps
    const conversation = conversations.get(conversationId)
    if (conversations.workspaceOf(conversationId) === workspaceId) {
      // It may name one that is gone: that is none.
      conversations.setWorkspace(conversationId, workspaceId)
      return { outcome: 'moved' }
    }
    const workspace = workspaceId === null ? null : this.#get(workspaceId)
    const allowed = workspace ? this.#allowedIn(workspace) : []
    const mode = this.#widerModeIn(conversation, workspace)
    const gains = workspace !== null && (allowed.length > 0 || mode !== undefined)
    if (gains) {
      const gained = { allowed, mode }
      if (!(await this.#consents(conversation, workspace, gained))) return { outcome: 'cancelled' }
      const now = this.#get(workspace.id)
      const modeNow = this.#widerModeIn(conversations.get(conversationId), now)
      if (!isSame(allowed, this.#allowedIn(now)) || modeNow !== mode) throw changedError(workspace)
    }
    this.#deps.transaction(() => {
      if (gains) this.#deps.stores.audit.append(this.#record(conversationId, workspace, allowed))
      conversations.setWorkspace(conversationId, workspaceId)
    })
    return { outcome: 'moved' }
  }

  async #consents(
    { title: conversationTitle }: Conversation,
    { name: workspaceName }: Workspace,
    { allowed, mode }: { allowed: readonly Grant[]; mode: ApprovalMode | undefined },
  ): Promise<boolean> {
    const servers = new Map(this.#deps.stores.servers.list().map((one) => [one.id, one]))
    const permissions = allowed.map(({ serverId, toolName }) => {
      const { name: serverName = '', hue: serverHue = 0 } = servers.get(serverId) ?? {}
      return { serverName, serverHue, toolName }
    })
    assertReadable(workspaceName, permissions)
    const request = {
      kind: 'chat-workspace',
      conversationTitle,
      workspaceName,
      ...(mode === undefined ? {} : { mode }),
      permissions,
    } as const
    return (await this.#deps.consent.ask(request, NEVER_ABORTED)) !== 'cancel'
  }

  /** The mode that the chat would have in a workspace, if it is wider than the present one. */
  #widerModeIn(chat: Conversation, workspace: Workspace | null): ApprovalMode | undefined {
    const { stores } = this.#deps
    const there = approvalModeOf({ ...chat, workspaceId: workspace?.id ?? null }, stores)
    return widensMode(approvalModeOf(chat, stores), there) ? there : undefined
  }

  /** All of its permissions: one that is void today may hold again tomorrow. */
  #allowedIn({ id }: Workspace): Grant[] {
    const { grants } = this.#deps.stores
    return grants
      .list()
      .filter(({ scope }) => scope.kind === 'workspace' && scope.workspaceId === id)
  }

  /** Throws `workspace/not-found`. */
  #get(id: string): Workspace {
    const workspace = this.#deps.stores.workspaces.list().find((one) => one.id === id)
    if (!workspace)
      throw new GatehouseError('workspace/not-found', 'This workspace no longer exists.')
    return workspace
  }

  #record(conversationId: string, { name }: Workspace, allowed: readonly Grant[]): AuditRecord {
    const tools = allowed.map(({ toolName }) => toolName).join(', ')
    return newRecord(this.#deps, {
      kind: 'permission-given',
      conversationId,
      subject: `${name}: ${tools}`.slice(0, MAX_SUBJECT),
      by: { kind: 'person' },
      decision: 'allow-in-workspace',
    })
  }
}

function isSame(before: readonly Grant[], now: readonly Grant[]): boolean {
  return before.length === now.length && before.every(({ id }, at) => now[at]?.id === id)
}

/** Throws when it is more than a person would read. */
function assertReadable(
  name: string,
  permissions: readonly { serverName: string; toolName: string }[],
): void {
  const characters = permissions.reduce(
    (sum, { serverName, toolName }) => sum + serverName.length + toolName.length,
    0,
  )
  if (characters > MAX_CHARACTERS)
    throw new GatehouseError(
      'grant/too-much-to-read',
      `The permissions of ${name} are too much to read at once. Revoke some of them first.`,
    )
}

function changedError({ name }: Workspace): GatehouseError {
  return new GatehouseError(
    'workspace/permissions-changed',
    `The permissions of ${name} changed since they were shown, so the chat stays where it is.`,
  )
}
