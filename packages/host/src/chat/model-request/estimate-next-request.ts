import { tokensOfRequest, type ModelRef, type SentRequest, type Turn } from '@gatehouse/domain'
import {
  DEFAULT_OUTPUT_TOKENS,
  DEFAULT_SYSTEM_PROMPT,
  type NextRequest,
} from '@gatehouse/domain/chats'
import { attachmentsInRoom, documentRoom } from '@gatehouse/domain/documents'
import { knownModelOf, learnedForm } from '@gatehouse/domain/models'
import { estimateTokens } from '@gatehouse/domain/text'
import type { HostDependencies } from '../../dependencies.ts'
import type { TurnStore } from '../../ports/index.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import type { DraftAttachments } from '../attachments/draft-attachments.ts'
import { serversOfChat } from '../tool-offers/chat-servers.ts'
import { answerLimit, contextBudget, tokenEstimateRatio } from './context-budget.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import { TRIM_TARGET_RATIO } from './fitting-history.ts'
import { NO_SIZE, tokensOfSize, type MessageSize } from './message-size.ts'
import { lastRequests } from './model-context.ts'
import type { ToolOfferService } from '../tool-offers/tool-offer-service.ts'
import type { ServerInstructions } from './server-instructions.ts'
import { budgetAfterOverflow, refusedBefore } from './refused-size.ts'
import { systemPrompt } from './system-prompt.ts'
import { createToolCatalog } from '../tool-offers/tool-catalog.ts'

/** Maximum number of turns whose sizes are read. */
const MAX_SIZES = 1000
/** Bytes of a turn on disk that are about one token. */
const BYTES_OF_TOKEN = 4

type Dependencies = Pick<HostDependencies, 'stores' | 'digest' | 'clock'> & {
  conversations: Pick<ConversationService, 'get'>
  registry: ServerRegistry
  offeredTools: Pick<ToolOfferService, 'of'>
  instructions: Pick<ServerInstructions, 'forModels'>
  attachments: Pick<DraftAttachments, 'list'>
}

/** The last request of a chat, and the entries since. */
interface SentBefore {
  size: MessageSize
  /** Depth of the first turn of it. */
  from: number
  last: SentRequest | undefined
  counted: SentRequest | undefined
}

/**
 * About what the next request of a chat will hold. By what the last one held and by sizes: no message is
 * read, so it costs the same in a chat of any length.
 */
export class NextRequests {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** `asked`: for this model instead of the chat's. `null` where no model is asked. Throws `chat/not-found`. */
  view(conversationId: string, asked?: ModelRef): NextRequest | null {
    const { stores, conversations, attachments } = this.#deps
    const { model: usual, draft } = conversations.get(conversationId)
    const model = asked ?? usual
    if (model === null) return null
    const { frame, system } = this.#frame(conversationId, model)
    const before = this.#before(conversationId, model)
    const providers = stores.providers.list()
    const known = knownModelOf(providers, model)?.contextWindow
    const provider = providers.find(({ id }) => id === model.providerId)
    const attached = attachmentsInRoom(
      attachments.list(conversationId),
      documentRoom(provider, model.modelId),
    )
    const window = known?.value
    const factor = tokenEstimateRatio(before.counted)
    const room = contextBudget(frame, { window, factor })
    const own = {
      draft: estimateTokens(draft),
      attached: attached.reduce((sum, { tokens }) => sum + tokens, 0),
    }
    const all = Math.min(
      room.all,
      budgetAfterOverflow(refusedBefore(before.last), { frame, window }),
    )
    const kept = this.#kept(
      conversationId,
      before,
      Math.min(room.earlier, all - own.draft - own.attached),
    )
    const size = {
      system,
      tools: frame.toolTokens,
      messages: before.size.messages * kept.share,
      results: before.size.results * kept.share,
      attachments: before.size.attachments * kept.share + own.attached,
    }
    const limit = answerLimit(frame.maxOutputTokens, {
      window,
      isAssumed: known?.origin === 'assumed',
      estimated: tokensOfRequest(size) + own.draft,
      factor,
    })
    const counted = (tokens: number): number => Math.round(tokens * (factor ?? 1))
    return {
      size: {
        system: counted(size.system),
        tools: counted(size.tools),
        messages: counted(size.messages),
        results: counted(size.results),
        attachments: counted(size.attachments),
      },
      draft: counted(own.draft),
      // Without room for an answer the request is not sent.
      answer: Math.min(limit ?? 0, this.#learnedLimit(model)),
      ...(known ? { window: known.value, windowBy: known.origin } : {}),
      leftOut: kept.from,
      isCut: kept.from > before.from,
      isCounted: factor !== undefined,
    }
  }

  /** The most tokens of an answer that the model was found to take. */
  #learnedLimit(model: ModelRef): number {
    const { stores, clock } = this.#deps
    const provider = stores.providers.list().find(({ id }) => id === model.providerId)
    if (!provider) return Infinity
    const { baseUrl, learned } = provider
    const about = { modelId: model.modelId, baseUrl, now: clock.now() }
    return learnedForm(learned, about)?.form.maxOutputTokens ?? Infinity
  }

  #frame(conversationId: string, model: ModelRef) {
    const { conversations, registry, offeredTools, instructions, digest } = this.#deps
    const { serverIds, setup = {} } = conversations.get(conversationId)
    const servers = serversOfChat(serverIds, registry)
    const catalog = createToolCatalog(servers, digest, setup)
    const { offeredTokens } = offeredTools.of({ conversationId, model, setup }, catalog)
    const own = setup.systemPrompt ?? DEFAULT_SYSTEM_PROMPT
    const system = systemPrompt(own, instructions.forModels(servers), digest)
    const maxOutputTokens = setup.parameters?.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS
    return {
      frame: { system, toolTokens: offeredTokens, maxOutputTokens },
      system: estimateTokens(system),
    }
  }

  /** The last request with its answer, and with the turns that came after its own. */
  #before(conversationId: string, model: ModelRef): SentBefore {
    const { turns } = this.#deps.stores
    const tip = turns.lastTurnId(conversationId)
    const head = tip === null ? null : turns.getWithoutEntries(tip)
    if (!head) return { size: NO_SIZE, from: 0, last: undefined, counted: undefined }
    const { last, counted } = lastRequests(head, turns, model)
    const latest = latestRequest(head, turns)
    const from = last?.from ?? 0
    if (!latest) {
      const first = Math.max(0, head.depth + 1 - MAX_SIZES)
      const messages = sumOf(turns.sizes(conversationId, { from: first, limit: MAX_SIZES }))
      return { size: { ...NO_SIZE, messages }, from, last, counted }
    }
    const since = turns.sizes(conversationId, { from: latest.depth + 1, limit: MAX_SIZES })
    const answer = latest.request.usage?.outputTokens ?? 0
    const { messages, results, attachments } = latest.request
    const size = { messages: messages + answer + sumOf(since), results, attachments }
    return { size, from, last, counted }
  }

  /** Which share of what was sent before is sent again, and from which turn on. */
  #kept(
    conversationId: string,
    { size, from }: SentBefore,
    room: number,
  ): { share: number; from: number } {
    const all = tokensOfSize(size)
    if (all <= room || all === 0) return { share: 1, from }
    const share = Math.max(0, (room * TRIM_TARGET_RATIO) / all)
    const sizes = this.#deps.stores.turns.sizes(conversationId, { from, limit: MAX_SIZES })
    const bytes = sizes.reduce((sum, one) => sum + one, 0)
    let cut = 0
    let first = from
    for (const one of sizes) {
      if (cut >= bytes * (1 - share)) break
      cut += one
      first += 1
    }
    return { share, from: first }
  }
}

/** The last request on a branch, whichever model it went to. */
function latestRequest(
  head: Turn,
  turns: Pick<TurnStore, 'getWithoutEntries'>,
): { request: SentRequest; depth: number } | undefined {
  let at: Turn | null = head
  for (let looked = 0; at && looked < MAX_LOOKED_AT; looked += 1) {
    if (at.request) return { request: at.request, depth: at.depth }
    at = at.parentId === null ? null : turns.getWithoutEntries(at.parentId)
  }
  return undefined
}

const MAX_LOOKED_AT = 20

const sumOf = (bytes: readonly number[]): number =>
  Math.round(bytes.reduce((sum, one) => sum + one, 0) / BYTES_OF_TOKEN)
