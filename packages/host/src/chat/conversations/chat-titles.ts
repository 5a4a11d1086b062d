import type { Conversation, ModelRef, TitleRequest, TokenUsage, Turn } from '@gatehouse/domain'
import { MAX_TITLE_INPUT, TITLE_PROMPT } from '@gatehouse/domain/models'
import { truncateText } from '@gatehouse/domain/text'
import type { HostDependencies } from '../../dependencies.ts'
import type { ProviderService } from '../../model-providers/provider-service.ts'
import type { ModelEvent, ModelRequest } from '../../ports/index.ts'
import { addCost, costOfAnswer, isCostLimitReached } from './chat-cost.ts'
import type { ConversationService } from './conversation-service.ts'
import { createRequestLimit } from '../model-request/request-limit.ts'
import { RequestRecorder } from '../model-request/request-recorder.ts'

/** Characters of a title. */
const MAX_TITLE = 60
/** A model that reasons first needs some of them for that. */
const OUTPUT_TOKENS = 1000
/** Characters of an answer that are read: a title is its first line. */
const MAX_ANSWER = 1000
const TIMEOUT_MS = 60_000

type Dependencies = Pick<HostDependencies, 'stores' | 'timers' | 'digest'> & {
  conversations: Pick<ConversationService, 'find' | 'setTitle' | 'setTitleRequest' | 'addCost'>
  providers: Pick<ProviderService, 'connect'>
}

/** Names chats by the model that answered, or by the one that the person chose for titles. */
export class ChatTitles {
  readonly #deps: Dependencies
  readonly #recorder: RequestRecorder
  /** By chat. */
  readonly #running = new Map<string, AbortController>()

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#recorder = new RequestRecorder(deps)
  }

  /** After a turn: names its chat once, in the background. What fails leaves the title as it is. */
  after(turn: Turn): void {
    const { titleModel } = this.#deps.stores.settings.load()
    const model = titleModel === 'chat' ? turn.model : titleModel
    const chat = this.#deps.conversations.find(turn.conversationId)
    if (model === null || !chat || !isNameless(chat, turn)) return
    if (isCostLimitReached(this.#deps, chat.id) || this.#running.has(chat.id)) return
    const controller = new AbortController()
    this.#running.set(chat.id, controller)
    const cancel = this.#deps.timers.after(TIMEOUT_MS, () => controller.abort())
    void this.#name(turn, { model, before: chat.title }, controller.signal)
      .catch(() => undefined)
      .finally(() => {
        cancel()
        this.#running.delete(chat.id)
      })
  }

  close(): void {
    for (const controller of this.#running.values()) controller.abort()
  }

  async #name(
    turn: Turn,
    { model, before }: { model: ModelRef; before: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { id: turnId, conversationId, step } = turn
    const { client, source } = await this.#deps.providers.connect(model)
    const asked = createRequestLimit(this.#deps.stores)(requestFor(turn, model), model)
    if (!asked) return
    const { request } = (await client.adapt?.(asked)) ?? { request: asked }
    // After the last step: a turn that is done gets no other.
    const record = { turnId, step: step + 1, model, source, request, entries: [], hostTools: [] }
    await this.#recorder.keep(record)
    let text = ''
    let usage: TokenUsage = {}
    for await (const event of client.stream(request, signal)) {
      signal.throwIfAborted()
      if (event.type === 'text-was-reasoning') text = ''
      text = truncateText(text + textOf(event), MAX_ANSWER)
      if (event.type === 'finish') usage = { ...usage, ...event.usage }
    }
    this.#count(conversationId, { model, usage })
    const title = titleOf(text)
    const now = this.#deps.conversations.find(conversationId)
    // The person may have named it meanwhile.
    if (title !== '' && now && !now.titled && now.title === before)
      this.#deps.conversations.setTitle(conversationId, title)
  }

  #count(conversationId: string, asked: Omit<TitleRequest, 'cost'>): void {
    if (!this.#deps.conversations.find(conversationId)) return
    const cost = costOfAnswer(this.#deps, asked)
    const request = { ...asked, ...(cost === undefined ? {} : { cost }) }
    this.#deps.conversations.setTitleRequest(conversationId, request)
    addCost(this.#deps, conversationId, cost)
  }
}

/** Only the first turn of a chat names it, once a model answered it. A temporary chat sends nothing by itself. */
const isNameless = (chat: Conversation, turn: Turn): boolean =>
  isWithoutName(chat) && turn.parentId === null && turn.status === 'done' && turn.model !== null

const isWithoutName = ({ titled, named, imported, isTemporary }: Conversation): boolean =>
  !titled && !named && !imported && !isTemporary

const textOf = (event: ModelEvent): string => (event.type === 'text-delta' ? event.text : '')

function requestFor({ entries }: Turn, { modelId }: ModelRef): ModelRequest {
  const message = entries.find((entry) => entry.kind === 'user-message')?.text ?? ''
  const answer = entries.findLast((entry) => entry.kind === 'assistant-message')?.text ?? ''
  const given = {
    message: truncateText(message, MAX_TITLE_INPUT),
    answer: truncateText(answer, MAX_TITLE_INPUT),
  }
  return {
    modelId,
    system: TITLE_PROMPT,
    messages: [{ role: 'user', text: JSON.stringify(given) }],
    tools: [],
    maxOutputTokens: OUTPUT_TOKENS,
    isSingle: true,
  }
}

const QUOTES = '"\'“”‘’«»「」『』*#`'

/** The first line with content, without what models put around it. */
function titleOf(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? ''
  const characters = Array.from(line.trim())
  while (characters.length > 0 && QUOTES.includes(characters[0] ?? '')) characters.shift()
  while (characters.length > 0 && QUOTES.includes(characters.at(-1) ?? '')) characters.pop()
  const bare = characters.join('').trim()
  return Array.from(bare).slice(0, MAX_TITLE).join('')
}
