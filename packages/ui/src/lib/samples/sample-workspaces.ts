import {
  GatehouseError,
  type FolderState,
  type WorkspaceFolder,
  type WorkspaceView,
} from '@gatehouse/domain'
import type { InMemoryBridge, InMemoryHandlers } from '../bridge/in-memory-bridge.ts'
import { SAMPLE_NOW } from './sample-now.ts'

const folder = (path: string, servers: string[]): WorkspaceFolder => ({
  path,
  name: path.split('/').at(-1) ?? path,
  servers,
})

function view(
  id: string,
  name: string,
  folders: [WorkspaceFolder, Omit<FolderState, 'path'>][],
): WorkspaceView {
  return {
    id,
    name,
    createdAt: SAMPLE_NOW,
    folders: folders.map(([one]) => one),
    states: folders.map(([{ path }, state]) => ({ path, ...state })),
  }
}

const onMain = { status: 'ok', git: { branch: 'main' } } as const

export const sampleWorkspaces: WorkspaceView[] = [
  view('workspace-0', 'gatehouse', [
    [folder('/home/ada/code/gatehouse', ['filesystem', 'git']), onMain],
    [folder('/home/ada/code/gatehouse-docs', ['filesystem', 'git', 'research']), onMain],
    [folder('/mnt/nas/设计稿', ['filesystem']), { status: 'missing' }],
  ]),
  view('workspace-1', '论文', [[folder('/home/ada/论文', ['research']), { status: 'ok' }]]),
  view('workspace-2', 'Household', [
    [folder('/home/ada/Documents/accounts 2026', []), { status: 'ok' }],
    [folder('/media/ada/backup', []), { status: 'unreadable' }],
    [
      folder('/home/ada/code/a-very-long-name/of-a-folder/that-is-nested/quite-deep/in-others', []),
      { status: 'ok', git: { branch: 'feature/with-a-very-long-branch-name-of-its-own' } },
    ],
  ]),
]

interface SampleTable {
  list(): WorkspaceView[]
  get(id: string): WorkspaceView
  save(workspace: WorkspaceView): WorkspaceView
  hide(id: string): void
}

function sampleTable(start: WorkspaceView[], bridge: () => InMemoryBridge): SampleTable {
  let list = start
  const hidden = new Map<string, WorkspaceView>()
  const table: SampleTable = {
    list: () => list,
    get(id) {
      const found = list.find((one) => one.id === id) ?? hidden.get(id)
      if (!found) throw new GatehouseError('workspace/not-found', 'Gone.')
      return found
    },
    save(workspace) {
      list = [...list.filter(({ id }) => id !== workspace.id), workspace]
      bridge().emit('workspace.changed', workspace)
      return workspace
    },
    hide(id) {
      hidden.set(id, table.get(id))
      list = list.filter((one) => one.id !== id)
      bridge().emit('workspace.removed', { id })
    },
  }
  return table
}

/** Workspaces whose every change stays; every path that is added is a folder but `/…/notes.txt`. */
export function workspaceHandlers(
  start: WorkspaceView[],
  bridge: () => InMemoryBridge,
): InMemoryHandlers {
  const table = sampleTable(start, bridge)
  const { get, save } = table
  return {
    ...folderHandlers(table),
    'workspace.list': () => table.list(),
    'workspace.create': ({ name }) =>
      save({ id: `workspace-${Date.now()}`, name, folders: [], states: [], createdAt: Date.now() }),
    'workspace.rename': ({ id, name }) => save({ ...get(id), name }),
    'workspace.set-approval-mode': ({ id, mode }) => {
      save({ ...get(id), approvalMode: mode })
      return { outcome: 'changed' }
    },
    'workspace.remove': ({ id }) => table.hide(id),
    'workspace.restore': ({ id }) => save(get(id)),
    'workspace.find-projects': ({ path }) => ({
      parent: path,
      complete: true,
      projects: [
        { path: `${path}/gatehouse`, name: 'gatehouse', signs: ['.git', 'package.json'] },
        { path: `${path}/notes`, name: 'notes', signs: ['.git'] },
        { path: `${path}/solver`, name: 'solver', signs: ['Cargo.toml'] },
      ],
    }),
  }
}

function folderHandlers({ get, save }: SampleTable): InMemoryHandlers {
  const takenOut = new Map<string, WorkspaceFolder>()
  return {
    'workspace.add-folders': ({ id, paths }) => {
      const workspace = get(id)
      const isFile = (path: string): boolean => path.endsWith('.txt')
      const added = paths.filter((path) => !isFile(path))
      return {
        added,
        refused: paths.filter(isFile).map((path) => ({ path, reason: 'not-a-folder' })),
        workspace: save({
          ...workspace,
          folders: [...workspace.folders, ...added.map((path) => folder(path, []))],
          states: [...workspace.states, ...added.map((path) => ({ path, ...onMain }))],
        }),
      }
    },
    'workspace.remove-folder': ({ id, path }) => {
      const workspace = get(id)
      const taken = workspace.folders.find((one) => one.path === path)
      if (taken) takenOut.set(path, taken)
      return save({ ...workspace, folders: workspace.folders.filter((one) => one !== taken) })
    },
    'workspace.restore-folder': ({ id, path }) => {
      const workspace = get(id)
      const taken = takenOut.get(path)
      return save({ ...workspace, folders: [...workspace.folders, ...(taken ? [taken] : [])] })
    },
    'workspace.share': ({ id, path, serverId, shared }) => {
      const workspace = get(id)
      const folders = workspace.folders.map((one) => {
        const others = one.servers.filter((server) => server !== serverId)
        return one.path === path
          ? { ...one, servers: shared ? [...others, serverId] : others }
          : one
      })
      return save({ ...workspace, folders })
    },
  }
}
