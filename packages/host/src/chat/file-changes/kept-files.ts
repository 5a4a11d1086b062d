import { isGatehouseError } from '@gatehouse/domain'
import {
  fileChangeOf,
  KEPT_FILE_LIMITS,
  type FileChange,
  type FileUndo,
  type KeptFile,
} from '@gatehouse/domain/chats'
import type { EntryOfFolder, FileVersion } from '../../ports/index.ts'
import { folderKey } from '../../workspaces/folder-path.ts'
import { currentCall, type PendingCall } from '../tool-calls/pending-call.ts'
import { locateFile, type LocateDependencies } from './locate-file.ts'

type NotKept = Extract<FileUndo, { state: 'not-kept' }>

interface ReadFile {
  place: EntryOfFolder
  version: FileVersion
}

/** The files of a call that is under way, as they were before it. */
interface Keeping {
  /** Keys of the paths that it changes. */
  paths: ReadonlySet<string>
  isOverlapped: boolean
  before: readonly ReadFile[] | NotKept
}

/** Keeps files as they were before a call wrote to them, so that the person can undo it. */
export class KeptFiles {
  readonly #deps: LocateDependencies
  /** By the entry of the call. */
  readonly #underWay = new Map<string, Keeping>()

  constructor(deps: LocateDependencies) {
    this.#deps = deps
  }

  /** Reads the files that a call is about to change, right before it is sent. Never rejects. */
  async begin(pending: PendingCall): Promise<void> {
    const change = fileChangeOf(pending.tool, currentCall(pending).arguments)
    if (!change) return
    const located = this.#locate(pending, change)
    const places = Array.isArray(located) ? located : []
    const paths = new Set(places.map(({ folder, path }) => folderKey(`${folder}/${path}`)))
    const others = [...this.#underWay].filter(
      ([id, { paths: theirs }]) =>
        id !== pending.call.id && [...paths].some((path) => theirs.has(path)),
    )
    for (const [, other] of others) other.isOverlapped = true
    const keeping: Keeping = { paths, isOverlapped: others.length > 0, before: [] }
    this.#underWay.set(pending.call.id, keeping)
    keeping.before = Array.isArray(located) ? await this.#readEach(located) : located
  }

  /** Undo of a call that is over, or the reason why there is none. `null`: it changed no file. Never rejects. */
  async end({ turn, call }: PendingCall): Promise<FileUndo | null> {
    const keeping = this.#underWay.get(call.id)
    if (!keeping) return null
    try {
      if ('state' in keeping.before) return keeping.before
      const after = await this.#readEach(keeping.before.map(({ place }) => place))
      if ('state' in after) return after
      if (keeping.isOverlapped) return notKept('overlapped')
      return await this.#keep(turn.state.conversationId, { before: keeping.before, after })
    } catch {
      return notKept('unreadable')
    } finally {
      this.#underWay.delete(call.id)
    }
  }

  #locate({ turn, server }: PendingCall, change: FileChange): EntryOfFolder[] | NotKept {
    const { conversationId } = turn.state
    const serverId = server.config.id
    if (change.path === null) return notKept('path-unknown')
    const paths = change.kind === 'move' ? [change.path, change.destination] : [change.path]
    const places: EntryOfFolder[] = []
    for (const path of paths) {
      const located = locateFile({ serverId, conversationId, path }, this.#deps)
      if (located.kind !== 'file') return notKept(located.because)
      places.push(located.place)
    }
    return places
  }

  async #readEach(places: readonly EntryOfFolder[]): Promise<ReadFile[] | NotKept> {
    try {
      const read = places.map(async (place) => ({
        place,
        version: await this.#deps.folders.readVersion(place),
      }))
      return await Promise.all(read)
    } catch (error) {
      return notKept(REASONS[isGatehouseError(error) ? error.code : ''] ?? 'unreadable')
    }
  }

  async #keep(
    conversationId: string,
    { before, after }: { before: readonly ReadFile[]; after: readonly ReadFile[] },
  ): Promise<FileUndo | null> {
    const { stores } = this.#deps
    const left = after.map(({ version }) => leftVersion(version))
    const changed = before.flatMap((file, index) => {
      const now = left[index]
      return now && !isSame(leftVersion(file.version), now) ? [{ ...file, now }] : []
    })
    if (changed.length === 0) return null
    const bytes = changed.reduce((sum, { version }) => sum + sizeOf(version), 0)
    if (stores.turns.keptBytes(conversationId) + bytes > KEPT_FILE_LIMITS.chatBytes)
      return notKept('chat-full')
    const files = changed.map(async ({ place, version, now }): Promise<KeptFile> => {
      if (version.kind === 'absent') return { ...place, before: version, after: now }
      const source = { data: version.bytes, encoding: 'bytes', mimeType: MIME_TYPE } as const
      const blob = await stores.blobs.put(source, conversationId)
      return { ...place, before: { kind: 'file', blob, mode: version.mode }, after: now }
    })
    return { state: 'kept', files: await Promise.all(files) }
  }
}

const MIME_TYPE = 'application/octet-stream'

const REASONS: Record<string, NotKept['because']> = {
  'workspace/leads-out': 'leads-out',
  'workspace/is-folder': 'folder',
  'attachment/file-too-large': 'too-large',
}

const notKept = (because: NotKept['because'] | 'not-text'): NotKept => ({
  state: 'not-kept',
  because: because === 'not-text' ? 'unreadable' : because,
})

const sizeOf = (version: FileVersion): number =>
  version.kind === 'file' ? version.bytes.byteLength : 0

export const isSame = (one: KeptFile['after'], other: KeptFile['after']): boolean =>
  one.kind === 'absent'
    ? other.kind === 'absent'
    : other.kind === 'file' && one.sha256 === other.sha256

/** A version by its hash. */
export const leftVersion = (version: FileVersion): KeptFile['after'] =>
  version.kind === 'absent' ? version : { kind: 'file', sha256: version.sha256 }
