import { Emitter } from '@gatehouse/base'
import {
  GatehouseError,
  type FolderAddition,
  type FolderState,
  type ProjectSearch,
  type Workspace,
  type WorkspaceFolder,
  type WorkspaceView,
} from '@gatehouse/domain'
import type { ApprovalMode } from '@gatehouse/domain/approvals'
import type { Root } from '@gatehouse/domain/server-requests'
import type { HostDependencies } from '../dependencies.ts'
import type { FolderWatch } from '../ports/index.ts'
import { addedFolders, decidedFolders, withServer, type RootsDecision } from './folder-changes.ts'
import { normaliseFolder } from './folder-path.ts'
import { createFolderStates, pathsOf, type FolderStates } from './folder-states.ts'
import { RootsDecisions } from './roots-decisions.ts'
import { createRootsNotifier, type RootsNotifier } from './roots-notifier.ts'

type Dependencies = Pick<
  HostDependencies,
  'stores' | 'events' | 'clock' | 'ids' | 'folders' | 'digest' | 'onListenerError'
>

/** A folder of a workspace. */
export interface FolderRef {
  id: string
  path: string
}

/** Both have the id of the server. */
interface WorkspaceEvents {
  rootsChanged: string
  decided: string
}

/** Named sets of folders, and which server may see which of them. */
export class WorkspaceService {
  readonly #deps: Dependencies
  readonly #states: FolderStates
  readonly #decisions: RootsDecisions
  readonly #rootsNotifier: RootsNotifier
  readonly #watch: FolderWatch
  readonly #events: Emitter<WorkspaceEvents>
  /** Folders that were removed, until they are restored or the app ends. */
  readonly #removed = new Map<string, { folder: WorkspaceFolder; index: number }>()

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#events = new Emitter(deps.onListenerError)
    this.#states = createFolderStates(deps.folders)
    this.#decisions = new RootsDecisions(deps)
    this.#rootsNotifier = createRootsNotifier({
      store: deps.stores.workspaces,
      states: this.#states,
      notify: (serverId) => this.#events.emit('rootsChanged', serverId),
    })
    this.#watch = deps.folders.watch((path) => void this.#inspect([path]))
    this.#follow()
  }

  /** Oldest first; looks at every folder again. */
  async list(): Promise<WorkspaceView[]> {
    for (const { id } of this.#deps.stores.servers.list()) this.#decisions.forgetReplaced(id)
    await this.#inspect(pathsOf(this.#store.list()))
    return this.#store.list().map((workspace) => this.#view(workspace))
  }

  async create(name: string): Promise<WorkspaceView> {
    const { ids, clock } = this.#deps
    return this.#save({ id: ids.next(), name, folders: [], createdAt: clock.now() })
  }

  /** Rejects with `workspace/not-found`. */
  async rename(id: string, name: string): Promise<WorkspaceView> {
    return this.#save({ ...this.#get(id), name })
  }

  /** Sets the mode of its chats. The caller has the person's consent to a wider one. Rejects with `workspace/not-found`. */
  async setApprovalMode(id: string, approvalMode: ApprovalMode): Promise<WorkspaceView> {
    return this.#save({ ...this.#get(id), approvalMode })
  }

  /** Throws `workspace/not-found`. */
  remove(id: string): void {
    this.#get(id)
    this.#store.remove(id)
    this.#deps.events.emit('workspace.removed', { id })
    this.#rootsNotifier.refresh()
    this.#follow()
  }

  /** Undoes `remove`. Rejects with `workspace/not-found`. */
  async restore(id: string): Promise<WorkspaceView> {
    const workspace = this.#store.restore(id)
    if (!workspace) throw notFound()
    this.#follow()
    await this.#states.inspect(pathsOf([workspace]))
    this.#rootsNotifier.refresh()
    return this.#emitChanged(workspace)
  }

  /** Returns a path as it would be stored: the checked and shown text must be the added one. */
  spellingOf(path: string): string {
    return normaliseFolder(path, this.#deps.folders.home) ?? path
  }

  /** Adds existing folders that are not in it yet. Rejects with `workspace/not-found`. */
  async addFolders(id: string, paths: readonly string[]): Promise<FolderAddition> {
    this.#get(id)
    const candidates = paths.map((given) => ({
      given,
      path: normaliseFolder(given, this.#deps.folders.home),
    }))
    await this.#states.inspect(candidates.flatMap(({ path }) => path ?? []))
    const workspace = this.#get(id)
    const { folders, added, refused } = addedFolders(workspace, candidates, this.#states)
    const view =
      added.length === 0 ? this.#view(workspace) : await this.#save({ ...workspace, folders })
    return { workspace: view, added, refused }
  }

  /** Rejects with `workspace/not-found`, `workspace/folder-not-found`. */
  async removeFolder({ id, path }: FolderRef): Promise<WorkspaceView> {
    const { workspace, folder, index } = this.#find({ id, path })
    this.#removed.set(placeKey({ id, path }), { folder, index })
    return this.#save({ ...workspace, folders: workspace.folders.toSpliced(index, 1) })
  }

  /** Undoes `removeFolder`, with the servers that saw it. */
  async restoreFolder({ id, path }: FolderRef): Promise<WorkspaceView> {
    this.#get(id)
    const key = placeKey({ id, path })
    if (!this.#removed.has(key)) throw folderNotFound()
    // First, as it takes its time: what is decided meanwhile stays decided.
    await this.#states.inspect([path])
    const workspace = this.#get(id)
    const taken = this.#removed.get(key)
    if (!taken) throw folderNotFound()
    this.#removed.delete(key)
    const servers = taken.folder.servers.filter((serverId) => this.isDecided(serverId))
    if (workspace.folders.some((one) => one.path === path)) return this.#view(workspace)
    const folders = workspace.folders.toSpliced(taken.index, 0, { ...taken.folder, servers })
    return this.#save({ ...workspace, folders })
  }

  /** Sets whether a server sees a folder; it is then not asked about again. */
  async share(place: FolderRef, serverId: string, shared: boolean): Promise<WorkspaceView> {
    this.#find(place)
    this.#decisions.mark(serverId)
    const { workspace, folder, index } = this.#find(place)
    const folders = workspace.folders.with(index, withServer(folder, serverId, shared))
    const view = await this.#save({ ...workspace, folders })
    this.#events.emit('decided', serverId)
    return view
  }

  /** Called when a server's roots changed and it has to be notified. */
  onRootsChanged(listener: (serverId: string) => void): void {
    this.#events.on('rootsChanged', listener)
  }

  /** Called for each decision made in the table: the server may be waiting for it. */
  onDecided(listener: (serverId: string) => void): void {
    this.#events.on('decided', listener)
  }

  /** Rejects with `workspace/not-absolute`, `workspace/search-failed`. */
  async findProjects(parent: string, signal: AbortSignal): Promise<ProjectSearch> {
    const path = normaliseFolder(parent, this.#deps.folders.home)
    if (path === null)
      throw new GatehouseError(
        'workspace/not-absolute',
        'This is not the full path of a folder. Begin it with / (or a drive), or choose the folder.',
      )
    return this.#deps.folders.findProjects(path, signal)
  }

  /** Every folder of every workspace, as an ask offers them. */
  offered(): { workspaceId: string; workspaceName: string; path: string; name: string }[] {
    return this.#store.list().flatMap((workspace) =>
      workspace.folders.map(({ path, name }) => ({
        workspaceId: workspace.id,
        workspaceName: workspace.name,
        path,
        name,
      })),
    )
  }

  /** Keeps what the person decided; the server that asked gets the answer, not a notification too. */
  async decide({ serverId, offered, share }: RootsDecision): Promise<void> {
    this.#decisions.mark(serverId)
    const changed = this.#store
      .list()
      .flatMap((workspace) => decidedFolders(workspace, { serverId, offered, share }) ?? [])
    for (const workspace of changed) this.#store.save(workspace)
    this.#rootsNotifier.markSent(serverId)
    for (const workspace of changed) await this.#emitChanged(workspace)
  }

  /** True if the person decided about the folders of this server in its present identity. */
  isDecided(serverId: string): boolean {
    return this.#decisions.isDecided(serverId)
  }

  /**
   * The shared folders that are there now (MCP 2025-11-25, client/roots), of one workspace or of all; none for
   * who was not decided on.
   */
  async rootsOf(serverId: string, workspaceId: string | null = null): Promise<Root[]> {
    this.#decisions.forgetReplaced(serverId)
    const mine = this.#store
      .list()
      .flatMap(({ folders }) =>
        folders.flatMap(({ path, servers }) => (servers.includes(serverId) ? [path] : [])),
      )
    await this.#inspect(mine, serverId)
    return this.#rootsNotifier.rootsOf(serverId, workspaceId)
  }

  /** Stops inspecting folders. */
  close(): void {
    this.#watch.close()
  }

  /** Every folder of every workspace is reported when it goes or comes back. */
  #follow(): void {
    this.#watch.follow(pathsOf(this.#store.list()))
  }

  get #store(): Dependencies['stores']['workspaces'] {
    return this.#deps.stores.workspaces
  }

  /** Throws `workspace/not-found`. */
  #get(id: string): Workspace {
    const workspace = this.#store.list().find((one) => one.id === id)
    if (!workspace) throw notFound()
    return workspace
  }

  #find({ id, path }: FolderRef): {
    workspace: Workspace
    folder: WorkspaceFolder
    index: number
  } {
    const workspace = this.#get(id)
    const index = workspace.folders.findIndex((folder) => folder.path === path)
    const folder = workspace.folders[index]
    if (!folder) throw folderNotFound()
    return { workspace, folder, index }
  }

  #save(workspace: Workspace): Promise<WorkspaceView> {
    this.#store.save(workspace)
    this.#follow()
    this.#rootsNotifier.refresh()
    return this.#emitChanged(workspace)
  }

  async #emitChanged(workspace: Workspace): Promise<WorkspaceView> {
    await this.#states.know(pathsOf([workspace]))
    // It may have changed or been removed meanwhile: the last event must show what is stored.
    const kept = this.#store.list().find(({ id }) => id === workspace.id)
    const view = this.#view(kept ?? workspace)
    if (kept) this.#deps.events.emit('workspace.changed', view)
    return view
  }

  /** Inspects the folders, and notifies the windows and the servers of changes. */
  async #inspect(paths: readonly string[], asking?: string): Promise<void> {
    const changed = await this.#states.inspect(paths)
    if (asking !== undefined) this.#rootsNotifier.markSent(asking)
    if (changed.size === 0) return
    this.#rootsNotifier.refresh()
    for (const workspace of this.#store.list())
      if (workspace.folders.some(({ path }) => changed.has(path)))
        await this.#emitChanged(workspace)
  }

  #view(workspace: Workspace): WorkspaceView {
    const states = workspace.folders.flatMap(({ path }): FolderState[] => {
      const state = this.#states.of(path)
      return state ? [state] : []
    })
    return { ...workspace, states }
  }
}

function placeKey({ id, path }: FolderRef): string {
  return `${id}/${path}`
}

function notFound(): GatehouseError {
  return new GatehouseError('workspace/not-found', 'This workspace no longer exists.')
}

function folderNotFound(): GatehouseError {
  return new GatehouseError(
    'workspace/folder-not-found',
    'This folder is no longer in the workspace.',
  )
}
