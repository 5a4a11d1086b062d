import { findControlGroup } from './control-group.ts'
import { createServerTree, endTree } from './server-tree.ts'
import type { LedgerEntry, ProcessLedger } from './process-ledger.ts'
import { findProcess, readBootId } from './process-table.ts'

/**
 * Ends the servers that an earlier run of the app left behind, with their trees, and forgets them.
 * Servers of another run that still lives are left alone.
 *
 * @returns how many servers had a living process
 */
export async function reapLeftovers(ledger: ProcessLedger, graceMs: number): Promise<number> {
  const bootId = await readBootId()
  const entries = await ledger.entries()
  const owned = await Promise.all(entries.map(isOwned))
  const leftovers = entries.filter((_, index) => !owned[index])
  const found = await Promise.all(
    leftovers
      .filter((entry) => entry.bootId === bootId)
      .map((entry) => endLeftover(entry, graceMs)),
  )
  if (leftovers.length > 0) await ledger.remove(leftovers.map((entry) => entry.tag))
  return found.filter(Boolean).length
}

async function isOwned(entry: LedgerEntry): Promise<boolean> {
  const owner = await findProcess(entry.ownerPid)
  return owner?.startedAt === entry.ownerStartedAt
}

async function endLeftover(entry: LedgerEntry, graceMs: number): Promise<boolean> {
  const { pid, startedAt, tag } = entry
  const root = pid === undefined ? undefined : await findProcess(pid)
  // With the first process gone, its id may mean another by now: then only the tag counts.
  const isRoot = root !== undefined && root.startedAt === startedAt
  const controlGroup = await findControlGroup(entry.controlGroup, tag)
  const tree = createServerTree(
    isRoot ? { pid: root.pid, startedAt: root.startedAt, tag } : { pid: -1, startedAt: '', tag },
    controlGroup,
  )
  const wasAlive = (await tree.members()).length > 0 || (await tree.isOccupied())
  if (wasAlive) await endTree(tree, graceMs)
  controlGroup?.remove()
  return wasAlive
}
