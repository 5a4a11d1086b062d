import { readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { valueOfJson } from '@gatehouse/domain'
import type { WantedPackage } from '@gatehouse/domain/launch'
import { z } from 'zod'
import { readBeginning } from '../../system/launch-pins/open-file.ts'
import { installFailed } from '../common/install-problem.ts'

/** The program of an installed package. */
export interface PackageProgram {
  version: string
  /** Its name in the package. */
  name: string
  /** Options of Node that its first line gives, and its file. */
  args: string[]
}

const FIRST_LINE_BYTES = 512
const manifestSchema = z.object({
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
})

/** The folder of a package below that of its installation. */
export const packageFolder = (folder: string, name: string): string =>
  join(folder, 'node_modules', ...name.split('/'))

/**
 * Finds the program that `npx` would start: the only one, the one with the package's name, or the one that was asked
 * for. Rejects with `install/failed`.
 */
export async function programOf(
  folder: string,
  { name, program }: Pick<WantedPackage, 'name' | 'program'>,
): Promise<PackageProgram> {
  const root = packageFolder(folder, name)
  const text = await readFile(join(root, 'package.json'), 'utf8').catch(() => '')
  const manifest = manifestSchema.safeParse(valueOfJson(text))
  if (!manifest.success) throw installFailed('no-program', name)
  const { version, bin = {} } = manifest.data
  const short = name.split('/').at(-1) ?? name
  const programs = new Map(Object.entries(typeof bin === 'string' ? { [short]: bin } : bin))
  const chosen = program ?? chooseProgram(programs, short)
  const file = resolve(root, programs.get(chosen) ?? '')
  if (!programs.has(chosen) || !isBelow(root, file)) throw installFailed('no-program', chosen)
  return { version, name: chosen, args: [...(await nodeOptions(file, chosen)), file] }
}

function chooseProgram(programs: ReadonlyMap<string, string>, short: string): string {
  const names = [...programs.keys()]
  const [first] = names
  if (first === undefined) throw installFailed('no-program', short)
  if (new Set(programs.values()).size === 1) return first
  if (programs.has(short)) return short
  throw installFailed('several-programs', names.join(', '))
}

function isBelow(root: string, file: string): boolean {
  const path = relative(root, file)
  return path !== '' && path.split(sep)[0] !== '..' && resolve(root, path) === file
}

/** Options in a first line such as `#!/usr/bin/env -S node --no-warnings`. */
async function nodeOptions(file: string, name: string): Promise<string[]> {
  const beginning = await readBeginning(file, FIRST_LINE_BYTES).catch(() => null)
  if (beginning === null) throw installFailed('no-program', name)
  const [line = ''] = beginning.toString().split(/\r?\n/, 1)
  if (!line.startsWith('#!')) {
    if (/\.[cm]?js$/.test(file)) return []
    throw installFailed('not-for-node', name)
  }
  const words = line.slice(2).trim().split(/\s+/)
  const at = words.findIndex((word) => /(?:^|\/)node(?:\.exe)?$/.test(word))
  const isPlain = words.slice(0, at).every((word) => /(?:^|\/)env$|^-S$/.test(word))
  if (at < 0 || !isPlain) throw installFailed('not-for-node', name)
  return words.slice(at + 1)
}
