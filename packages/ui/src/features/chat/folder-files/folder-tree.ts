import type { ListedFile } from '@gatehouse/domain/documents'
import { limitOfName } from './file-limits.ts'

export interface FolderNode {
  kind: 'folder'
  path: string
  name: string
  depth: number
  children: FolderTreeNode[]
  /** The files in it and below that can be attached. */
  files: FileNode[]
  /** Bytes of those. */
  bytes: number
}

export interface FileNode {
  kind: 'file'
  path: string
  name: string
  depth: number
  bytes: number
  isSecret: boolean
  /** The most bytes that a file of this kind may have, where it has more. */
  over: number | undefined
}

export type FolderTreeNode = FolderNode | FileNode

const byName = new Intl.Collator(undefined, { numeric: true }).compare

/** The tree of a listing: folders before files, by name. Its root has depth 0. */
export function folderTree(files: readonly ListedFile[], name: string): FolderNode {
  const root = folderNode('', name, 0)
  const folders = new Map<string, FolderNode>([['', root]])
  for (const { path, bytes, isSecret } of files) {
    const parent = folderAt(folders, parentOf(path))
    const own = nameOf(path)
    const limit = limitOfName(own)
    const over = bytes > limit ? limit : undefined
    parent.children.push({
      kind: 'file',
      path,
      name: own,
      depth: parent.depth + 1,
      bytes,
      isSecret,
      over,
    })
  }
  addUp(root)
  return root
}

function folderAt(folders: Map<string, FolderNode>, path: string): FolderNode {
  const present = folders.get(path)
  if (present) return present
  const parent = folderAt(folders, parentOf(path))
  const made = folderNode(path, nameOf(path), parent.depth + 1)
  parent.children.push(made)
  folders.set(path, made)
  return made
}

const folderNode = (path: string, name: string, depth: number): FolderNode => ({
  kind: 'folder',
  path,
  name,
  depth,
  children: [],
  files: [],
  bytes: 0,
})

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

function addUp(folder: FolderNode): void {
  folder.children.sort((one, other) =>
    one.kind === other.kind ? byName(one.name, other.name) : one.kind === 'folder' ? -1 : 1,
  )
  for (const child of folder.children) {
    if (child.kind === 'folder') addUp(child)
    const files = child.kind === 'folder' ? child.files : child.over === undefined ? [child] : []
    for (const file of files) {
      folder.files.push(file)
      folder.bytes += file.bytes
    }
  }
}

/** The rows in view: those of open folders, in order. */
export function visibleRows(root: FolderNode, open: ReadonlySet<string>): FolderTreeNode[] {
  const rows: FolderTreeNode[] = [root]
  const add = (folder: FolderNode): void => {
    if (!open.has(folder.path)) return
    for (const child of folder.children) {
      rows.push(child)
      if (child.kind === 'folder') add(child)
    }
  }
  add(root)
  return rows
}

export type Tick = 'all' | 'some' | 'none'

/** The files that a press on a row checks. Files that may hold secrets are checked one by one. */
export const tickable = (node: FolderTreeNode): FileNode[] => {
  if (node.kind === 'file') return node.over === undefined ? [node] : []
  return node.files.filter(({ isSecret }) => !isSecret)
}

export function tickOf(node: FolderTreeNode, ticked: ReadonlySet<string>): Tick {
  const files = node.kind === 'file' ? [node] : node.files
  const count = files.filter(({ path }) => ticked.has(path)).length
  if (count === 0) return 'none'
  return count === files.length || tickable(node).every(({ path }) => ticked.has(path))
    ? 'all'
    : 'some'
}

/** The checked files after a press on a row. */
export function toggled(node: FolderTreeNode, ticked: ReadonlySet<string>): Set<string> {
  const next = new Set(ticked)
  const isOff = tickOf(node, ticked) === 'all'
  const files = isOff && node.kind === 'folder' ? node.files : tickable(node)
  for (const { path } of files) {
    if (isOff) next.delete(path)
    else next.add(path)
  }
  return next
}
