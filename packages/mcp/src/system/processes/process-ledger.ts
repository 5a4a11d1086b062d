import { SerialQueue } from '@gatehouse/base'
import { valueOfJson } from '@gatehouse/domain'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

const ledgerEntrySchema = z.object({
  /** The tag in the server's environment. */
  tag: z.string().min(8),
  serverId: z.string(),
  /** The executable alone: arguments may hold secrets. */
  command: z.string(),
  ownerPid: z.number().int().positive(),
  ownerStartedAt: z.string(),
  bootId: z.string(),
  /** Absent when the app died between noting and spawning. */
  pid: z.number().int().positive().optional(),
  startedAt: z.string().optional(),
  /** Folder of its control group, where there is one. */
  controlGroup: z.string().optional(),
})
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

/** The record on disk of running server processes, so that a later run can end survivors of a crash. */
export interface ProcessLedger {
  /** Adds an entry, or replaces the one of the same tag; on disk when this resolves. */
  put(entry: LedgerEntry): Promise<void>
  remove(tags: readonly string[]): Promise<void>
  entries(): Promise<LedgerEntry[]>
}

/** A ledger in the JSON file `file`. An unreadable file counts as empty; a full disk is not fatal. */
export function createProcessLedger(file: string): ProcessLedger {
  let known: Promise<Map<string, LedgerEntry>> | undefined
  const writes = new SerialQueue()
  /** The write that waits for the one before it; it carries every change that comes meanwhile. */
  let next: Promise<void> | undefined

  function load(): Promise<Map<string, LedgerEntry>> {
    known ??= readEntries(file).then((list) => new Map(list.map((entry) => [entry.tag, entry])))
    return known
  }

  async function change(edit: (entries: Map<string, LedgerEntry>) => void): Promise<void> {
    const entries = await load()
    edit(entries)
    next ??= writes.run(() => {
      next = undefined
      // A server must start even when the note of it cannot be written.
      return writeEntries(file, [...entries.values()]).catch(() => undefined)
    })
    await next
  }

  return {
    put: (entry) => change((entries) => entries.set(entry.tag, entry)),
    remove: (tags) =>
      change((entries) => {
        for (const tag of tags) entries.delete(tag)
      }),
    async entries() {
      await writes.settled()
      return [...(await load()).values()]
    },
  }
}

async function readEntries(file: string): Promise<LedgerEntry[]> {
  const value = valueOfJson(await readFile(file, 'utf8').catch(() => '[]'))
  if (!Array.isArray(value)) return []
  return value.flatMap((candidate) => {
    const parsed = ledgerEntrySchema.safeParse(candidate)
    return parsed.success ? [parsed.data] : []
  })
}

async function writeEntries(file: string, entries: LedgerEntry[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // A new file, so that it is ours alone and no link at this path is followed.
  await rm(`${file}.new`, { force: true })
  const text = `${JSON.stringify(entries, null, 1)}\n`
  await writeFile(`${file}.new`, text, { mode: 0o600, flag: 'wx' })
  await rename(`${file}.new`, file)
}
