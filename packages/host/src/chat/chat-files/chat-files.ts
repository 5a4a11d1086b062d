import { GatehouseError, type Conversation } from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import type { ChatFileSource } from './import-chat.ts'
import type { MarkdownWords } from './markdown-words.ts'
import type { ProductImports } from './other-products/product-imports.ts'

type Dependencies = Pick<
  HostDependencies,
  'stores' | 'events' | 'clock' | 'ids' | 'digest' | 'pause'
> & { conversations: ConversationService }

/** Chats as files: written out whole, and taken in again. */
export class ChatFiles {
  readonly #deps: Dependencies
  #isImporting = false
  #products: Promise<ProductImports> | undefined

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** The lines of docs/chat-format.md. Throws `chat/not-found`; reading on may throw `chat/not-exportable`. */
  async *lines(conversationId: string): AsyncGenerator<string> {
    const conversation = this.#deps.conversations.get(conversationId)
    const { exportLines } = await import('./export-lines.ts')
    for await (const line of exportLines(conversation, this.#deps)) yield `${line}\n`
  }

  /** To read: paragraphs of Markdown. Throws `chat/not-found`. */
  async *markdown(conversationId: string, words: MarkdownWords): AsyncGenerator<string> {
    const conversation = this.#deps.conversations.get(conversationId)
    const { exportMarkdown } = await import('./export-markdown.ts')
    for await (const text of exportMarkdown(conversation, words, this.#deps)) yield `${text}\n`
  }

  /** Chats of other products, once they are wanted. */
  products(): Promise<ProductImports> {
    this.#products ??= (async () => {
      const { ProductImports } = await import('./other-products/product-imports.ts')
      return new ProductImports(this.#deps)
    })()
    return this.#products
  }

  /** One at a time. Throws `chat/import-busy`, `chat/import-refused`, `store/…`. */
  async import(source: ChatFileSource): Promise<Conversation> {
    if (this.#isImporting)
      throw new GatehouseError('chat/import-busy', 'Another chat is being imported. Wait for it.')
    this.#isImporting = true
    try {
      const { importChat } = await import('./import-chat.ts')
      const conversation = await importChat(source, this.#deps)
      this.#deps.events.emit('chat.changed', conversation)
      return conversation
    } finally {
      this.#isImporting = false
    }
  }
}
