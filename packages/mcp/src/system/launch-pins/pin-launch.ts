import { realpath, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { FoundProgram, LaunchedProgram, LaunchPin, PinnedFile } from '@gatehouse/domain/launch'
import { digestOf, readBeginning } from './open-file.ts'
import { pinTree, treeOf } from './pin-tree.ts'
import { asWritten, possibleCommands, referencedCode } from './referenced-code.ts'
import { findProgram, unwrapLaunch } from './unwrap-launch.ts'

export interface PinRequest {
  command: string
  /** Where the command was found. */
  path: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  cwd: string
  /** Folders in which the server's own processes look for commands. */
  folders: readonly string[]
  /** Folders whose subfolders are pinned whole as soon as a launch names something in one. */
  treeRoots?: readonly string[] | undefined
}

/** An interpreter may be a script itself. */
const MAX_INTERPRETERS = 4
/** More files than a launch has arguments; beyond it the launch counts as not pinned. */
const MAX_FILES = 320
const FIRST_LINE_BYTES = 512
/** First bytes of programs: a first line that names an interpreter, ELF, PE, Mach-O of both orders and for several processors. */
const MAGIC = [
  '2321',
  '7f454c46',
  '4d5a',
  'cffaedfe',
  'cefaedfe',
  'feedfacf',
  'feedface',
  'cafebabe',
].map((hex) => Buffer.from(hex, 'hex'))

export interface PinnedLaunch {
  pin: LaunchPin
  /** The program whose code is not among the files; null when all is. */
  unpinned: string | null
  /** The programs that the first one starts, one inside of the other; the last runs in the end. */
  programs: FoundProgram[]
}

/**
 * Reads the files that decide what a launch runs: the command, the interpreters that first lines name, the programs that
 * wrappers start, and the code that arguments and variables name. A file of `known` whose size and times are the same
 * is not hashed again.
 */
export async function pinLaunch(request: PinRequest, known?: LaunchPin): Promise<PinnedLaunch> {
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
  const addProgram = async (role: PinnedFile['role'], program: LaunchedProgram, path: string) => {
    await add(role, program.command, path)
    for (const one of await interpretersOf(path, program, request.folders))
      await add('interpreter', ...one)
  }
  const { path, folders, treeRoots: _treeRoots, ...first } = request
  const { programs, unknown } = await unwrapLaunch(
    { ...first, args: [...first.args], path },
    folders,
  )
  for (const [at, program] of programs.entries())
    await addProgram(at === 0 ? 'program' : 'code', program, program.path)
  const last = programs.at(-1) ?? { ...first, args: [...first.args], path, name: first.command }
  if (unknown !== null)
    for (const command of possibleCommands(last.args)) {
      const found = await findProgram({ ...last, command }, folders)
      if (found !== null) await addProgram('code', { ...last, command }, found)
    }
  const code = await referencedCode(last)
  if (code.entry === null)
    for (const file of await programsAmong(last.args, last.cwd)) code.files.push(file)
  for (const file of new Set(code.files)) await add('code', asWritten(file, request.cwd), file)
  for (const tree of treesOf(request)) {
    const file = await pinTree(tree, known).catch(() => null)
    if (file) pinned.set(JSON.stringify([file.role, file.named]), file)
    else isWhole = false
  }
  const paths = new Set([...pinned.values()].map((file) => file.path))
  const isEntryPinned = code.entry === null || code.entry.some((file) => paths.has(file))
  return {
    pin: { files: [...pinned.values()] },
    unpinned: isWhole && isEntryPinned ? unknown : (unknown ?? last.name),
    programs: programs.slice(1).map(({ name: _name, ...program }) => program),
  }
}

/** Subfolders of the roots that the command, an argument, a variable or the directory names. */
function treesOf({ treeRoots = [], path, args, env, cwd }: PinRequest): Set<string> {
  const trees = new Set<string>()
  for (const root of treeRoots)
    for (const text of [path, cwd, ...args, ...Object.values(env)])
      for (let at = text.indexOf(root); at >= 0; at = text.indexOf(root, at + 1)) {
        const tree = treeOf(root, text.slice(at))
        if (tree !== null) trees.add(tree)
      }
  return trees
}

/** Paths among the arguments of a program that lead to another program, which it may start. */
async function programsAmong(args: readonly string[], cwd: string): Promise<string[]> {
  const paths = args
    .map((argument) => /^-[\w-]*=(.*)$/s.exec(argument)?.[1] ?? argument)
    .filter((value) => /[\\/]/.test(value))
    .slice(0, MAX_FILES)
    .map((value) => resolve(cwd, value))
  const areProgram = await Promise.all(paths.map(isProgramFile))
  return paths.filter((_path, at) => areProgram[at])
}

/** True by how the file begins: on some disks every file may be run. */
async function isProgramFile(path: string): Promise<boolean> {
  const beginning = await readBeginning(path, 4).catch(() => Buffer.alloc(0))
  return MAGIC.some((magic) => beginning.subarray(0, magic.length).equals(magic))
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

/** The interpreter in the first line of a script, and the interpreter of that file in turn. */
async function interpretersOf(
  path: string,
  program: LaunchedProgram,
  folders: readonly string[],
): Promise<[string, string][]> {
  const chain: [string, string][] = []
  let script: string | null = path
  while (script !== null && chain.length < MAX_INTERPRETERS) {
    const words: string[] = (await firstLine(script)).split(/\s+/).filter((word) => word !== '')
    const [interpreter, ...rest] = words
    if (interpreter === undefined) break
    const interpreterPath = resolve(program.cwd, interpreter)
    chain.push([interpreter, interpreterPath])
    script = interpreterPath
    for (const word of rest) if (/^[\\/]/.test(word)) chain.push([word, word])
    if (basename(interpreter) !== 'env') continue
    script = null
    for (const named of rest.filter((word) => !word.startsWith('-') && !word.includes('='))) {
      script ??= await findProgram({ ...program, command: named }, folders)
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
