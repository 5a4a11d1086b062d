import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { GatehouseError, type Project, type ProjectSearch } from '@gatehouse/domain'

/** Files that make a folder a project; the first ones name it best. */
const SIGNS = [
  '.git',
  'package.json',
  'deno.json',
  'pyproject.toml',
  'requirements.txt',
  'setup.py',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'composer.json',
  'Gemfile',
  'mix.exs',
  'pubspec.yaml',
  'Package.swift',
  'CMakeLists.txt',
]
/** Folders that tools make, which hold other people's projects. */
const PASSED_OVER = new Set(['node_modules', 'vendor', 'target', 'dist', 'build', 'out', 'venv'])

export interface SearchBounds {
  /** Levels below the parent. */
  depth: number
  projects: number
  /** Folders that are opened. */
  folders: number
  ms: number
}

const BOUNDS: SearchBounds = { depth: 2, projects: 100, folders: 2000, ms: 2000 }

/**
 * Repositories and folders with a package file, in `parent` and below, nearest first. Does not look
 * into a project that it found below `parent`, nor follow links. Rejects with
 * `workspace/search-failed`.
 */
export async function findProjects(
  parent: string,
  signal: AbortSignal,
  bounds: SearchBounds = BOUNDS,
): Promise<ProjectSearch> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(bounds.ms)])
  const projects: Project[] = []
  let opened = 0
  let complete = true
  let level = [parent]
  for (let depth = 0; depth <= bounds.depth && level.length > 0; depth += 1) {
    const next: string[] = []
    for (const folder of level) {
      complete = projects.length < bounds.projects && opened < bounds.folders && !end.aborted
      if (!complete) break
      opened += 1
      const entries = await readEntries(folder, folder === parent)
      const signs = signsIn(entries)
      if (signs.length > 0) projects.push({ path: folder, name: basename(folder) || folder, signs })
      if (signs.length === 0 || folder === parent) next.push(...foldersIn(folder, entries))
    }
    if (!complete) break
    level = next
  }
  signal.throwIfAborted()
  return { parent, projects, complete }
}

async function readEntries(folder: string, isParent: boolean): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (!isParent) return []
    throw new GatehouseError(
      'workspace/search-failed',
      `${folder} could not be read. Check that it exists and that you may open it.`,
      { data: { path: folder }, cause: error },
    )
  }
}

function signsIn(entries: readonly Dirent[]): string[] {
  const names = new Set(entries.map(({ name }) => name))
  return SIGNS.filter((sign) => names.has(sign))
}

function foldersIn(folder: string, entries: readonly Dirent[]): string[] {
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('.') && !PASSED_OVER.has(name))
    .toSorted()
    .map((name) => join(folder, name))
}
