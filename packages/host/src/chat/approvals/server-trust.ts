import { NEVER_ABORTED } from '@gatehouse/base'
import { GatehouseError, type AuditRecord, type Grant, type Tool } from '@gatehouse/domain'
import { isMarkable, type ToolMark } from '@gatehouse/domain/approvals'
import type { HostDependencies } from '../../dependencies.ts'
import type { ConsentPrompt } from '../../ports/index.ts'
import type { ManagedServer } from '../../servers/managed-server.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import type { GrantOutcome } from './grants/read-only-grants.ts'
import { definitionHash, definitionText } from '../tool-offers/tool-catalog.ts'
import { assertReadable, serverRules, stateOfServer, toolsForModels } from './server-rules.ts'
import { newRecord, serverOfRecord } from '../../new-record.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids' | 'digest'> & {
  consent: ConsentPrompt
  registry: Pick<ServerRegistry, 'get' | 'all'>
}

/** Characters of a record's subject. */
const MAX_SUBJECT = 300

/**
 * The servers whose declarations the person trusts. What is trusted are the definitions that the consent window named:
 * a tool that is new, or is declared otherwise later, is not.
 */
export class ServerTrust {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /**
   * Rejects with `server/not-found`, `grant/no-tools`, `grant/too-much-to-read`, `consent/too-many`; with
   * `grant/server-changed` when the server or its tools are others since they were shown.
   */
  async trust(serverId: string): Promise<GrantOutcome> {
    const server = this.#deps.registry.get(serverId)
    const rules = serverRules(server, 'risky-calls', this.#deps)
    if (rules.tools.length === 0) throw noTools(server)
    assertReadable([rules])
    const before = stateOfServer(server, this.#deps)
    const request = { kind: 'trust-server', server: rules } as const
    if ((await this.#deps.consent.ask(request, NEVER_ABORTED)) === 'cancel')
      return { outcome: 'cancelled' }
    if (stateOfServer(this.#deps.registry.get(serverId), this.#deps) !== before)
      throw changed(server)
    this.#deps.stores.transaction(() => this.save(server))
    return { outcome: 'granted' }
  }

  /** Trusts all of a server as it is now. The caller has the person's consent. */
  save(server: ManagedServer): void {
    const { stores } = this.#deps
    const before = this.#grantsOf(server.config.id)
    const tools = toolsForModels(server)
    const given = tools.flatMap((tool) => {
      const own = before.find(({ toolName }) => toolName === tool.name)
      if (own?.mark === 'ask') return []
      const isSame = own?.definitionHash === definitionHash(tool, this.#deps.digest)
      return this.#grant(server, tool, isSame ? own?.mark : undefined)
    })
    for (const { id, mark } of before) if (mark !== 'ask') stores.grants.remove(id)
    stores.grants.saveAll(given)
    const names = tools.map(({ name }) => name)
    stores.audit.append(this.#record('permission-given', server, names))
  }

  /** Ends the trust in a server. Tools that are to be asked about stay so. */
  distrust(serverId: string): void {
    const { stores, registry } = this.#deps
    const ended = this.#grantsOf(serverId).filter(({ mark }) => mark !== 'ask')
    if (ended.length === 0) return
    const names = ended.map(({ toolName }) => toolName)
    stores.transaction(() => {
      for (const { id } of ended) stores.grants.remove(id)
      stores.audit.append(this.#record('permission-revoked', registry.get(serverId), names))
    })
  }

  /**
   * Marks a tool: as one that only reads, after consent, or as one that always asks. `null` takes a mark back.
   * Rejects with `server/not-found`, `chat/tool-not-found`, `consent/too-many`; with `grant/declared-otherwise` for a
   * tool whose server declares that it does more than read; with `grant/server-changed`.
   */
  async mark(
    { serverId, toolName }: { serverId: string; toolName: string },
    mark: ToolMark | null,
  ): Promise<GrantOutcome> {
    const server = this.#deps.registry.get(serverId)
    const tool = toolsForModels(server).find(({ name }) => name === toolName)
    if (!tool)
      throw new GatehouseError('chat/tool-not-found', `${server.config.name} has no such tool.`)
    if (mark === 'read-only') {
      if (!isMarkable(tool)) throw declaredOtherwise(server, tool)
      const before = stateOfServer(server, this.#deps)
      const { name: serverName, hue: serverHue } = server.config
      const request = { kind: 'mark-read-only', serverName, serverHue, tool } as const
      if ((await this.#deps.consent.ask(request, NEVER_ABORTED)) === 'cancel')
        return { outcome: 'cancelled' }
      if (stateOfServer(this.#deps.registry.get(serverId), this.#deps) !== before)
        throw changed(server)
    }
    this.#saveMark(server, tool, mark)
    return { outcome: 'granted' }
  }

  #saveMark(server: ManagedServer, tool: Tool, mark: ToolMark | null): void {
    const { stores } = this.#deps
    const before = stores.grants.findTrust(server.config.id, tool.name)
    if (mark === null && before?.mark === undefined) return
    stores.transaction(() => {
      if (before) stores.grants.remove(before.id)
      if (mark !== null) stores.grants.saveAll([this.#grant(server, tool, mark)])
      const kind = mark === 'read-only' ? 'permission-given' : 'permission-revoked'
      stores.audit.append(this.#record(kind, server, [tool.name]))
    })
  }

  #grantsOf(serverId: string): Grant[] {
    return this.#deps.stores.grants
      .list()
      .filter((one) => one.serverId === serverId && one.scope.kind === 'by-mode')
  }

  #grant(
    { config, identity }: ManagedServer,
    tool: Tool,
    mark: ToolMark | undefined,
  ): { grant: Grant; definition: string } {
    const { clock, ids, digest } = this.#deps
    const grant: Grant = {
      id: ids.next(),
      scope: { kind: 'by-mode' },
      serverId: config.id,
      toolName: tool.name,
      definitionHash: definitionHash(tool, digest),
      identity,
      ...(mark === undefined ? {} : { mark }),
      createdAt: clock.now(),
    }
    return { grant, definition: definitionText(tool) }
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
      decision: kind === 'permission-given' ? 'allow-by-mode' : 'none',
    })
  }
}

function noTools({ config }: ManagedServer): GatehouseError {
  return new GatehouseError(
    'grant/no-tools',
    `The tools of ${config.name} are not known yet. Start it first.`,
  )
}

function changed({ config }: ManagedServer): GatehouseError {
  return new GatehouseError(
    'grant/server-changed',
    `${config.name} or its tools are others since they were shown, so nothing was changed.`,
  )
}

function declaredOtherwise({ config }: ManagedServer, tool: Tool): GatehouseError {
  return new GatehouseError(
    'grant/declared-otherwise',
    `${config.name} does not declare ${tool.name} in a way that leaves open that it only reads. Allow it by itself.`,
  )
}
