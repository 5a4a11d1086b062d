import {
  canonicalJson,
  GatehouseError,
  MAX_KEPT_PINS,
  MAX_PINNED_TURNS,
  type Conversation,
  type ModelRef,
  type TitleRequest,
} from '@gatehouse/domain'
import type { ApprovalMode } from '@gatehouse/domain/approvals'
import {
  uniqueTags,
  type ChatPreset,
  type ChatSetup,
  type QueuedMessage,
  type QueuePauseReason,
  type ToolRef,
} from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../dependencies.ts'
import { attachmentsOfDraft } from '../attachments/attachments-of-draft.ts'
import { titleOfMessage } from './title-of-message.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'events' | 'clock' | 'ids'>

/** Creates, renames, hides and restores conversations. */
export class ConversationService {
  readonly #deps: Dependencies
  /** The workspace that was used last; undefined until one was in this run. */
  #lastWorkspace: string | null | undefined

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Latest first. */
  list(): Conversation[] {
    return this.#deps.stores.conversations.list()
  }

  /** Returns a chat; `null` = it does not exist. */
  find(id: string): Conversation | null {
    return this.#deps.stores.conversations.get(id)
  }

  /** Throws `chat/not-found`. */
  get(id: string): Conversation {
    const conversation = this.find(id)
    if (!conversation) throw new GatehouseError('chat/not-found', 'This chat no longer exists.')
    return conversation
  }

  /**
   * In the workspace that was used last, with what new chats begin with by the settings. `blankId`: returns
   * this chat instead where it is still just that.
   */
  create(blankId?: string): Conversation {
    const blank = blankId === undefined ? null : this.find(blankId)
    if (blank && this.#isAsNew(blank)) return blank
    return this.#save(this.#new())
  }

  /** One that is kept in memory alone. */
  createTemporary(): Conversation {
    return this.#save({ ...this.#new(), isTemporary: true })
  }

  #new(): Conversation {
    const now = this.#deps.clock.now()
    return {
      id: this.#deps.ids.next(),
      title: '',
      titled: false,
      ...this.#beginning(),
      workspaceId: this.workspaceUsedLast(),
      draft: '',
      createdAt: now,
      updatedAt: now,
    }
  }

  rename(id: string, title: string): Conversation {
    return this.#save({ ...this.get(id), title, titled: true })
  }

  /** A name that no person gave. */
  setTitle(id: string, title: string): Conversation {
    return this.#save({ ...this.get(id), title, named: true })
  }

  setTitleRequest(id: string, titleRequest: TitleRequest): Conversation {
    return this.#save({ ...this.get(id), titleRequest })
  }

  /** Counts those of what the chat shows alone. Throws `chat/too-many-pinned`. */
  setPinned(id: string, turnId: string, isPinned: boolean): Conversation {
    const conversation = this.get(id)
    const others = (conversation.pinnedTurnIds ?? []).filter((one) => one !== turnId)
    const { turns } = this.#deps.stores
    if (isPinned && others.filter((one) => turns.isShown(one)).length >= MAX_PINNED_TURNS)
      throw new GatehouseError(
        'chat/too-many-pinned',
        `Only ${MAX_PINNED_TURNS} messages of a chat can be pinned. Unpin one first.`,
      )
    return this.#save({
      ...conversation,
      pinnedTurnIds: isPinned ? this.#bounded([...others, turnId]) : others,
    })
  }

  /** Pins a new version of a turn where the turn is pinned, which stays so for when it is shown again. */
  pinNewVersion(id: string, turnId: string, versionId: string): void {
    const conversation = this.get(id)
    const pinned = conversation.pinnedTurnIds ?? []
    if (!pinned.includes(turnId)) return
    this.#save({ ...conversation, pinnedTurnIds: this.#bounded([...pinned, versionId]) })
  }

  setModel(id: string, model: ModelRef | null): Conversation {
    return this.#save({ ...this.get(id), model })
  }

  setServers(id: string, serverIds: string[] | null): Conversation {
    return this.#save({ ...this.get(id), serverIds })
  }

  /** `null`: the mode of its workspace. The caller has the person's consent to a wider one. */
  setApprovalMode(id: string, mode: ApprovalMode | null): Conversation {
    const { approvalMode: _before, ...conversation } = this.get(id)
    return this.#save({ ...conversation, ...(mode === null ? {} : { approvalMode: mode }) })
  }

  setArchived(id: string, isArchived: boolean): Conversation {
    const { archivedAt: _before, ...conversation } = this.get(id)
    const archivedAt = isArchived ? { archivedAt: this.#deps.clock.now() } : {}
    return this.#save({ ...conversation, ...archivedAt })
  }

  /** Pins a chat above the others in the list, or unpins it. */
  setChatPinned(id: string, isPinned: boolean): Conversation {
    const { pinnedAt: before, ...conversation } = this.get(id)
    const pinnedAt = before ?? this.#deps.clock.now()
    return this.#save(isPinned ? { ...conversation, pinnedAt } : conversation)
  }

  /** Replaces its tags. */
  setTags(id: string, tags: readonly string[]): Conversation {
    return this.#save(withTags(this.get(id), tags))
  }

  /** Renames a tag in all chats; `null` removes it. */
  changeTag(tag: string, next: string | null): void {
    const { stores, events } = this.#deps
    const changed = this.list().flatMap(({ id, tags }) => {
      if (!tags?.includes(tag)) return []
      const kept = tags.flatMap((one) => (one === tag ? (next ?? []) : one))
      return withTags(this.get(id), kept)
    })
    stores.transaction(() => changed.forEach((one) => stores.conversations.save(one)))
    for (const one of changed) events.emit('chat.changed', one)
  }

  setQueue(id: string, messages: readonly QueuedMessage[]): Conversation {
    const { queue: _before, queueHeld, ...conversation } = this.get(id)
    const held = queueHeld ? { queueHeld } : {}
    const queue = messages.length > 0 ? { queue: [...messages], ...held } : {}
    return this.#save({ ...conversation, ...queue })
  }

  /** `null`: what waits goes by itself again. */
  setQueuePaused(id: string, queueHeld: QueuePauseReason | null): Conversation {
    const { queueHeld: _before, ...conversation } = this.get(id)
    return this.#save({ ...conversation, ...(queueHeld && conversation.queue && { queueHeld }) })
  }

  /** A setup without a field is the default one. */
  setSetup(id: string, setup: ChatSetup): Conversation {
    const { setup: _before, ...conversation } = this.get(id)
    const isDefault = Object.values(setup).every((value) => value === undefined)
    return this.#save(isDefault ? conversation : { ...conversation, setup })
  }

  /** Forgets the setup that the file of a chat came with. */
  removeFileSetup(id: string): Conversation {
    const { fileSetup: _file, ...conversation } = this.get(id)
    return this.#save(conversation)
  }

  /** In US dollars. */
  addCost(id: string, cost: number): Conversation {
    const conversation = this.get(id)
    return this.#save({ ...conversation, cost: (conversation.cost ?? 0) + cost })
  }

  /** Tools that the model of a chat found, the first one first. */
  setFoundTools(id: string, foundTools: ToolRef[]): Conversation {
    return this.#save({ ...this.get(id), foundTools })
  }

  setWorkspace(id: string, workspaceId: string | null): Conversation {
    const moved = this.#save({ ...this.get(id), workspaceId })
    this.#lastWorkspace = workspaceId
    return moved
  }

  /** The one in which new chats begin. */
  workspaceUsedLast(): string | null {
    return this.#present(this.#lastUsed())
  }

  /** The workspace that a chat is in; `null` when that was removed. Throws `chat/not-found`. */
  workspaceOf(id: string): string | null {
    return this.#present(this.get(id).workspaceId)
  }

  /** `fromFile`: words of the file of the chat are in it from now on, until it is emptied. */
  saveDraft(id: string, draft: string, { fromFile }: { fromFile?: true | undefined } = {}): void {
    const conversation = this.get(id)
    const isNoted = fromFile === true && conversation.imported && !conversation.fileDraft
    if (conversation.draft === draft && !isNoted) return
    const noted = isNoted ? { ...conversation, fileDraft: true as const } : conversation
    this.#save(this.#withoutEmptyFileDraft({ ...noted, draft }))
  }

  /** Something was taken out of the draft. */
  noteDetached(id: string): void {
    const conversation = this.get(id)
    const noted = this.#withoutEmptyFileDraft(conversation)
    if (noted !== conversation) this.#save(noted)
  }

  /** Empties the text of the draft, which is sent now. Returns the file that it came out of: what is written next is the person's. */
  takeDraft(id: string): string | undefined {
    const { fileDraft, ...conversation } = this.get(id)
    if (conversation.draft !== '' || fileDraft) this.#save({ ...conversation, draft: '' })
    return fileDraft && conversation.imported?.name
  }

  /** Once the draft of a file is emptied, a new draft is the person's own. */
  #withoutEmptyFileDraft(conversation: Conversation): Conversation {
    const { fileDraft, ...rest } = conversation
    if (!fileDraft || rest.draft !== '') return conversation
    return attachmentsOfDraft(rest, this.#deps.stores.attachments).length > 0 ? conversation : rest
  }

  remove(id: string): void {
    this.#deps.stores.conversations.remove(this.get(id).id)
    this.#deps.events.emit('chat.removed', { id })
  }

  /** Undoes `remove`. Throws `chat/not-found` after the next start. */
  restore(id: string): Conversation {
    const conversation = this.#deps.stores.conversations.restore(id)
    if (!conversation)
      throw new GatehouseError('chat/not-found', 'This chat can no longer be restored.')
    this.#deps.events.emit('chat.changed', conversation)
    return conversation
  }

  /** Something happened: names an unnamed chat after it and moves it to the top. */
  noteActivity(id: string, text: string): Conversation {
    return this.#save(this.#active(id, text))
  }

  /** When there are too many pins, drops the oldest of versions that are not shown. */
  #bounded(pinned: string[]): string[] {
    const { turns } = this.#deps.stores
    const hidden = pinned.filter((id) => !turns.isShown(id))
    const dropped = new Set(hidden.slice(0, Math.max(0, pinned.length - MAX_KEPT_PINS)))
    return pinned.filter((id) => !dropped.has(id))
  }

  #beginning(): Pick<Conversation, 'model' | 'serverIds' | 'setup'> {
    const { defaultModel, newChats, chatPresets } = this.#deps.stores.settings.load()
    const plain = { model: defaultModel, serverIds: null }
    if (newChats.kind === 'plain') return plain
    if (newChats.kind === 'preset') {
      const preset = chatPresets.find(({ id }) => id === newChats.id)
      return preset ? { ...plain, ...this.#chosenIn(preset), setup: preset.setup } : plain
    }
    // What came out of a file was not chosen here; what was chosen for a temporary chat ends with it.
    const last = this.list().find(
      ({ title, imported, isTemporary }) => title !== '' && !imported && !isTemporary,
    )
    if (!last) return plain
    const { model, serverIds, setup } = last
    return { model, serverIds, ...(setup ? { setup } : {}) }
  }

  /** The model and servers that a preset keeps, as far as they are there. */
  #chosenIn({ model, serverIds }: ChatPreset): Partial<Pick<Conversation, 'model' | 'serverIds'>> {
    const { providers } = this.#deps.stores
    const isThere = model === null || providers.list().some(({ id }) => id === model?.providerId)
    return {
      ...(model !== undefined && isThere ? { model } : {}),
      ...(serverIds === undefined ? {} : { serverIds }),
    }
  }

  /** True if nothing was done in a chat and it equals a new one. */
  #isAsNew(chat: Conversation): boolean {
    const { turns, attachments } = this.#deps.stores
    const { title, archivedAt, queue, draft, model, serverIds, setup, workspaceId } = chat
    if (chat.isTemporary || chat.pinnedAt !== undefined || chat.approvalMode) return false
    const isUntouched = title === '' && draft === '' && !archivedAt && !queue
    if (!isUntouched || turns.lastTurnId(chat.id) !== null) return false
    if (attachments.list(chat.id).length > 0) return false
    const now = { model, serverIds, setup: setup ?? null, workspaceId: this.#present(workspaceId) }
    const { setup: first = null, ...beginning } = this.#beginning()
    const asNew = { ...beginning, setup: first, workspaceId: this.workspaceUsedLast() }
    return isSame(now, asNew)
  }

  #lastUsed(): string | null {
    if (this.#lastWorkspace === undefined) this.#lastWorkspace = this.list()[0]?.workspaceId ?? null
    return this.#lastWorkspace
  }

  #present(workspaceId: string | null): string | null {
    const isThere = this.#deps.stores.workspaces.list().some(({ id }) => id === workspaceId)
    return isThere ? workspaceId : null
  }

  #active(id: string, text: string): Conversation {
    const conversation = this.get(id)
    this.#lastWorkspace = conversation.workspaceId
    const named = conversation.titled || conversation.title !== ''
    return {
      ...conversation,
      title: named ? conversation.title : titleOfMessage(text),
      updatedAt: this.#deps.clock.now(),
    }
  }

  #save(conversation: Conversation): Conversation {
    this.#deps.stores.conversations.save(conversation)
    this.#deps.events.emit('chat.changed', conversation)
    return conversation
  }
}

function withTags(
  { tags: _before, ...conversation }: Conversation,
  tags: readonly string[],
): Conversation {
  const kept = uniqueTags(tags)
  return kept.length > 0 ? { ...conversation, tags: kept } : conversation
}

/** True if two JSON values are equal, in any order of their fields. */
function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other)
}
