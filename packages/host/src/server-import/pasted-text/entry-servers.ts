import type { ImportIssueCode } from '@gatehouse/domain/launch'
import { valueTree } from '../config-tree.ts'
import { readServer, type ParsedServer } from '../read-server.ts'
import type { ImportContext } from '../template.ts'

/** A server as an entry of a configuration would say it. */
export interface PastedEntry {
  name: string
  entry: Record<string, unknown>
}

/** Outcome of reading a command line, link or address. */
export type EntryReading =
  | { entries: PastedEntry[] }
  /** A configuration of its own. */
  | { config: unknown }
  | { problem: { code: ImportIssueCode; detail: string } }

/** Reads entries with the reader of configurations, so that one set of rules decides. */
export function entryServers(
  entries: readonly PastedEntry[],
  place: ImportContext,
): ParsedServer[] {
  return entries.flatMap(({ name, entry }) => {
    const tree = valueTree(entry)
    if ('code' in tree || !tree.root) return []
    const found = { key: name, value: tree.root, at: name, repeated: false, place }
    return [readServer({ ...found, source: 'text' }, tree)]
  })
}
