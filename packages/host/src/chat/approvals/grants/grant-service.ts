import {
  GatehouseError,
  type AuditRecord,
  type Grant,
  type GrantUse,
  type GrantView,
} from '@gatehouse/domain'
import type { HostDependencies } from '../../../dependencies.ts'
import type { ServerRegistry } from '../../../servers/server-registry.ts'
import type { ServerTrust } from '../server-trust.ts'
import type { ReadOnlyGrants } from './read-only-grants.ts'
import { grantVoidReason } from './grant-void-reason.ts'
import { newRecord } from '../../../new-record.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids' | 'digest'> & {
  registry: Pick<ServerRegistry, 'all'>
  readOnly: ReadOnlyGrants
  serverTrust: Pick<ServerTrust, 'distrust'>
}

/** Lists and revokes standing permissions. */
export class GrantService {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Latest first. */
  list(): GrantView[] {
    const { stores } = this.#deps
    const workspaces = new Map(stores.workspaces.list().map(({ id, name }) => [id, name]))
    return stores.grants.list().map((grant) => this.#view(grant, workspaces))
  }

  /** Throws `grant/not-found`. */
  revoke(id: string): void {
    const grant = this.#deps.stores.grants.list().find((one) => one.id === id)
    // Without a mark that has each call asked about, fewer calls would be.
    if (!grant || grant.mark === 'ask')
      throw new GatehouseError('grant/not-found', 'This permission no longer exists.')
    this.#end(grant)
  }

  /** Revokes the grants of one server, or all. */
  revokeAll(serverId: string | null): void {
    const { stores, registry, readOnly, serverTrust } = this.#deps
    const isMeant = (id: string): boolean => serverId === null || id === serverId
    for (const { config } of registry.all()) {
      if (!isMeant(config.id)) continue
      readOnly.revoke(config.id)
      serverTrust.distrust(config.id)
    }
    for (const grant of stores.grants.list())
      if (isMeant(grant.serverId) && grant.mark !== 'ask') this.#end(grant)
  }

  #end(grant: Grant): void {
    const { stores } = this.#deps
    stores.transaction(() => {
      stores.grants.remove(grant.id)
      stores.audit.append(this.#record(grant))
    })
  }

  #view(grant: Grant & GrantUse, workspaces: ReadonlyMap<string, string>): GrantView {
    const { stores, digest } = this.#deps
    const server = this.#server(grant.serverId)
    const tools = server?.tools() ?? []
    const tool = tools.find(({ name }) => name === grant.toolName)
    // Of a server whose tools are not listed yet nothing is known; one that is gone from the list changed.
    const now = {
      identity: server?.identity ?? '',
      tool: tool ?? (tools.length > 0 ? null : undefined),
    }
    const chat =
      grant.scope.kind === 'chat' ? grant.scope.conversationId : grant.from?.conversationId
    const chatTitle = chat === undefined ? null : (stores.conversations.get(chat)?.title ?? null)
    const { scope } = grant
    const workspace = scope.kind === 'workspace' ? workspaces.get(scope.workspaceId) : undefined
    return {
      ...grant,
      chatTitle,
      workspaceName: workspace ?? null,
      voided: grantVoidReason(grant, now, { digest, grants: stores.grants }),
    }
  }

  #server(id: string) {
    return this.#deps.registry.all().find(({ config }) => config.id === id)
  }

  #record({ id, serverId, toolName, scope, ...grant }: Grant): AuditRecord {
    const server = this.#server(serverId)
    return newRecord(this.#deps, {
      kind: 'permission-revoked',
      serverId,
      serverName: server?.config.name ?? '',
      serverHue: server?.config.hue ?? 0,
      serverIdentity: grant.identity,
      conversationId: scope.kind === 'chat' ? scope.conversationId : null,
      subject: toolName,
      tool: { name: toolName, title: toolName, definition: grant.definitionHash },
      by: { kind: 'grant', grantId: id },
    })
  }
}
