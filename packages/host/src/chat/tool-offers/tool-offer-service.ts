import type { JsonObject, ModelRef, ToolResult } from '@gatehouse/domain'
import { knownModelOf, mostTools } from '@gatehouse/domain/models'
import {
  TOOL_SEARCH_LIMITS,
  type ChatSetup,
  type OfferedToolsView,
  type ToolRef,
} from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../dependencies.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import { serversOfChat } from './chat-servers.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import { createToolCatalog, type CatalogEntry, type ToolCatalog } from './tool-catalog.ts'
import { offerTools, isAmong, toolRefOf, type ToolOffer } from './tool-offer.ts'
import { ToolSearch } from './tool-search.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'timers' | 'pause' | 'digest'> & {
  conversations: Pick<ConversationService, 'get' | 'find' | 'setFoundTools'>
  registry: ServerRegistry
}

/** The properties of a chat that decide which tools it offers. */
interface OfferedChat {
  conversationId: string
  model: ModelRef | null
  setup: ChatSetup
}

/** Selects the tools that are offered to the models of chats, and searches the others. */
export class ToolOfferService {
  readonly #deps: Dependencies
  readonly #search: ToolSearch

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#search = new ToolSearch(deps.pause)
  }

  /** The tools that a chat offers its model in the next step. */
  of({ conversationId, model, setup }: OfferedChat, catalog: ToolCatalog): ToolOffer {
    const { stores, clock } = this.#deps
    const providers = stores.providers.list()
    const provider = providers.find(({ id }) => id === model?.providerId)
    return offerTools(catalog, {
      pinned: setup.toolsPinned ?? [],
      found: this.#found(conversationId),
      settings: stores.settings.load(),
      contextWindow: knownModelOf(providers, model)?.contextWindow?.value,
      mostTools: mostTools(provider, { modelId: model?.modelId ?? '', now: clock.now() }),
    })
  }

  /** As {@link of}, for the window. Throws `chat/not-found`. */
  view(conversationId: string): OfferedToolsView {
    const { conversations, registry, digest } = this.#deps
    const { model, setup = {}, serverIds } = conversations.get(conversationId)
    const catalog = createToolCatalog(serversOfChat(serverIds, registry), digest, setup)
    const offer = this.of({ conversationId, model, setup }, catalog)
    return {
      bySearch: offer.search !== undefined,
      tools: catalog.entries.length,
      tokens: offer.tokens,
      pinned: offer.pinned,
      found: offer.search ? offer.entries.length - offer.pinned : 0,
    }
  }

  /** Carries out a call of the host's own tool: what it finds is offered from then on in this chat. */
  async search(
    args: JsonObject,
    {
      conversationId,
      catalog,
      offer,
    }: { conversationId: string; catalog: ToolCatalog; offer: ToolOffer },
  ): Promise<ToolResult> {
    const { result, found } = await this.#search.run(args, catalog)
    this.keep(conversationId, found, offer)
    return result
  }

  /** Has tools offered from now on that were not. */
  keep(conversationId: string, found: readonly CatalogEntry[], { entries }: ToolOffer): void {
    const offered = new Set(entries)
    const added = found.filter((entry) => !offered.has(entry)).map(toolRefOf)
    if (added.length === 0 || !this.#deps.conversations.find(conversationId)) return
    const isAdded = isAmong(added)
    const others = this.#found(conversationId).filter((place) => !isAdded(place))
    const places = [...others, ...added].slice(-TOOL_SEARCH_LIMITS.found)
    this.#deps.conversations.setFoundTools(conversationId, places)
  }

  #found(conversationId: string): readonly ToolRef[] {
    return this.#deps.conversations.find(conversationId)?.foundTools ?? []
  }
}
