import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sameProgram, type WantedPackage } from '@gatehouse/domain/launch'
import { readBeginning } from '../../system/launch-pins/open-file.ts'
import { installFailed } from '../common/install-problem.ts'
import { packagesFolder, type PythonPlaces } from './python-environment.ts'

/** The launch of an installed Python program. */
export interface PythonProgram {
  /** Its name in the package. */
  name: string
  command: string
  args: string[]
}

const FIRST_LINE_BYTES = 512
/** A program in the list of a package's files. */
const LISTED = /^(?:\.\.\/){2,3}(?:bin|Scripts)\/([\w.-]+)(?:,|$)/

/**
 * Finds the program that `uvx` would start: the one that was asked for, the one with the package's name, or the only
 * one. Rejects with `install/failed`.
 */
export async function pythonProgramOf(
  places: PythonPlaces,
  { name, program }: Pick<WantedPackage, 'name' | 'program'>,
): Promise<PythonProgram> {
  const files = await listedPrograms(places, name)
  const file = chooseProgram(files, { name, program })
  const path = join(places.programs, file)
  const start = { name: withoutExtension(file) }
  // The launcher of Windows holds the path of its interpreter.
  if (process.platform === 'win32') return { ...start, command: path, args: [] }
  const beginning = await readBeginning(path, FIRST_LINE_BYTES).catch(() => null)
  if (beginning === null) throw installFailed('no-program', file)
  return isPython(beginning.toString(), places)
    ? { ...start, command: places.python, args: ['-B', path] }
    : { ...start, command: path, args: [] }
}

/** True for a script of the environment's interpreter; a path that is too long for a first line stands in the second. */
function isPython(beginning: string, { python }: PythonPlaces): boolean {
  const [first = '', second = ''] = beginning.split('\n')
  const folder = python.slice(0, -basename(python).length)
  return first.startsWith(`#!${folder}`) || (first === '#!/bin/sh' && second.startsWith("'''exec'"))
}

async function listedPrograms(places: PythonPlaces, name: string): Promise<string[]> {
  const site = await packagesFolder(places)
  const entry = (await readdir(site)).find(
    (one) => one.endsWith('.dist-info') && sameProgram(one.split('-')[0] ?? '', name),
  )
  if (entry === undefined) throw installFailed('no-program', name)
  const record = await readFile(join(site, entry, 'RECORD'), 'utf8').catch(() => '')
  const listed = record.split('\n').flatMap((line) => LISTED.exec(line)?.[1] ?? [])
  return process.platform === 'win32' ? listed.filter((file) => file.endsWith('.exe')) : listed
}

function chooseProgram(
  files: readonly string[],
  { name, program }: Pick<WantedPackage, 'name' | 'program'>,
): string {
  const [first, ...others] = files
  const wanted = program ?? name
  const named =
    files.find((file) => withoutExtension(file) === wanted) ??
    files.find((file) => program === null && sameProgram(withoutExtension(file), wanted))
  if (named !== undefined) return named
  if (first === undefined || program !== null) throw installFailed('no-program', wanted)
  if (others.length > 0)
    throw installFailed('several-programs', files.map(withoutExtension).join(', '))
  return first
}

const withoutExtension = (file: string): string => file.replace(/\.exe$/, '')
