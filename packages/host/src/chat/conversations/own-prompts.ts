import { GatehouseError, type Attachment, type Settings } from '@gatehouse/domain'
import {
  OWN_PROMPT_LIMITS,
  writePromptFile,
  type OwnPrompt,
  type PromptDraft,
  type PromptFile,
} from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../dependencies.ts'
import { labelOf } from '../attachments/attachment-labels.ts'
import type { DraftAttachments } from '../attachments/draft-attachments.ts'
import type { FileToAttach } from '../attachments/draft-file-reader.ts'
import { bytesOfBase64 } from '../attachments/sniff-media.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'events' | 'ids'> & {
  attachments: Pick<DraftAttachments, 'attachFile'>
}

/** Files that no saved prompt has yet; the oldest are forgotten. */
const MAX_UNSAVED = OWN_PROMPT_LIMITS.count * OWN_PROMPT_LIMITS.files

/** The texts that a person keeps to put into messages, and the files that are attached with them. */
export class OwnPrompts {
  readonly #deps: Dependencies
  readonly #unsaved = new Map<string, PromptFile>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /**
   * In place of the one with this id, or a new one. Throws `chat/too-many-prompts`, `store/blob-missing`.
   */
  save({ id, ...draft }: PromptDraft & { id?: string | undefined }): Settings {
    const { ownPrompts } = this.#deps.stores.settings.load()
    const prompt = { ...this.#withFiles(draft), id: id ?? this.#deps.ids.next() }
    const isKnown = ownPrompts.some((one) => one.id === prompt.id)
    return this.#save(
      isKnown
        ? ownPrompts.map((one) => (one.id === prompt.id ? prompt : one))
        : [...ownPrompts, prompt],
    )
  }

  remove(id: string): Settings {
    return this.#save(this.#deps.stores.settings.load().ownPrompts.filter((one) => one.id !== id))
  }

  /** Adds those that are not there with the same name, text and files. Throws as {@link save} does. */
  import(prompts: readonly PromptDraft[]): Settings {
    const kept = [...this.#deps.stores.settings.load().ownPrompts]
    for (const draft of prompts) {
      const prompt = this.#withFiles(draft)
      if (!kept.some((one) => isSame(one, prompt)))
        kept.push({ ...prompt, id: this.#deps.ids.next() })
    }
    return this.#save(kept)
  }

  /** Keeps a file for a prompt that is saved next. Throws `attachment/file-too-large`, `store/…`. */
  async keepFile({ name, mimeType, bytes }: FileToAttach): Promise<PromptFile> {
    if (bytes.byteLength > OWN_PROMPT_LIMITS.fileBytes) throw fileTooLarge()
    const { blobs } = this.#deps.stores
    const kept = await blobs.put({ data: bytes, encoding: 'bytes', mimeType })
    const file = { id: this.#deps.ids.next(), name: labelOf(name), mimeType, kept }
    this.#unsaved.set(file.id, file)
    const [oldest] = this.#unsaved.keys()
    if (oldest !== undefined && this.#unsaved.size > MAX_UNSAVED) this.#unsaved.delete(oldest)
    return file
  }

  /** Throws `store/blob-missing`, `own-prompt/file-changed`, `attachment/…`. */
  async attachFile(
    conversationId: string,
    { promptId, fileId }: { promptId: string; fileId: string },
  ): Promise<Attachment> {
    const { ownPrompts } = this.#deps.stores.settings.load()
    const prompt = ownPrompts.find(({ id }) => id === promptId)
    const file = prompt?.files?.find(({ id }) => id === fileId)
    if (!file) throw fileGone()
    const bytes = bytesOfBase64(await this.#dataOf(file))
    if (!bytes) throw fileChanged()
    const { name, mimeType } = file
    return this.#deps.attachments.attachFile(conversationId, { name, mimeType, bytes })
  }

  /** The text of a file with all prompts and their files. Throws `store/blob-missing`, `own-prompt/file-changed`. */
  async exported(): Promise<string> {
    const written = []
    for (const { name, text, files = [] } of this.#deps.stores.settings.load().ownPrompts) {
      const withData = []
      for (const file of files)
        withData.push({ name: file.name, mimeType: file.mimeType, data: await this.#dataOf(file) })
      written.push({ name, text, files: withData })
    }
    return writePromptFile(written)
  }

  /** The bytes of a file in Base64, as they were when it was added. */
  async #dataOf({ kept }: PromptFile): Promise<string> {
    const { blobs } = this.#deps.stores
    const data = await blobs.data(kept)
    // Kept data is named by its hash.
    const { hash } = await blobs.put({ data, encoding: 'base64', mimeType: kept.mimeType })
    if (hash !== kept.hash) throw fileChanged()
    return data
  }

  #withFiles({ name, text, fileIds = [] }: PromptDraft): Omit<OwnPrompt, 'id'> {
    const { ownPrompts } = this.#deps.stores.settings.load()
    const saved = ownPrompts.flatMap(({ files = [] }) => files)
    const files = fileIds.map((id) => {
      const file = this.#unsaved.get(id) ?? saved.find((one) => one.id === id)
      if (!file) throw fileGone()
      return file
    })
    return { name, text, ...(files.length > 0 && { files }) }
  }

  #save(ownPrompts: OwnPrompt[]): Settings {
    const { stores, events } = this.#deps
    const characters = ownPrompts.reduce((sum, { text }) => sum + text.length, 0)
    const files = ownPrompts.flatMap((prompt) => prompt.files ?? [])
    const bytes = files.reduce((sum, { kept }) => sum + kept.bytes, 0)
    const { count, all, allFileBytes } = OWN_PROMPT_LIMITS
    if (ownPrompts.length > count || characters > all || bytes > allFileBytes)
      throw new GatehouseError(
        'chat/too-many-prompts',
        `Only ${count} prompts with ${all} characters and files of ${allFileBytes / 1_000_000} MB can be kept. Delete some first.`,
      )
    const settings = { ...stores.settings.load(), ownPrompts }
    stores.settings.save(settings)
    for (const { id } of files) this.#unsaved.delete(id)
    events.emit('settings.changed', settings)
    return settings
  }
}

function isSame(one: Omit<OwnPrompt, 'id'>, other: Omit<OwnPrompt, 'id'>): boolean {
  const hashes = ({ files = [] }: Omit<OwnPrompt, 'id'>): string =>
    files.map(({ name, kept }) => `${kept.hash} ${name}`).join('\n')
  return one.name === other.name && one.text === other.text && hashes(one) === hashes(other)
}

const megabytes = OWN_PROMPT_LIMITS.fileBytes / 1_000_000
const fileTooLarge = (): GatehouseError =>
  new GatehouseError(
    'attachment/file-too-large',
    `A file of a prompt may have at most ${megabytes} MB.`,
    { data: { megabytes } },
  )
const fileGone = (): GatehouseError =>
  new GatehouseError('store/blob-missing', 'This file of the prompt is no longer kept.')
const fileChanged = (): GatehouseError =>
  new GatehouseError(
    'own-prompt/file-changed',
    'This file was changed since it was added to the prompt. Add it to the prompt again.',
  )
