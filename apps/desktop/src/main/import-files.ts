import { GatehouseError } from '@gatehouse/domain'
import type { ImportIssueCode, ImportSource } from '@gatehouse/domain/launch'
import type { ImportFile, ImportFiles } from '@gatehouse/host/ports'
import { constants } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, posix, win32 } from 'node:path'
import { readVariables } from './read-variables.ts'

/** No configuration that a person wrote is larger. */
const MAX_BYTES = 5_000_000
/** Nor a file of variables: two of the longest values fill half of it. */
const MAX_VARIABLE_BYTES = 256_000

export interface ImportFilesOptions {
  platform: NodeJS.Platform
  /** The person's home folder. */
  home: string
  environment: Readonly<Record<string, string | undefined>>
  /** The system's dialogs; null when closed. */
  pickFile(): Promise<string | null>
  pickFolder(): Promise<string | null>
}

/** Reads the configurations of other programs: those in known places, and those that are picked. */
export function createImportFiles(options: ImportFilesOptions): ImportFiles {
  const paths = options.platform === 'win32' ? win32 : posix
  return {
    home: options.home,
    separator: paths.sep,
    known: () => present(knownFiles(options)),
    async chooseFile() {
      const path = await options.pickFile()
      return path === null ? null : pickedFile(path)
    },
    async chooseFolder() {
      const folder = await options.pickFolder()
      return folder === null ? null : { folder, files: await present(projectFiles(folder, paths)) }
    },
    read: ({ path }) => readText(path, MAX_BYTES),
    async chooseVariables() {
      const path = await options.pickFile()
      if (path === null) return null
      return { path, values: readVariables(await readText(path, MAX_VARIABLE_BYTES)) }
    },
    hasVariable: (name) => Boolean(options.environment[name]),
    variable: (name) => options.environment[name],
  }
}

/** Where each program keeps the servers of a user, most likely first. */
function knownFiles({ platform, home, environment }: ImportFilesOptions): ImportFile[] {
  const { join } = platform === 'win32' ? win32 : posix
  const roots: Partial<Record<NodeJS.Platform, string>> = {
    win32: environment['APPDATA'] || join(home, 'AppData', 'Roaming'),
    darwin: join(home, 'Library', 'Application Support'),
  }
  const settings = roots[platform] ?? (environment['XDG_CONFIG_HOME'] || join(home, '.config'))
  const at = (source: ImportSource, ...parts: [string, ...string[]]): ImportFile => ({
    source,
    path: join(...parts),
    folder: null,
  })
  return [
    at('claude-desktop', settings, 'Claude', 'claude_desktop_config.json'),
    ...['Code', 'Code - Insiders', 'VSCodium'].map((program) =>
      at('vscode', settings, program, 'User', 'mcp.json'),
    ),
    at('cursor', home, '.cursor', 'mcp.json'),
    at('claude-code', environment['CLAUDE_CONFIG_DIR'] || home, '.claude.json'),
  ]
}

/** Where a project keeps its own. */
function projectFiles(folder: string, { join }: Pick<typeof posix, 'join'>): ImportFile[] {
  return [
    { source: 'vscode', path: join(folder, '.vscode', 'mcp.json'), folder },
    { source: 'cursor', path: join(folder, '.cursor', 'mcp.json'), folder },
    { source: 'claude-code', path: join(folder, '.mcp.json'), folder },
  ]
}

/** A file is of the program whose name for it it has, and of the project in whose folder it lies. */
function pickedFile(path: string): ImportFile {
  const [name, folder] = [basename(path), dirname(path)]
  const parent = basename(folder)
  if (name === 'claude_desktop_config.json') return { source: 'claude-desktop', path, folder: null }
  if (name === '.claude.json') return { source: 'claude-code', path, folder: null }
  if (name === '.mcp.json') return { source: 'claude-code', path, folder }
  if (name === 'mcp.json' && parent === '.vscode')
    return { source: 'vscode', path, folder: dirname(folder) }
  if (name === 'mcp.json' && parent === '.cursor')
    return { source: 'cursor', path, folder: dirname(folder) }
  return { source: 'file', path, folder: null }
}

/** Those that are there, whether they can be read or not: one that cannot is reported. */
async function present(files: ImportFile[]): Promise<ImportFile[]> {
  const found = await Promise.all(
    files.map(async (file) => {
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

async function readText(path: string, limit: number): Promise<string> {
  let handle: FileHandle | undefined
  try {
    // Not waiting for a writer: what is opened may be a pipe.
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const state = await handle.stat()
    if (!state.isFile()) throw unreadable('not-a-file', path, '')
    if (state.size > limit) throw unreadable('too-large', path, String(limit / 1_000_000))
    return decode(await readUpTo(handle, state.size), path)
  } catch (error) {
    if (error instanceof GatehouseError) throw error
    const code = codeOf(error)
    const kind = code === 'EACCES' || code === 'EPERM' ? 'not-allowed' : 'unreadable'
    throw unreadable(code === 'EISDIR' ? 'not-a-file' : kind, path, code)
  } finally {
    await handle?.close()
  }
}

/** What is at its start; a file that grows meanwhile is not followed. */
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

/** UTF-8, or UTF-16 with its mark as some editors of Windows write it. */
function decode(bytes: Buffer, path: string): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('not-text', path, '')
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

function unreadable(code: ImportIssueCode, path: string, detail: string): GatehouseError {
  return new GatehouseError('import/unreadable', `${path} could not be read (${code}).`, {
    data: { code, detail },
  })
}
