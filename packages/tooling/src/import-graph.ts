import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Which file imports which within one folder: type-only and dynamic imports and re-exports too. */
export type Graph = Map<string, Set<string>>

const SOURCE = /(?<!\.d|\.test|\.fixture)\.(?:tsx?|mts|mjs|cjs)$/
/** Harnesses of tests may import everything. */
const FOR_TESTS = /(?:^|\/)(?:testing|fixtures?|node_modules|\.tsc|test-results)\//
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]*)['"]/g

/**
 * The imports between the source files below a folder.
 * @param folder absolute
 * @param isPart of a path relative to the folder; tests and their harnesses are left out where it is absent
 * @returns paths relative to the folder
 */
export function importGraph(
  folder: string,
  isPart: (file: string) => boolean = (file) => SOURCE.test(file) && !FOR_TESTS.test(file),
): Graph {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(isPart)
  const graph: Graph = new Map(files.toSorted().map((file) => [file, new Set()]))
  for (const [file, imports] of graph) {
    const text = readFileSync(join(folder, file), 'utf8').replace(COMMENT, '')
    for (const [, name = ''] of text.matchAll(IMPORT)) {
      const target = posix.join(posix.dirname(file), name)
      if (graph.has(target)) imports.add(target)
    }
  }
  return graph
}

/** The same between folders: `level` is how many parts of the path name one. Files above are left out. */
export function folderGraph(graph: Graph, level: number = 1): Graph {
  const folderOf = (file: string) => {
    const parts = file.split('/')
    return parts.length > level ? parts.slice(0, level).join('/') : undefined
  }
  const folders: Graph = new Map()
  for (const [file, imports] of graph) {
    const folder = folderOf(file)
    if (folder === undefined) continue
    const used = folders.get(folder) ?? new Set()
    folders.set(folder, used)
    for (const target of imports) {
      const other = folderOf(target)
      if (other !== undefined && other !== folder) used.add(other)
    }
  }
  return folders
}

/** Files that import one of `files`, directly or through others, and the files themselves. */
export function dependentsOf(graph: Graph, files: readonly string[]): Set<string> {
  const found = new Set(files)
  let size: number
  do {
    size = found.size
    for (const [file, imports] of graph)
      if ([...imports].some((target) => found.has(target))) found.add(file)
  } while (found.size > size)
  return found
}

/** One circle through each place that is on one, as `a -> b -> a`, each circle once. */
export function importCycles(graph: Graph): string[] {
  const found = new Set<string>()
  const reported = new Set<string>()
  for (const start of graph.keys()) {
    if (reported.has(start)) continue
    const path = shortestCycle(graph, start)
    if (path === undefined) continue
    for (const place of path) reported.add(place)
    found.add([...path, start].join(' -> '))
  }
  return [...found]
}

function shortestCycle(graph: Graph, start: string): string[] | undefined {
  const paths: Map<string, string[]> = new Map([[start, [start]]])
  const queue = [start]
  for (const place of queue) {
    const path = paths.get(place) ?? []
    for (const next of graph.get(place) ?? []) {
      if (next === start) return path
      if (paths.has(next)) continue
      paths.set(next, [...path, next])
      queue.push(next)
    }
  }
  return undefined
}
