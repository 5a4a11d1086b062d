import {
  canonicalJson,
  GatehouseError,
  isAllowedAsReadOnly,
  isVisibleToModel,
  toolDisplayName,
  type AuditRecord,
  type Grant,
  type GrantScope,
  type Tool,
} from '@gatehouse/domain'
import type { HostDependencies } from '../../../dependencies.ts'
import type { ConsentPrompt } from '../../../ports/index.ts'
import type { ManagedServer } from '../../../servers/managed-server.ts'
import type { ServerRegistry } from '../../../servers/server-registry.ts'
import { definitionHash, definitionText } from '../../tool-offers/tool-catalog.ts'
import { grantVoidReason } from './grant-void-reason.ts'
import { newRecord, serverOfRecord } from '../../../new-record.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids' | 'digest'> & {
  consent: ConsentPrompt
  registry: Pick<ServerRegistry, 'get'>
}

/** Where tools are allowed together, and for whom the person is asked. */
export interface ReadOnlyPlace {
  scope: Exclude<GrantScope, { kind: 'by-mode' }>
  /** Title of the chat or name of the workspace; empty for all chats. */
  name: string
  /** Aborted once no one awaits the result. */
  signal: AbortSignal
  /** Throws when the place is not what the person was shown. */
  check: () => void
}

const ALL_CHATS: ReadOnlyPlace['scope'] = { kind: 'always' }

export interface GrantOutcome {
  /** `cancelled`: the person did not want it after all. */
  outcome: 'granted' | 'cancelled'
}

/** Characters of names and titles that a person may be asked to read at once. */
const MAX_CHARACTERS = 65_536
/** Characters of a record's subject. */
const MAX_SUBJECT = 300

/**
 * Allows at once all tools that a server declares read-only and closed, for a server that the person
 * trusts to declare it truly. What is allowed is what the consent window listed: each tool as it is
 * declared now. A tool that is new, or declared otherwise later, is asked about.
 */
export class ReadOnlyGrants {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /**
   * Allows the read-only tools of a server. Rejects with `server/not-found`, `grant/no-read-only-tools`,
   * `grant/too-much-to-read`, `consent/too-many`; with `grant/server-changed` when the server changed after it was
   * shown.
   */
  async allow(serverId: string, place: ReadOnlyPlace): Promise<GrantOutcome> {
    const server = this.#deps.registry.get(serverId)
    const { identity } = server
    const offered = server.tools().filter(isVisibleToModel)
    const tools = offered.filter(isAllowedAsReadOnly)
    const named = tools.map((tool) => ({ name: tool.name, title: toolDisplayName(tool) }))
    assertReadable(server, named)
    const { name: serverName, hue: serverHue } = server.config
    const others = offered.length - tools.length
    const decision = await this.#deps.consent.ask(
      {
        kind: 'read-only-tools',
        serverName,
        serverHue,
        tools: named,
        others,
        scope: place.scope.kind,
        place: place.name,
      },
      place.signal,
    )
    if (decision === 'cancel') return { outcome: 'cancelled' }
    if (this.#deps.registry.get(serverId).identity !== identity) throw changedError(server)
    place.check()
    this.#save(server, tools, place.scope)
    return { outcome: 'granted' }
  }

  /** Revokes the grants of `allow` for a server in all chats; grants for single tools, or for one place, stay. */
  revoke(serverId: string): void {
    const { stores, registry } = this.#deps
    const { grants, audit } = stores
    const ended = grants
      .list()
      .filter((one) => one.serverId === serverId && isOfGroup(one, ALL_CHATS))
    if (ended.length === 0) return
    const names = ended.map(({ toolName }) => toolName)
    stores.transaction(() => {
      for (const { id } of ended) grants.remove(id)
      audit.append(this.#record('permission-revoked', registry.get(serverId), names))
    })
  }

  #save(server: ManagedServer, tools: readonly Tool[], scope: GrantScope): void {
    const { stores, clock, ids, digest } = this.#deps
    const { identity } = server
    const serverId = server.config.id
    const own = stores.grants.list().filter((one) => one.serverId === serverId)
    const isOwn = (tool: Tool): boolean =>
      own.some(
        (one) =>
          isSameScope(one.scope, scope) &&
          one.group === undefined &&
          one.toolName === tool.name &&
          grantVoidReason(one, { identity, tool }, { digest, grants: stores.grants }) === null,
      )
    const given = tools
      .filter((tool) => !isOwn(tool))
      .map((tool) => {
        const grant: Grant = {
          id: ids.next(),
          scope,
          group: 'read-only',
          serverId,
          toolName: tool.name,
          definitionHash: definitionHash(tool, digest),
          identity,
          createdAt: clock.now(),
        }
        return { grant, definition: definitionText(tool) }
      })
    const names = tools.map(({ name }) => name)
    stores.transaction(() => {
      stores.audit.append(this.#record('permission-given', server, names))
      for (const before of own) if (isOfGroup(before, scope)) stores.grants.remove(before.id)
      stores.grants.saveAll(given)
    })
  }

  #record(
    kind: 'permission-given' | 'permission-revoked',
    server: ManagedServer,
    names: readonly string[],
  ): AuditRecord {
    return newRecord(this.#deps, {
      kind,
      ...serverOfRecord(server),
      subject: names.join(', ').slice(0, MAX_SUBJECT),
      by: { kind: 'person' },
      decision: kind === 'permission-given' ? 'allow-read-only' : 'none',
    })
  }
}

function isSameScope(one: GrantScope, other: GrantScope): boolean {
  return canonicalJson(one) === canonicalJson(other)
}

function isOfGroup(grant: Grant, scope: GrantScope): boolean {
  return grant.group === 'read-only' && isSameScope(grant.scope, scope)
}

/** Throws when there is nothing to allow, or more than a person would read. */
function assertReadable(
  { config }: ManagedServer,
  tools: readonly { name: string; title: string }[],
): void {
  if (tools.length === 0)
    throw new GatehouseError(
      'grant/no-read-only-tools',
      `${config.name} declares no tool that only reads and reaches nothing outside, as far as is known now.`,
    )
  const characters = tools.reduce((sum, { name, title }) => sum + name.length + title.length, 0)
  if (characters > MAX_CHARACTERS)
    throw new GatehouseError(
      'grant/too-much-to-read',
      `The names of the tools of ${config.name} are too much to read at once. Allow its tools one by one.`,
    )
}

function changedError({ config }: ManagedServer): GatehouseError {
  return new GatehouseError(
    'grant/server-changed',
    `${config.name} is another program or address since its tools were shown, so nothing was allowed.`,
  )
}
