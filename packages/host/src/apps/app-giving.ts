import { NEVER_ABORTED } from '@gatehouse/base'
import {
  canonicalJson,
  type AppGiving,
  type AuditRecord,
  type ServerConfig,
} from '@gatehouse/domain'
import {
  appHostText,
  hasAccess,
  NO_ACCESS,
  readAppAccess,
  type AppAccess,
  type AppNeeds,
  type AppPin,
  type RefusedNeed,
} from '@gatehouse/domain/apps'
import { networkZoneOf, reachableZones, type NetworkZone } from '@gatehouse/domain/launch'
import type { HostDependencies } from '../dependencies.ts'
import type { ManagedServer } from '../servers/managed-server.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'ids' | 'clock' | 'consent'>

const MAX_SUBJECT = 200
const LOCAL: readonly NetworkZone[] = ['this-machine', 'local-network', 'elsewhere']

/** The page of a call, and what it asks for. */
export interface AskedAccess {
  server: ManagedServer
  conversationId: string
  toolTitle: string
  page: Pick<AppPin, 'uri' | 'hash' | 'bytes' | 'needs'>
}

/** Hosts and permissions for interfaces of servers: what each can have, and what the person gave. */
export class AppGivings {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Access that a window of the interface would get. */
  accessOf(
    server: ManagedServer | undefined,
    needs: AppNeeds,
  ): { access: AppAccess; refused: RefusedNeed[] } {
    if (!server || givingOf(server.config) === 'never') return { access: NO_ACCESS, refused: [] }
    return readAppAccess(needs, zonesOf(server.config))
  }

  /** Offer in the header of a sealed view. */
  offerOf(server: ManagedServer | undefined, needs: AppNeeds): 'window' | 'never' | 'nothing' {
    if (!server || !hasAccess(readAppAccess(needs, zonesOf(server.config)).access)) return 'nothing'
    return givingOf(server.config) === 'never' ? 'never' : 'window'
  }

  /**
   * True if the person gives the access, or gave it to the same page of the same server. Rejects with
   * `consent/too-many`.
   */
  async isGiven(asked: AskedAccess): Promise<boolean> {
    const { server, conversationId, toolTitle, page } = asked
    const { stores, consent, clock } = this.#deps
    const { config, identity } = server
    const { access, refused } = this.accessOf(server, page.needs)
    if (!hasAccess(access)) return true
    const given = stores.appPins.get(config.id, page.uri)?.given
    const isSame =
      given?.hash === page.hash &&
      given.serverIdentity === identity &&
      canonicalJson(given.access) === canonicalJson(access)
    if (isSame) return true
    const isTemporary = stores.conversations.get(conversationId)?.isTemporary === true
    const decision = await consent.ask(
      {
        kind: 'app-access',
        serverName: config.name,
        serverHue: config.hue,
        toolTitle,
        uri: page.uri,
        hash: page.hash,
        bytes: page.bytes,
        access,
        refused,
        before: given
          ? {
              access: given.access,
              at: given.at,
              isOtherPage: given.hash !== page.hash,
              isOtherServer: given.serverIdentity !== identity,
            }
          : null,
        isTemporary,
      },
      NEVER_ABORTED,
    )
    if (decision === 'cancel') return false
    // The server or its setting may have changed while the window was open.
    const now = this.accessOf(server, page.needs).access
    if (server.identity !== identity || canonicalJson(now) !== canonicalJson(access)) return false
    const at = clock.now()
    stores.transaction(() => {
      if (!isTemporary) {
        const pin = stores.appPins.get(config.id, page.uri) ?? {
          ...page,
          serverId: config.id,
          serverIdentity: identity,
          at,
        }
        const { hash } = page
        stores.appPins.save({ ...pin, given: { access, hash, serverIdentity: identity, at } })
      }
      this.#record('permission-given', server, { conversationId, toolTitle, access })
    })
    return true
  }

  /** Forgets what an interface was given. */
  takeBack(server: ManagedServer, uri: string): void {
    const { stores } = this.#deps
    const pin = stores.appPins.get(server.config.id, uri)
    if (!pin?.given) return
    const { given, ...rest } = pin
    stores.transaction(() => {
      stores.appPins.save(rest)
      const about = { conversationId: null, toolTitle: uri, access: given.access }
      this.#record('permission-revoked', server, about)
    })
  }

  #record(
    kind: 'permission-given' | 'permission-revoked',
    { config, identity }: ManagedServer,
    about: { conversationId: string | null; toolTitle: string; access: AppAccess },
  ): void {
    const { ids, clock, stores } = this.#deps
    const { conversationId, toolTitle, access } = about
    const names = [...access.hosts.map(appHostText), ...access.permissions]
    const record: AuditRecord = {
      id: ids.next(),
      at: clock.now(),
      kind,
      serverId: config.id,
      serverName: config.name,
      serverHue: config.hue,
      serverIdentity: identity,
      conversationId,
      entryId: null,
      subject: `${toolTitle}: ${names.join(', ')}`.slice(0, MAX_SUBJECT),
      by: { kind: 'person' },
      decision: kind === 'permission-given' ? 'allow-always' : 'none',
      edited: false,
      outcome: 'none',
      durationMs: null,
    }
    stores.audit.append(record)
  }
}

const givingOf = ({ appGiving }: ServerConfig): AppGiving => appGiving ?? 'public'

/** A server on this computer or in its network may lead there; a program only if the person lets it. */
function zonesOf(config: ServerConfig): readonly NetworkZone[] {
  const { transport } = config
  if (givingOf(config) === 'local') return LOCAL
  if (transport.kind === 'stdio') return ['elsewhere']
  return reachableZones(networkZoneOf(new URL(transport.url).hostname))
}
