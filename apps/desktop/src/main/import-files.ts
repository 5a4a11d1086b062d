import { GatehouseError } from '@gatehouse/domain'
import type { ImportIssueCode } from '@gatehouse/domain/launch'
import {
  pickedConfigFile,
  projectConfigFiles,
  userConfigFiles,
  type UserFolders,
} from '@gatehouse/host'
import type { ImportFile, ImportFiles } from '@gatehouse/host/ports'
import { constants } from 'node:fs'
import { open, readdir, stat, type FileHandle } from 'node:fs/promises'
import nativePaths, { posix, win32 } from 'node:path'
import { readVariables } from './read-variables.ts'

/** No configuration that a person wrote is larger. */
const MAX_BYTES = 5_000_000
/** Nor a file of variables: two of the longest values fill half of it. */
const MAX_VARIABLE_BYTES = 256_000

export interface ImportFilesOptions extends UserFolders {
  /** The system's dialogs; null when closed. */
  pickFile(): Promise<string | null>
  pickFolder(): Promise<string | null>
}

/** Reads the configurations of other programs: those in known places, and picked ones. */
export function createImportFiles(options: ImportFilesOptions): ImportFiles {
  const paths = options.platform === 'win32' ? win32 : posix
  return {
    home: options.home,
    separator: paths.sep,
    known: () => present(userConfigFiles(options, paths)),
    async chooseFile() {
      const picked = await options.pickFile()
      return picked === null ? null : pickedConfigFile(picked, nativePaths)
    },
    async chooseFolder() {
      const folder = await options.pickFolder()
      return folder === null
        ? null
        : { folder, files: await present(projectConfigFiles(folder, paths)) }
    },
    read: (file) => readText(file.path, MAX_BYTES),
    async chooseVariables() {
      const picked = await options.pickFile()
      if (picked === null) return null
      const text = await readText(picked, MAX_VARIABLE_BYTES)
      return { path: picked, values: readVariables(text) }
    },
    hasVariable: (name) => Boolean(options.environment[name]),
    variable: (name) => options.environment[name],
  }
}

/** Those that are there, whether they can be read or not: one that cannot is reported. */
async function present(files: ImportFile[]): Promise<ImportFile[]> {
  const expanded = await Promise.all(files.map(expandWildcards))
  const found = await Promise.all(
    expanded.flat().map(async (file) => {
      try {
        await stat(file.path)
        return [file]
      } catch (error) {
        return ['ENOENT', 'ENOTDIR'].includes(codeOf(error)) ? [] : [file]
      }
    }),
  )
  return found.flat()
}

/** Folders or files that one `*` may stand for. */
const MAX_MATCHES = 50

/** The files whose path has a name in place of one with `*`. */
async function expandWildcards(file: ImportFile): Promise<ImportFile[]> {
  const parts = file.path.split(/[\\/]/)
  const at = parts.findIndex((part) => part.includes('*'))
  const pattern = parts[at]
  if (pattern === undefined) return [file]
  const [head = '', tail = ''] = pattern.split('*')
  const folder = parts.slice(0, at).join(nativePaths.sep)
  const names = await readdir(folder).catch((): string[] => [])
  const matching = names.filter(
    (name) =>
      name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail),
  )
  return matching
    .toSorted()
    .slice(0, MAX_MATCHES)
    .map((name) => ({
      ...file,
      path: [folder, name, ...parts.slice(at + 1)].join(nativePaths.sep),
    }))
}

async function readText(path: string, limit: number): Promise<string> {
  let handle: FileHandle | undefined
  try {
    // Not waiting for a writer: what is opened may be a pipe.
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const state = await handle.stat()
    if (!state.isFile()) throw unreadable('not-a-file', path, '')
    if (state.size > limit) throw unreadable('too-large', path, String(limit / 1_000_000))
    return decodeText(await readUpTo(handle, state.size), path)
  } catch (error) {
    if (error instanceof GatehouseError) throw error
    const code = codeOf(error)
    const kind = code === 'EACCES' || code === 'EPERM' ? 'not-allowed' : 'unreadable'
    throw unreadable(code === 'EISDIR' ? 'not-a-file' : kind, path, code)
  } finally {
    await handle?.close()
  }
}

/** Reads the start of a file, up to a limit; growth during the reading is ignored. */
async function readUpTo(handle: FileHandle, limit: number): Promise<Buffer> {
  const buffer = Buffer.alloc(limit)
  let length = 0
  while (length < limit) {
    const { bytesRead } = await handle.read(buffer, length, limit - length, length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}

function decodeText(bytes: Buffer, path: string): string {
  const decoded = decodePersonsText(bytes)
  if ('text' in decoded) return decoded.text
  throw unreadable(decoded.problem, path, '')
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

function unreadable(code: ImportIssueCode, path: string, detail: string): GatehouseError {
  return new GatehouseError('import/unreadable', `${path} could not be read (${code}).`, {
    data: { code, detail },
  })
}

/** Text of a file that a person or their editor wrote, or why there is none. */
type DecodedText = { text: string } | { problem: 'not-text' | 'encoding-unknown' }

/**
 * Decodes UTF-8, with a byte order mark or without, and UTF-16 of either order by its mark. The mark is left out.
 * Bytes of another encoding are not guessed: a wrong guess would change a path or a key.
 */
function decodePersonsText(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return { text }
  } catch {
    return { problem: bytes.includes(0) ? 'not-text' : 'encoding-unknown' }
  }
}
