import { createHash } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { LaunchPin, PinnedFile } from '@gatehouse/domain/launch'
import { findCommand } from '../environment/find-command.ts'
import { openFile, readBeginning } from './open-file.ts'
import { referencedCode } from './referenced-code.ts'

export interface PinRequest {
  command: string
  /** Where the command was found. */
  path: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  cwd: string
  /** Folders in which the server's own processes look for commands. */
  folders: readonly string[]
}

/** An interpreter may be a script itself. */
const MAX_INTERPRETERS = 4
/** More files than a launch has arguments; beyond it the launch counts as not pinned. */
const MAX_FILES = 320
const FIRST_LINE_BYTES = 512
const HASH_CHUNK = 1_048_576

/**
 * Reads the files that decide what a launch runs: the command, the interpreters that first lines name,
 * and the code that arguments and variables name. A file of `known` whose size and times are the same
 * is not hashed again. `unpinned` names the program whose code is not among them.
 */
export async function pinLaunch(
  request: PinRequest,
  known?: LaunchPin,
): Promise<{ pin: LaunchPin; unpinned: string | null }> {
  const pinned = new Map<string, PinnedFile>()
  let isWhole = true
  const add = async (role: PinnedFile['role'], named: string, path: string): Promise<void> => {
    const key = JSON.stringify([role, named])
    if (pinned.has(key)) return
    const file = await pinFile({ role, named, path }, known)
    if (!file) return
    if (pinned.size < MAX_FILES) pinned.set(key, file)
    else isWhole = false
  }
  const addProgram = async (role: PinnedFile['role'], named: string, path: string) => {
    await add(role, named, path)
    for (const one of await interpretersOf(path, request)) await add('interpreter', ...one)
  }
  await addProgram('program', request.command, request.path)
  const isCommand = async (name: string): Promise<boolean> => (await find(name, request)) !== null
  const code = await referencedCode({ ...request, isCommand })
  for (const named of code.commands) {
    const path = await find(named, request)
    if (path !== null) await addProgram('code', named, path)
  }
  const before = pinned.size
  const byPath = new Map(
    code.files.map((named) => [resolve(request.cwd, named), named] as const).toReversed(),
  )
  for (const named of code.files) {
    const path = resolve(request.cwd, named)
    // Once, as it is named first.
    if (byPath.get(path) === named) await add('code', named, path)
  }
  const isCodePinned = isWhole && code.isWhole && (code.runner === null || pinned.size > before)
  return {
    pin: { files: [...pinned.values()] },
    unpinned: isCodePinned ? null : (code.runner ?? request.command),
  }
}

type Wanted = Pick<PinnedFile, 'role' | 'named' | 'path'>

/** Undefined for what is not a file. */
async function pinFile(
  wanted: Wanted,
  known: LaunchPin | undefined,
): Promise<PinnedFile | undefined> {
  try {
    const { size, mtimeMs: modifiedAt, ctimeMs: changedAt, ...found } = await statFile(wanted.path)
    if (!found.isFile) return undefined
    const realPath = await realpath(wanted.path)
    const same = known?.files.find(
      (file) =>
        file.realPath === realPath &&
        file.size === size &&
        file.modifiedAt === modifiedAt &&
        file.changedAt === changedAt,
    )
    const sha256 = same?.sha256 ?? (await digestOf(realPath))
    return { ...wanted, realPath, size, modifiedAt, changedAt, sha256 }
  } catch {
    return undefined
  }
}

async function statFile(path: string) {
  const found = await stat(path)
  const { size, mtimeMs, ctimeMs } = found
  return { size, mtimeMs, ctimeMs, isFile: found.isFile() }
}

/** Reads with a single buffer: a stream makes a new one for each part, which costs as much again as reading. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  const part = Buffer.allocUnsafeSlow(HASH_CHUNK)
  const file = await openFile(path)
  try {
    for (;;) {
      const { bytesRead } = await file.read(part, 0, part.length, null)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(part.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

/** The interpreter in the first line of a script, and the interpreter of that file in turn. */
async function interpretersOf(path: string, request: PinRequest): Promise<[string, string][]> {
  const chain: [string, string][] = []
  let script: string | null = path
  while (script !== null && chain.length < MAX_INTERPRETERS) {
    const words: string[] = (await firstLine(script)).split(/\s+/).filter((word) => word !== '')
    const [program, ...rest] = words
    if (program === undefined) break
    const programPath = resolve(request.cwd, program)
    chain.push([program, programPath])
    script = programPath
    for (const word of rest) if (/^[\\/]/.test(word)) chain.push([word, word])
    if (basename(program) !== 'env') continue
    script = null
    for (const named of rest.filter((word) => !word.startsWith('-') && !word.includes('='))) {
      script ??= await find(named, request)
      if (script === null) continue
      chain.push([named, script])
      break
    }
  }
  return chain
}

/** After `#!`; empty for what is not a script. */
async function firstLine(path: string): Promise<string> {
  const text = (await readBeginning(path, FIRST_LINE_BYTES).catch(() => '')).toString()
  return text.startsWith('#!') ? (text.slice(2).split('\n')[0] ?? '') : ''
}

async function find(command: string, { cwd, folders, env }: PinRequest): Promise<string | null> {
  const absolute = folders.map((folder) => join(folder))
  return (await findCommand(command, { cwd, folders: absolute, environment: env })).path
}
