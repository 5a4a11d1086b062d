import { attachedMedia, ATTACHMENT_LIMITS, type Attachment } from '@gatehouse/domain'
import { attachmentsInRoom, documentRoom, type DocumentRoom } from '@gatehouse/domain/documents'
import { refusal } from './attachment-refusal.ts'
import type { DraftRoom } from './draft-file-reader.ts'
import { modelOfChat, type ModelOfChatSources } from './model-of-chat.ts'

export interface Measured {
  bytes: number
  /** Pictures and sounds. */
  media: number
}

export const measured = (attachment: Attachment): Measured => ({
  bytes: attachment.bytes,
  media: attachedMedia(attachment).length,
})

/** The room that a draft and the model of its chat have for attachments. Methods throw `chat/not-found`. */
export class DraftRooms {
  readonly #deps: ModelOfChatSources
  readonly #list: (conversationId: string) => Attachment[]

  /** `list`: the attachments of a draft. */
  constructor(deps: ModelOfChatSources, list: (conversationId: string) => Attachment[]) {
    this.#deps = deps
    this.#list = list
  }

  /** PDF files that a request to the model of the chat has room for. */
  ofModel(conversationId: string): DocumentRoom {
    const { model, provider } = modelOfChat(this.#deps, conversationId)
    return documentRoom(provider, model?.modelId ?? '')
  }

  /** `without`: an attachment that goes for another. */
  left(conversationId: string, without?: string): DraftRoom {
    const others = this.#list(conversationId).filter(({ id }) => id !== without)
    return {
      files: this.filesLeft(conversationId, without),
      media: Math.max(0, ATTACHMENT_LIMITS.media - others.flatMap(attachedMedia).length),
    }
  }

  /** PDF files that the draft still has room for. `without`: an attachment that goes for another. */
  filesLeft(conversationId: string, without?: string): DocumentRoom {
    const room = this.ofModel(conversationId)
    const others = this.#list(conversationId).filter(({ id }) => id !== without)
    attachmentsInRoom(others, room)
    const bytes = others.reduce((sum, one) => sum + one.bytes, 0)
    return { ...room, bytes: Math.min(room.bytes, ATTACHMENT_LIMITS.allBytes - bytes) }
  }

  /** `without`: what goes for it. */
  assert(
    conversationId: string,
    { bytes = 0, media = 0, without }: Partial<Measured> & { without?: string } = {},
  ): void {
    const { id: chatId } = this.#deps.conversations.get(conversationId)
    const attachments = this.#list(chatId).filter(({ id }) => id !== without)
    if (attachments.length >= ATTACHMENT_LIMITS.count) throw refusal.tooMany()
    const all = attachments.reduce((sum, attachment) => sum + attachment.bytes, bytes)
    if (all > ATTACHMENT_LIMITS.allBytes) throw refusal.tooMuch()
    const pictures = attachments.flatMap(attachedMedia).length + media
    if (pictures > ATTACHMENT_LIMITS.media) throw refusal.tooManyMedia()
  }
}
