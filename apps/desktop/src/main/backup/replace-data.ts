import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { valueOfJson } from '@gatehouse/domain'
import { z } from 'zod'

/** Everything that a restore replaces, in the data folder. */
const NAMES = ['gatehouse.db', 'gatehouse.db-wal', 'gatehouse.db-shm', 'blobs', 'authorities']
const STATE = 'restore.json'
/** Folders of data that are not in use begin with it. */
const ASIDE = 'data-'

const folderSchema = z.string().regex(/^data-[\w-]+$/)

/** `step`: of a replacement, each can be repeated; `done`: the present data are in use, `out` has the former ones. */
const stateSchema = z.object({
  step: z.enum(['out', 'in', 'done']),
  /** The folder from which data come in, and the one to which the present ones go. */
  in: folderSchema,
  out: folderSchema,
  at: z.number().int().nonnegative(),
})
type State = z.infer<typeof stateSchema>

/** Replaces data at a start, before anything of them is opened. A kill at any moment is continued by the next start. */
export function replaceData(dataFolder: string): void {
  const state = readState(dataFolder)
  if (state === 'unreadable') return
  if (state?.step === 'out' && !existsSync(join(dataFolder, state.in, 'gatehouse.db'))) {
    // The data to come in are gone: the present ones stay.
    rmSync(join(dataFolder, STATE))
    return
  }
  if (state && state.step !== 'done') finish(dataFolder, state)
  removeLeftovers(dataFolder)
}

/** The next start puts the data of folder `name` in the place of the present ones. */
export function planReplacement(
  dataFolder: string,
  { from, to, now }: { from: string; to: string; now: number },
): void {
  save(dataFolder, { step: 'out', in: from, out: to, at: now })
}

/** The folder with the data that were replaced last. */
export function keptData(dataFolder: string): { folder: string; at: number } | null {
  const state = readState(dataFolder)
  if (state === null || state === 'unreadable') return null
  return state.step === 'done' && existsSync(join(dataFolder, state.out, 'gatehouse.db'))
    ? { folder: state.out, at: state.at }
    : null
}

/** A name for a folder of data that are not in use. */
export const asideFolder = (id: string): string => `${ASIDE}${id}`

function finish(dataFolder: string, state: State): void {
  if (state.step === 'out') {
    mkdirSync(join(dataFolder, state.out), { recursive: true, mode: 0o700 })
    move(dataFolder, join(dataFolder, state.out))
    save(dataFolder, { ...state, step: 'in' })
  }
  move(join(dataFolder, state.in), dataFolder)
  save(dataFolder, { ...state, step: 'done' })
}

function move(from: string, to: string): void {
  for (const name of NAMES)
    if (existsSync(join(from, name))) renameSync(join(from, name), join(to, name))
}

/** Removes the leftovers of a kill: unpacked data that no one consented to, and a copy of the database. */
function removeLeftovers(dataFolder: string): void {
  const kept = keptData(dataFolder)?.folder
  for (const name of readdirSync(dataFolder))
    if ((name.startsWith(ASIDE) && name !== kept) || name === 'backup-work')
      rmSync(join(dataFolder, name), { recursive: true, force: true })
}

/** On the disk before anything is moved: no power cut may leave data without the file that says where they are. */
function save(dataFolder: string, state: State): void {
  const file = join(dataFolder, STATE)
  const part = `${file}.new`
  rmSync(part, { force: true })
  writeFileSync(part, JSON.stringify(state), { mode: 0o600, flag: 'wx', flush: true })
  renameSync(part, file)
}

/** `null`: there is no file. An unreadable one may be all that names the person's data: nothing is removed then. */
function readState(dataFolder: string): State | 'unreadable' | null {
  const file = join(dataFolder, STATE)
  if (!existsSync(file)) return null
  try {
    return stateSchema.parse(valueOfJson(readFileSync(file, 'utf8')))
  } catch {
    return 'unreadable'
  }
}
