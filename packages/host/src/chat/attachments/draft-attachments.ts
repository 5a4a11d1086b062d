import {
  displayName,
  GatehouseError,
  withoutSource,
  type Attachment,
  type PromptAttachment,
  type ResourceAttachment,
  type Turn,
} from '@gatehouse/domain'
import type { TextEncoding } from '@gatehouse/domain/chats'
import { attachmentsInRoom } from '@gatehouse/domain/documents'
import { pictureFormatOf, type PictureChoice } from '@gatehouse/domain/pictures'
import type { HostDependencies } from '../../dependencies.ts'
import type { BlobStore } from '../../ports/index.ts'
import type { ManagedServer } from '../../servers/managed-server.ts'
import type { PendingRequests } from '../../servers/pending-requests.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import { blobsOfChat } from '../conversations/blobs-of-chat.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import { refusal } from './attachment-refusal.ts'
import { attachmentsOfDraft } from './attachments-of-draft.ts'
import { isOneLine, labelOf, MAX_LABEL } from './attachment-labels.ts'
import { promptDefinition } from './prompt-definition.ts'
import { PromptPins } from './prompt-pins.ts'
import type { ResourceFollows } from './resource-follows.ts'
import { readContents, readMessages, readText, type ReadFile } from './read-attachment.ts'
import type { DocumentChoice } from './read-document.ts'
import { DraftFileReader, type FileToAttach, type FileWithSource } from './draft-file-reader.ts'
import { DraftRooms, measured } from './draft-rooms.ts'
import { documentContainerOf } from './sniff-media.ts'
import { attachRead, serverAttribution, type CancellableRequest } from './read-resource.ts'

type Dependencies = Pick<
  HostDependencies,
  'stores' | 'events' | 'ids' | 'clock' | 'digest' | 'pause' | 'documents' | 'pictures'
> & {
  conversations: ConversationService
  registry: Pick<ServerRegistry, 'get'>
  requests: PendingRequests
  follows: ResourceFollows
}

/**
 * The attachments of the draft of each chat. They are saved before they are shown, and `ChatService.send` sends them
 * as they are saved. Methods throw `chat/not-found` and `attachment/…`.
 */
export class DraftAttachments {
  readonly #deps: Dependencies
  readonly #pins: PromptPins
  readonly #files: DraftFileReader
  readonly #rooms: DraftRooms

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#pins = new PromptPins(deps)
    this.#files = new DraftFileReader(deps)
    this.#rooms = new DraftRooms(deps, (id) => this.list(id))
  }

  /** In the order in which they were attached. */
  list(conversationId: string): Attachment[] {
    const { attachments, conversations } = this.#deps.stores
    const { queue } = conversations.get(conversationId) ?? {}
    return attachmentsOfDraft({ id: conversationId, queue }, attachments)
  }

  #blobsOf(conversationId: string): BlobStore {
    return blobsOfChat(this.#deps.stores.blobs, conversationId)
  }

  /** `label`: the name that it is shown and sent with; else its own, without folders. */
  async attachFile(
    conversationId: string,
    file: FileToAttach,
    label = labelOf(file.name),
  ): Promise<Attachment> {
    // Of documents and pictures other bytes may be sent than the file has.
    const isSent = documentContainerOf(file) === undefined && pictureFormatOf(file) === undefined
    this.#rooms.assert(conversationId, { bytes: isSent ? file.bytes.byteLength : 0 })
    const { cost, ...read } = await this.#files.read(
      conversationId,
      file,
      this.#rooms.left(conversationId),
    )
    const id = this.#deps.ids.next()
    const facts = { kind: 'file', id, ...cost, name: label } as const
    return this.#add(conversationId, { ...facts, ...read })
  }

  /**
   * Reads a picture of the draft in another size, with or without its metadata, or its source text, under another id so
   * that what was shown before cannot be sent. Throws `attachment/changed`, `attachment/picture-…`.
   */
  chooseOfPicture(
    conversationId: string,
    attachmentId: string,
    choice: PictureChoice,
  ): Promise<Attachment> {
    return this.#reread(conversationId, attachmentId, (file, bytes) =>
      this.#files.readPicture(conversationId, { ...file, bytes }, choice),
    )
  }

  /**
   * Reads a text of the draft in another encoding, under another id so that what was shown before cannot be sent.
   * Throws `attachment/changed`, `attachment/not-in-encoding`, `attachment/empty`.
   */
  readAs(
    conversationId: string,
    attachmentId: string,
    encoding: TextEncoding,
  ): Promise<Attachment> {
    return this.#reread(conversationId, attachmentId, (file, bytes) =>
      this.#files.readAs(conversationId, { ...file, bytes }, encoding),
    )
  }

  /**
   * Reads other pages, sheets or slides of a document of the draft, or its source, under another id so that what was
   * shown before cannot be sent. Throws `attachment/changed`, `attachment/document-…`.
   */
  chooseOfDocument(
    conversationId: string,
    attachmentId: string,
    choice: DocumentChoice,
  ): Promise<Attachment> {
    return this.#reread(conversationId, attachmentId, (file, bytes) => {
      const room = this.#rooms.left(conversationId, attachmentId)
      return this.#files.readDocument(conversationId, { ...file, bytes }, { ...choice, room })
    })
  }

  /** Replaces a file of the draft with another reading of its bytes. */
  async #reread(
    conversationId: string,
    attachmentId: string,
    read: (file: FileWithSource, bytes: Uint8Array) => Promise<ReadFile>,
  ): Promise<Attachment> {
    const file = this.#fileWithSource(conversationId, attachmentId)
    const { stores, ids } = this.#deps
    const bytes = await stores.blobs.read(file.source.hash)
    const { cost, ...rest } = await read(file, bytes)
    const attachment = { kind: 'file', id: ids.next(), ...cost, name: file.name, ...rest } as const
    // It may have been taken out or sent meanwhile.
    this.#fileWithSource(conversationId, attachmentId)
    this.#rooms.assert(conversationId, { ...measured(attachment), without: attachmentId })
    stores.attachments.exchange(conversationId, attachmentId, attachment)
    this.#emitChanged(conversationId, [attachment])
    return attachment
  }

  /** Throws `attachment/changed` where the draft has no such file. */
  #fileWithSource(conversationId: string, attachmentId: string): FileWithSource {
    const found = this.list(conversationId).find(({ id }) => id === attachmentId)
    if (found?.kind !== 'file' || !found.source) throw refusal.changed()
    return { ...found, source: found.source }
  }

  /** The names in a folder of the person's, as a text. What is in the files is not read. */
  async attachNames(
    conversationId: string,
    { name, names, complete }: { name: string; names: readonly string[]; complete: boolean },
  ): Promise<Attachment> {
    const lines = names.map((one) => (isOneLine(one) ? one : JSON.stringify(one)))
    const end = complete ? [] : [MORE_NAMES]
    this.#rooms.assert(conversationId)
    const text = [...lines, ...end].join('\n')
    const { cost, ...read } = await readText(text, this.#blobsOf(conversationId))
    const id = this.#deps.ids.next()
    return this.#add(conversationId, { kind: 'file', id, ...cost, name: name.slice(-255), ...read })
  }

  /**
   * Reads the resource as the server's page does, and follows it from then on. Throws `server/not-running`,
   * `request/…`.
   */
  attachResource(
    conversationId: string,
    resource: CancellableRequest & { uri: string },
  ): Promise<Attachment> {
    this.#rooms.assert(conversationId)
    const attach = (read: Attachment) => void this.#add(conversationId, read)
    return attachRead(resource, this.#target(conversationId, attach), this.#deps)
  }

  /**
   * Rereads a resource of the draft and replaces the attachment with its current content, under another id so that
   * what was shown before cannot be sent. Throws the same, and `attachment/changed`.
   */
  async readAgain(
    conversationId: string,
    attachmentId: string,
    requestId?: string,
  ): Promise<Attachment> {
    const { serverId, uri } = this.#resource(conversationId, attachmentId)
    const target = this.#target(conversationId, (read) => {
      // It may have been taken out or sent meanwhile.
      this.#resource(conversationId, attachmentId)
      this.#rooms.assert(conversationId, { ...measured(read), without: attachmentId })
      this.#deps.stores.attachments.exchange(conversationId, attachmentId, read)
      this.#deps.follows.forget(conversationId, attachmentId)
      this.#emitChanged(conversationId, [read])
    })
    return attachRead({ requestId, serverId, uri }, target, this.#deps)
  }

  #target(conversationId: string, attach: (read: Attachment) => void) {
    return { conversationId, blobs: this.#blobsOf(conversationId), attach }
  }

  /** Keeps a changed resource as read and stops following it. Throws `attachment/changed`. */
  keepAsRead(conversationId: string, attachmentId: string): void {
    this.#resource(conversationId, attachmentId)
    this.#deps.follows.forget(conversationId, attachmentId)
  }

  /** Throws `attachment/changed` where the draft has no such resource. */
  #resource(conversationId: string, attachmentId: string): ResourceAttachment {
    const found = this.list(conversationId).find(({ id }) => id === attachmentId)
    if (found?.kind !== 'resource') throw refusal.changed()
    return found
  }

  /**
   * Attaches a text of the interface of a server's tool, in place of an earlier one of the same kind, which marks it;
   * an empty text only removes that. Rejects with `attachment/…`.
   */
  async attachFromApp(
    conversationId: string,
    {
      server,
      ...given
    }: { server: ManagedServer; what: 'message' | 'context' } & Record<
      'title' | 'uri' | 'text',
      string
    >,
  ): Promise<void> {
    const { what, title, uri, text } = given
    const before = this.list(conversationId).find(
      (one) =>
        one.kind === 'resource' &&
        one.fromApp === what &&
        one.uri === uri &&
        one.serverId === server.config.id,
    )
    if (text.trim() === '') {
      if (before) this.detach(conversationId, before.id)
      return
    }
    const reading = { contents: [{ uri, mimeType: 'text/plain', text }] }
    const { cost, contents } = await readContents(reading, this.#blobsOf(conversationId))
    if (before?.kind === 'resource' && isSame(before.contents, contents)) return
    const attached: ResourceAttachment = {
      kind: 'resource',
      id: this.#deps.ids.next(),
      ...cost,
      ...serverAttribution(server),
      uri,
      name: title.slice(0, MAX_LABEL),
      fromApp: what,
      contents,
    }
    if (!before || this.list(conversationId).every(({ id }) => id !== before.id))
      return void this.#add(conversationId, attached)
    this.#rooms.assert(conversationId, { ...measured(attached), without: before.id })
    const replacing = { ...attached, replacesEarlier: true as const }
    this.#deps.stores.attachments.exchange(conversationId, before.id, replacing)
    this.#emitChanged(conversationId, [replacing])
  }

  /** Gets the prompt as the server's page does. Throws the same. */
  async attachPrompt(
    conversationId: string,
    request: CancellableRequest & { name: string; arguments: Record<string, string> },
  ): Promise<Attachment> {
    this.#rooms.assert(conversationId)
    const { registry, requests, stores, ids, digest } = this.#deps
    const { requestId, serverId, name, arguments: args } = request
    const server = registry.get(serverId)
    const { identity: serverIdentity } = server
    const result = await requests.run(requestId, (onProgress, signal) =>
      server.features.getPrompt({ name, arguments: args, onProgress }, signal),
    )
    const { cost, messages } = await readMessages(result, {
      given: args,
      blobs: this.#blobsOf(conversationId),
    })
    const listed = server.cachedLists().prompts?.find((one) => one.name === name)
    const attached = {
      kind: 'prompt' as const,
      id: ids.next(),
      ...cost,
      ...serverAttribution(server),
      promptName: name,
      title: (listed ? displayName(listed) : name).slice(0, MAX_LABEL),
      arguments: args,
      messages,
      serverIdentity,
      ...(listed ? { definition: promptDefinition(listed, digest) } : {}),
    }
    const before = stores.attachments.list(conversationId)
    const changed = await this.#pins.changeOf(attached, before)
    return this.#add(conversationId, { ...attached, ...(changed ? { changed } : {}) })
  }

  /**
   * Accepts a changed prompt after the person read this comparison. Throws `attachment/changed`, also after a newer
   * comparison.
   */
  acceptChange(
    conversationId: string,
    attachmentId: string,
    comparedWith: readonly string[],
  ): void {
    const found = this.list(conversationId).find(({ id }) => id === attachmentId)
    if (found?.kind !== 'prompt' || !found.changed) throw refusal.changed()
    const present = found.changed.comparedWith ?? []
    if (present.join() !== comparedWith.join()) throw refusal.changed()
    // Both texts were for reading: one of them may be from another chat, and stays there.
    const read = { text: null, definition: null, meanings: [] }
    const changed = { ...found.changed, ...read, accepted: true as const }
    const accepted = { ...found, changed }
    this.#deps.stores.attachments.replace(conversationId, accepted)
    this.#emitChanged(conversationId, [accepted])
  }

  /** Takes nothing from a message that waits. */
  detach(conversationId: string, attachmentId: string): void {
    if (this.list(conversationId).some(({ id }) => id === attachmentId))
      this.discard(conversationId, attachmentId)
    this.#deps.conversations.noteDetached(conversationId)
    this.#emitChanged(conversationId)
    // Another one may have been compared with it.
    for (const one of this.list(conversationId))
      if (one.kind === 'prompt' && one.changed && one.changed.accepted !== true)
        void this.#refreshChange(conversationId, one)
  }

  /** Removes an attachment that goes with no message, and stops following it. */
  discard(conversationId: string, attachmentId: string): void {
    this.#deps.stores.attachments.remove(conversationId, attachmentId)
    this.#deps.follows.forget(conversationId, attachmentId)
  }

  /**
   * The attachments of the draft, if they are exactly these. Throws `attachment/changed`,
   * `attachment/prompt-changed`.
   */
  shown(conversationId: string, ids: readonly string[]): Attachment[] {
    const attachments = this.list(conversationId)
    if (attachments.length !== ids.length || attachments.some(({ id }, at) => id !== ids[at]))
      throw refusal.changed()
    this.assertSeen(conversationId, attachments)
    const room = this.#rooms.ofModel(conversationId)
    return attachmentsInRoom(attachments, room).map((attachment) => withoutSource(attachment))
  }

  /**
   * Notifies the person of a prompt that differs from one sent since, here or in another chat. Throws
   * `attachment/prompt-changed` for the first such prompt, or one whose change the person did not accept.
   */
  assertSeen(conversationId: string, attachments: readonly Attachment[]): void {
    const all = this.#deps.stores.attachments.list(conversationId)
    const unseen = attachments.filter(
      (one) => one.kind === 'prompt' && this.#pins.isUnseen(one, allBefore(all, one)),
    )
    if (unseen.length === 0) return
    for (const one of this.list(conversationId))
      if (one.kind === 'prompt' && unseen.some(({ id }) => id === one.id))
        void this.#refreshChange(conversationId, one)
    throw refusal.promptChanged()
  }

  /** They are in the message of this turn now. */
  sent(conversationId: string, turn: Pick<Turn, 'id' | 'entries'>): void {
    this.#pins.keep(turn)
    const attachments = turn.entries.flatMap((entry) =>
      entry.kind === 'user-message' ? (entry.attachments ?? []) : [],
    )
    for (const { id } of attachments) this.#deps.stores.attachments.remove(conversationId, id)
    if (attachments.length > 0) this.#emitChanged(conversationId)
  }

  /** Announces what the draft has now. */
  changed(conversationId: string): void {
    this.#emitChanged(conversationId, this.list(conversationId))
  }

  /** Compares it again; what cannot be read stays held back as it is. */
  async #refreshChange(conversationId: string, attached: PromptAttachment): Promise<void> {
    const { changed: emitted, ...rest } = attached
    try {
      const before = allBefore(this.#deps.stores.attachments.list(conversationId), attached)
      const changed = await this.#pins.changeOf(attached, before)
      const now = this.list(conversationId).find(({ id }) => id === attached.id)
      // It was accepted, removed or sent meanwhile.
      if (now?.kind !== 'prompt' || now.changed?.accepted !== emitted?.accepted) return
      const compared = { ...rest, ...(changed && { changed }) }
      this.#deps.stores.attachments.replace(conversationId, compared)
      this.#emitChanged(conversationId, [compared])
    } catch {
      // Its data is not on disk any more, or the disk refuses.
    }
  }

  #add(conversationId: string, read: Attachment): Attachment {
    // The chat may be gone, the draft full, or the room for files taken by another, since the reading began.
    const [attachment = read] = attachmentsInRoom([read], this.#rooms.filesLeft(conversationId))
    this.#rooms.assert(conversationId, measured(attachment))
    this.#deps.stores.attachments.add(conversationId, attachment)
    this.#emitChanged(conversationId, [attachment])
    return attachment
  }

  #emitChanged(conversationId: string, changed: Attachment[] = []): void {
    const attachmentIds = this.list(conversationId).map(({ id }) => id)
    const draft = { id: conversationId, attachmentIds, changed }
    this.#deps.events.emit('chat.attachments-changed', draft)
  }
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The attachments of a sent message that stay; all of them when none is named. Throws `attachment/changed`. */
export function retainedAttachments(
  attachments: readonly Attachment[] = [],
  ids?: readonly string[],
): Attachment[] {
  if (!ids) return [...attachments]
  if (!ids.every((id) => attachments.some((one) => one.id === id))) throw refusal.changed()
  return attachments.filter(({ id }) => ids.includes(id))
}

/** The attachments before this one. */
function allBefore(all: readonly Attachment[], { id }: Attachment): Attachment[] {
  const at = all.findIndex((one) => one.id === id)
  return all.slice(0, Math.max(0, at))
}

const MORE_NAMES = '(There are more names in this folder; they were left out.)'

/** Throws `chat/no-message` where there is neither a text nor an attachment. */
export function assertContent(text: string, attachments: readonly Attachment[]): void {
  if (text.trim() === '' && attachments.length === 0)
    throw new GatehouseError('chat/no-message', 'Write a message first.')
}
