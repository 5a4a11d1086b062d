import { canonicalJson, GatehouseError, type AuditRecord, type ToolCall } from '@gatehouse/domain'
import {
  MAX_PREVIEW_BYTES,
  type KeptFile,
  type ShownVersion,
  type UndoPreview,
} from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../dependencies.ts'
import type { FileVersion, RestoredVersion } from '../../ports/index.ts'
import type { Transaction } from '../../transactions.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import type { TaskTurns } from '../turns/task-turns.ts'
import { textOfBytes } from './file-previews.ts'
import { isSame, leftVersion } from './kept-files.ts'
import { foldersOf } from './locate-file.ts'
import { newRecord } from '../../new-record.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'folders' | 'clock' | 'ids' | 'digest'> & {
  transaction: Transaction
  conversations: Pick<ConversationService, 'workspaceOf'>
  turns: Pick<TaskTurns, 'note'>
}

/** A call by its place. */
export interface CallOfChat {
  conversationId: string
  entryId: string
}

interface Undoable extends CallOfChat {
  turnId: string
  call: ToolCall
  files: readonly KeptFile[]
}

interface ComparedFile {
  kept: KeptFile
  now: FileVersion
  restored: RestoredVersion['version']
}

/** Puts the files that a call changed back to what they were before it, when the person presses. */
export class FileUndos {
  readonly #deps: Dependencies
  /** Entries whose undo is under way. */
  readonly #underWay = new Set<string>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /**
   * Compares the present files with what an undo would restore. Rejects with `undo/not-kept`, with `undo/elsewhere` where the folder is not the chat's any
   * more, and as `Folders.readVersion`; with `store/blob-missing`.
   */
  async preview(place: CallOfChat): Promise<UndoPreview> {
    const compared = await this.#compare(this.#find(place))
    return {
      state: stateOf(compared),
      files: compared.map(({ kept, now, restored }) => ({
        path: pathOf(kept),
        now: shownVersion(now),
        restored: shownVersion(restored),
      })),
      shown: this.#hashOf(compared),
    }
  }

  /**
   * Restores the files as a preview showed it (`shown`). Rejects as `preview` and `Folders.restoreVersion` do; with
   * `undo/changed` where a file is not as the call left it, and with `undo/not-as-shown`.
   */
  async undo(place: CallOfChat & { shown: string }): Promise<void> {
    const { entryId, shown } = place
    const found = this.#find(place)
    if (this.#underWay.has(entryId))
      throw new GatehouseError('undo/under-way', 'This change is being undone already.')
    this.#underWay.add(entryId)
    try {
      const compared = await this.#compare(found)
      if (stateOf(compared) === 'changed') throw changed()
      if (this.#hashOf(compared) !== shown)
        throw new GatehouseError(
          'undo/not-as-shown',
          'A file is not as it was compared any more, so nothing was undone. Compare again.',
        )
      await this.#restore(found, compared)
    } finally {
      this.#underWay.delete(entryId)
    }
  }

  /** The record is on disk before a file is touched. */
  async #restore(found: Undoable, compared: readonly ComparedFile[]): Promise<void> {
    const { stores, folders, clock, ids, transaction, turns } = this.#deps
    const runId = ids.next()
    const paths = found.files.map(pathOf)
    const record = (outcome: AuditRecord['outcome']): void =>
      stores.audit.append(this.#recordOf(found, { outcome, runId, paths }))
    record('under-way')
    try {
      for (const { kept, now, restored } of compared) {
        if (isRestored(kept, now)) continue
        const expected = now.kind === 'file' ? now.sha256 : null
        await folders.restoreVersion(kept, { expected, version: restored })
      }
    } catch (error) {
      record('failed')
      throw error
    }
    const undo = { state: 'undone', paths, at: clock.now() } as const
    transaction(() => {
      record('done')
      turns.note(found, { type: 'tool-call-undo-changed', entryId: found.entryId, undo })
    })
  }

  #find({ conversationId, entryId }: CallOfChat): Undoable {
    const { stores, conversations } = this.#deps
    const turnId = stores.turns.turnOf(conversationId, entryId)
    const call = turnId === null ? undefined : stores.turns.withEntry(turnId, entryId)?.entries[0]
    if (turnId === null || call?.kind !== 'tool-call' || call.fileUndo?.state !== 'kept')
      throw notKept()
    const { files } = call.fileUndo
    const folders = foldersOf(
      { serverId: call.serverId ?? '', conversationId },
      { stores, conversations },
    )
    if (files.some(({ folder }) => !folders.has(folder)))
      throw new GatehouseError(
        'undo/elsewhere',
        'The folder of this file is not one of this chat any more, so the change was not undone.',
      )
    return { conversationId, entryId, turnId, call, files }
  }

  #compare({ files }: Undoable): Promise<ComparedFile[]> {
    const { folders, stores } = this.#deps
    return Promise.all(
      files.map(async (kept): Promise<ComparedFile> => {
        const { before } = kept
        const now = await folders.readVersion(kept)
        if (before.kind === 'absent') return { kept, now, restored: before }
        const bytes = await stores.blobs.read(before.blob.hash)
        return { kept, now, restored: { kind: 'file', bytes, mode: before.mode } }
      }),
    )
  }

  #hashOf(compared: readonly ComparedFile[]): string {
    const versions = compared.map(({ kept: { folder, path, before }, now }) => ({
      folder,
      path,
      before: before.kind === 'file' ? before.blob.hash : null,
      now: now.kind === 'file' ? now.sha256 : null,
    }))
    return this.#deps.digest.sha256(canonicalJson(versions))
  }

  #recordOf(
    { call, conversationId, entryId }: Undoable,
    { outcome, runId, paths }: { outcome: AuditRecord['outcome']; runId: string; paths: string[] },
  ): AuditRecord {
    return newRecord(this.#deps, {
      kind: 'file-undo',
      serverId: call.serverId,
      serverName: call.serverName,
      serverHue: call.serverHue,
      conversationId,
      entryId,
      subject: paths.join(', ').slice(0, MAX_SUBJECT),
      runId,
      by: { kind: 'person' },
      outcome,
    })
  }
}

const MAX_SUBJECT = 1000

function stateOf(compared: readonly ComparedFile[]): UndoPreview['state'] {
  const restored = compared.filter(({ kept, now }) => isRestored(kept, now))
  if (restored.length === compared.length) return 'as-before'
  // After a crash between two files, or the disk's refusal of the second, one may be restored already.
  const isKnown = compared.every(
    ({ kept, now }) => isRestored(kept, now) || isSame(kept.after, leftVersion(now)),
  )
  return isKnown ? 'ready' : 'changed'
}

const isRestored = ({ before }: KeptFile, now: FileVersion): boolean =>
  before.kind === 'absent'
    ? now.kind === 'absent'
    : now.kind === 'file' && now.sha256 === before.blob.hash

function pathOf({ folder, path }: KeptFile): string {
  const separator = folder.includes('\\') ? '\\' : '/'
  const start = folder.endsWith(separator) ? folder : folder + separator
  return start + path.split('/').join(separator)
}

function shownVersion(version: RestoredVersion['version']): ShownVersion {
  if (version.kind === 'absent') return version
  const { bytes } = version
  const text = bytes.byteLength > MAX_PREVIEW_BYTES ? null : textOfBytes(bytes)
  return text === null ? { kind: 'unshown', bytes: bytes.byteLength } : { kind: 'text', text }
}

function notKept(): GatehouseError {
  return new GatehouseError('undo/not-kept', 'There is nothing kept to undo this call with.')
}

function changed(): GatehouseError {
  return new GatehouseError(
    'undo/changed',
    'The file was changed since this call, so nothing was undone.',
  )
}
