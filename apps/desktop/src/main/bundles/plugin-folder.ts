import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseJson } from '@gatehouse/domain'
import { LIMITS, type ArchiveFile, type BundleArchive } from './bundle-archive.ts'
import { bundleProblem } from './bundle-problem.ts'
import { isSafeName, TakenNames } from './entry-names.ts'

const MANIFESTS = ['plugin.json', '.claude-plugin/plugin.json']
const MAX_MANIFEST_BYTES = 1_000_000
/** Entries of a checkout that are no part of the plugin. */
const LEFT_OUT = new Set(['.git', '.DS_Store'])

/** The archive or folder of a plugin that a path leads to; null for any other path. */
export async function findPlugin(path: string): Promise<string | null> {
  if (/\.zip$/i.test(path)) return path
  const parent = dirname(path)
  const folder =
    basename(path) !== 'plugin.json'
      ? path
      : basename(parent) === '.claude-plugin'
        ? dirname(parent)
        : parent
  for (const manifest of MANIFESTS)
    if (await namesPlugin(join(folder, ...manifest.split('/')))) return folder
  return null
}

/** True for a small JSON file with a name: any folder may have a `plugin.json` of something else. */
async function namesPlugin(path: string): Promise<boolean> {
  const text = await readSmallFile(path).catch(() => null)
  const json = text === null ? null : parseJson(text)
  return (
    json?.ok === true &&
    typeof json.value === 'object' &&
    json.value !== null &&
    'name' in json.value &&
    typeof json.value.name === 'string'
  )
}

/** Text of a plain file; null for any other, and for a larger one. */
export async function readSmallFile(path: string): Promise<string | null> {
  const handle = await openPlain(path)
  try {
    const state = await handle.stat()
    if (!state.isFile() || state.size > MAX_MANIFEST_BYTES) return null
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

/** Files of a folder, by the rules of an archive: no links, no devices, safe and distinct names, within the limits. */
export async function openFolder(folder: string): Promise<BundleArchive> {
  const files: ArchiveFile[] = []
  const taken = new TakenNames()
  let total = 0
  const walk = async (below: readonly string[]): Promise<void> => {
    for (const name of (await readdir(join(folder, ...below))).toSorted()) {
      if (LEFT_OUT.has(name)) continue
      const path = [...below, name].join('/')
      const state = await lstat(join(folder, ...below, name))
      const isSafe = isSafeName(path) && below.length < LIMITS.depth
      if (!isSafe || !(state.isFile() || state.isDirectory()))
        throw bundleProblem('bundle-unsafe', path)
      if (!taken.take(state.isDirectory() ? `${path}/` : path))
        throw bundleProblem('bundle-unsafe', path)
      if (state.isDirectory()) {
        await walk([...below, name])
        continue
      }
      total += state.size
      files.push({ path, size: state.size, isProgram: (state.mode & 0o111) !== 0 })
      if (files.length > LIMITS.entries) throw bundleProblem('too-many')
      if (total > LIMITS.bytes) throw bundleProblem('too-large', String(LIMITS.bytes / 1_000_000))
    }
  }
  await walk([])
  return {
    files,
    async *read({ path }) {
      const handle = await openPlain(join(folder, ...path.split('/')))
      try {
        yield* handle.createReadStream({ autoClose: false })
      } finally {
        await handle.close()
      }
    },
  }
}

/** Rejects for a link that took the place of the file, and waits for no pipe. */
const openPlain = (path: string) =>
  open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
