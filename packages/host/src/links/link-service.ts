import { NEVER_ABORTED, SingleFlight } from '@gatehouse/base'
import { GatehouseError, type Settings, type Turn } from '@gatehouse/domain'
import {
  MAX_LINK_HOSTS,
  OWN_PAGES,
  type LinkDoubt,
  type LinkReview,
  LONG_LINK_PART,
  type LinkReason,
} from '@gatehouse/domain/links'
import type { HostDependencies } from '../dependencies.ts'
import type { DataFlowRules } from '../provenance/data-flow-rules.ts'
import { findLinkTexts, type LinkTexts } from '../provenance/find-link-texts.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import { linkHostRecord, linkRecord, type RecordedLink } from './link-record.ts'

/** Of these a remembered host is asked about as well: the chat's text, what was not compared with it, and interfaces. */
const ALWAYS: ReadonlySet<LinkReason> = new Set([
  'found-text',
  'incomplete',
  'not-in-chat',
  'by-app',
])

type Dependencies = Pick<
  HostDependencies,
  'stores' | 'clock' | 'pause' | 'ids' | 'consent' | 'links' | 'events'
> & {
  registry: Pick<ServerRegistry, 'all'>
  flowRules: Pick<DataFlowRules, 'ruleFor'>
  /** The last turn that a chat shows, with the entries that it has by now. */
  lastTurn(conversationId: string): Turn | null
}

/** A link as the window names it. */
export interface LinkRequest {
  url: string
  /** The chat that it is in; `null`: none. */
  conversationId: string | null
  /** A doubt about its words, which the window alone knows: it can only lead to a question. */
  doubt?: LinkDoubt | undefined
}

interface LinkOutcome {
  outcome: 'opened' | 'cancelled'
}
type Opening = Promise<LinkOutcome>

/** Addresses that were opened from one chat, in which pieces of a text may have gone. */
const MAX_BEFORE = 64
/** Chats of which those are remembered, in memory alone. */
const MAX_REMEMBERED = 500

/**
 * Opens addresses of chats in the system's browser. An address tells its host what is in it, so one that can carry
 * something is shown to the person first. What it is compared with is read from the store, whatever the window says.
 */
export class LinkService {
  readonly #deps: Dependencies
  /** By chat and address: a second press on a link that is being asked about asks no second time. */
  readonly #openings = new SingleFlight<LinkOutcome>()
  readonly #before = new Map<string, string[]>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /**
   * Rejects with `link/refused`, `link/failed`, `link/not-allowed` (a rule of the person keeps the text of a server
   * from the link's host), `chat/not-found`, `consent/too-many`, `store/…`.
   */
  open(request: LinkRequest): Opening {
    const { conversationId, url } = request
    return this.#openings.run(() => this.#open(request), JSON.stringify([conversationId, url]))
  }

  /** Forgets a remembered host; nothing changes when it is none. */
  forgetHost(origin: string): Settings {
    const { stores, events } = this.#deps
    const settings = stores.settings.load()
    const linkHosts = settings.linkHosts.filter((host) => host.origin !== origin)
    if (linkHosts.length === settings.linkHosts.length) return settings
    const next = { ...settings, linkHosts }
    stores.settings.save(
      next,
      linkHostRecord(origin, { conversationId: null, decision: 'none' }, this.#deps),
    )
    events.emit('settings.changed', next)
    return next
  }

  async #open({ url: given, conversationId, doubt }: LinkRequest): Opening {
    const url = this.#deps.links.readPage(given)
    if (conversationId === null && OWN_PAGES.has(url))
      return this.#follow({ url, conversationId, texts: [] }, 'none')
    const found = await this.#compare(url, conversationId)
    const link = { url, conversationId, texts: found.texts }
    this.#assertAllowed(link)
    const isRemembered = this.#isRemembered(url)
    const reasons = linkReasons({ ...found, url, doubt, isRemembered })
    if (reasons.length === 0) return this.#follow(link, 'none')
    return this.#ask(link, { url, reasons, texts: found.texts, marks: found.marks, isRemembered })
  }

  async #compare(url: string, conversationId: string | null): Promise<LinkTexts> {
    if (conversationId === null)
      return { texts: [], marks: [], isInChat: false, isIncomplete: false }
    const before = this.#before.get(conversationId) ?? []
    return findLinkTexts(
      {
        url,
        turn: this.#deps.lastTurn(conversationId),
        instructions: this.#chat(conversationId).setup?.systemPrompt ?? '',
        before: before.filter((one) => one !== url),
      },
      this.#deps,
    )
  }

  async #ask(link: RecordedLink, review: LinkReview): Opening {
    const decision = await this.#deps.consent.ask({ kind: 'link', review }, NEVER_ABORTED)
    if (decision === 'cancel') {
      this.#record(link, { decision: 'cancel', outcome: 'cancelled' })
      return { outcome: 'cancelled' }
    }
    // The chat may have been deleted while the window was open.
    if (link.conversationId !== null) this.#chat(link.conversationId)
    if (decision === 'allow-and-remember') this.#remember(link)
    return this.#follow(link, 'allow-once')
  }

  /** The record is on disk before anything is opened. */
  async #follow(link: RecordedLink, decision: 'none' | 'allow-once'): Opening {
    const { ids, links } = this.#deps
    const runId = ids.next()
    this.#record(link, { decision, outcome: 'under-way', runId })
    this.#noteBefore(link)
    try {
      await links.openPage(link.url)
    } catch (error) {
      this.#record(link, { decision, outcome: 'failed', runId })
      throw error
    }
    this.#record(link, { decision, outcome: 'done', runId })
    return { outcome: 'opened' }
  }

  #record(link: RecordedLink, ended: Omit<Parameters<typeof linkRecord>[1], 'by'>): void {
    const record = linkRecord(link, { by: { kind: 'person' }, ...ended }, this.#deps)
    this.#deps.stores.audit.append(record)
  }

  /** A rule that keeps a server's text from another holds for the pages of that one's host too. */
  #assertAllowed(link: RecordedLink): void {
    const { registry, flowRules, stores } = this.#deps
    const flows = link.texts.flatMap(({ from }) =>
      from.kind === 'server' || from.kind === 'file' ? [{ from }] : [],
    )
    const { hostname } = new URL(link.url)
    for (const { config } of registry.all()) {
      const { transport } = config
      if (transport.kind !== 'http' || new URL(transport.url).hostname !== hostname) continue
      const others = flows.filter(({ from }) => from.kind === 'file' || from.serverId !== config.id)
      if (flowRules.ruleFor(others, config.id) !== 'never') continue
      stores.audit.append(
        linkRecord(
          link,
          { by: { kind: 'flow-rule' }, decision: 'deny', outcome: 'denied' },
          this.#deps,
        ),
      )
      throw new GatehouseError(
        'link/not-allowed',
        `The link was not opened: it holds text that your rules keep from ${config.name}, whose host it leads to.`,
        { data: { server: config.name } },
      )
    }
  }

  #isRemembered(url: string): boolean {
    const { origin } = new URL(url)
    return this.#deps.stores.settings.load().linkHosts.some((host) => host.origin === origin)
  }

  #remember({ url, conversationId }: RecordedLink): void {
    const { stores, clock, events } = this.#deps
    const { origin } = new URL(url)
    const settings = stores.settings.load()
    const others = settings.linkHosts.filter((host) => host.origin !== origin)
    const linkHosts = [...others, { origin, at: clock.now() }].slice(-MAX_LINK_HOSTS)
    const next = { ...settings, linkHosts }
    stores.settings.save(
      next,
      linkHostRecord(origin, { conversationId, decision: 'allow-always' }, this.#deps),
    )
    events.emit('settings.changed', next)
  }

  #noteBefore({ url, conversationId }: RecordedLink): void {
    if (conversationId === null) return
    const before = [...(this.#before.get(conversationId) ?? []), url].slice(-MAX_BEFORE)
    this.#before.delete(conversationId)
    this.#before.set(conversationId, before)
    for (const oldest of this.#before.keys())
      if (this.#before.size > MAX_REMEMBERED) this.#before.delete(oldest)
  }

  #chat(id: string) {
    const chat = this.#deps.stores.conversations.get(id)
    if (chat) return chat
    throw new GatehouseError('chat/not-found', 'This chat no longer exists.')
  }
}

interface Judged extends Pick<LinkTexts, 'texts' | 'isInChat' | 'isIncomplete'> {
  url: string
  doubt: LinkDoubt | undefined
  isRemembered: boolean
}

/** The reasons to show an address of a chat before it is opened, the gravest first; empty: it opens at once. */
function linkReasons(judged: Judged): LinkReason[] {
  const { texts, isInChat, isIncomplete, doubt, isRemembered } = judged
  const { hash, hostname, pathname, search } = new URL(judged.url)
  const holds: Record<LinkReason, boolean> = {
    'found-text': texts.length > 0,
    incomplete: isIncomplete,
    'not-in-chat': !isInChat,
    'by-app': doubt === 'by-app',
    'other-host': doubt === 'other-host',
    hidden: doubt === 'hidden',
    punycode: hostname.split('.').some((label) => label.startsWith('xn--')),
    query: search !== '',
    fragment: hash !== '',
    'long-path': pathname.length > LONG_LINK_PART,
    'long-host': hostname.length > LONG_LINK_PART,
  }
  return (Object.keys(holds) as LinkReason[]).filter(
    (reason) => holds[reason] && (!isRemembered || ALWAYS.has(reason)),
  )
}
