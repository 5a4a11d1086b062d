import type { JsonObject, JsonValue, Tool } from '@gatehouse/domain'
import { folderKey, isWindowsPath, normaliseFolder } from '../../workspaces/folder-path.ts'
import { propertiesOf } from './tool-changes/describe-tool-changes.ts'

/** Last words of the names of arguments that are paths. */
const PATH_WORDS = new Set(
  'path paths file files filename filenames filepath filepaths dir dirs directory directories folder folders source src destination dest dst target'.split(
    ' ',
  ),
)
/** A text that a server could read as a path, wherever it stands. */
const LOOKS_LIKE_PATH = /^(?:[/\\~]|\.{1,2}[/\\]|[A-Za-z]:[/\\]|file:)/i
const MAX_PATH = 4096

/**
 * True if the arguments name at least one path, and each one is absolute and below one of the folders. A path is known
 * by the name of its argument, or by its form. What cannot be told is outside. Links are not followed.
 */
export function namesOnlyPathsIn(
  folders: readonly string[],
  { tool, args }: { tool: Tool; args: JsonObject },
): boolean {
  const declared = propertiesOf(tool)
  if (Object.keys(args).some((name) => !Object.hasOwn(declared, name))) return false
  const roots = folders.map((folder) => folderKey(folder))
  let paths = 0
  const open: [name: string, value: JsonValue | undefined][] = Object.entries(args)
  for (let next = open.pop(); next; next = open.pop()) {
    const [name, value] = next
    if (typeof value === 'string') {
      const isPath = isPathName(name)
      if (!isPath && !looksLikePath(value)) continue
      if (!isBelow(roots, value)) return false
      if (isPath) paths += 1
    } else if (Array.isArray(value)) {
      for (const one of value) open.push([name, one])
    } else if (typeof value === 'object' && value !== null) {
      open.push(...Object.entries(value))
    } else if (isPathName(name)) return false
  }
  return paths > 0
}

/** The last word of a name in any of the usual spellings: `filePath`, `file_path`, `file-path`, `FILE`. */
function isPathName(name: string): boolean {
  const words = name
    .slice(-40)
    .replace(/[A-Z]/g, ' $&')
    .split(/[^A-Za-z]/)
  const whole = name
    .slice(-40)
    .toLowerCase()
    .split(/[^a-z]/)
  return [words.at(-1)?.toLowerCase(), whole.at(-1)].some(
    (word) => word !== undefined && PATH_WORDS.has(word),
  )
}

function looksLikePath(value: string): boolean {
  return LOOKS_LIKE_PATH.test(value.slice(0, 10)) && !value.includes('\n')
}

function isBelow(roots: readonly string[], value: string): boolean {
  if (value.length > MAX_PATH || /%(?:2e|2f|5c)/i.test(value)) return false
  const isAbsolute = value.startsWith('/') || isWindowsPath(value)
  if (!isAbsolute || value.split(/[/\\]/).includes('..')) return false
  const path = normaliseFolder(value, '')
  if (path === null) return false
  const separator = isWindowsPath(path) ? '\\' : '/'
  return roots.some((root) => folderKey(path).startsWith(`${root}${separator}`))
}
