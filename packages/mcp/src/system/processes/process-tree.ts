import type { ProcessEntry } from './process-table.ts'

/** The first process of a server, with enough to find its whole tree again. */
export interface TreeRoot {
  pid: number
  startedAt: string
  tag: string
}

export interface KnownProcesses {
  /** Seen in the tree before, by process id, with their start times. */
  seen: ReadonlyMap<number, string>
  /** Processes in the control group of the server, as the kernel reports. */
  inside: ReadonlySet<number>
}

/**
 * The living processes that belong to a server: the root, its group and session, what carries its
 * tag, what is in its control group (`inside`), what was seen in its tree before, and all their
 * descendants. A process that only got the same
 * id later does not belong.
 */
export function processesOfTree(
  root: TreeRoot,
  processes: readonly ProcessEntry[],
  { seen, inside }: KnownProcesses,
): ProcessEntry[] {
  const leader = processes.find((entry) => entry.pid === root.pid)
  const isOther = leader !== undefined && leader.startedAt !== root.startedAt
  // Without a start time there is nothing to distinguish them by.
  const reused = isOther && root.startedAt !== ''
  const members = new Map<number, ProcessEntry>()
  for (const entry of processes) {
    const inGroup = !reused && (entry.group === root.pid || entry.session === root.pid)
    const isRoot = entry.pid === root.pid && !reused
    const isSeen = seen.get(entry.pid) === entry.startedAt
    const isMarked = entry.tag === root.tag || inside.has(entry.pid)
    if (isRoot || inGroup || isSeen || isMarked) members.set(entry.pid, entry)
  }
  addDescendants(members, processes)
  members.delete(process.pid)
  return [...members.values()]
}

function addDescendants(
  members: Map<number, ProcessEntry>,
  processes: readonly ProcessEntry[],
): void {
  for (let grown = true; grown;) {
    grown = false
    for (const entry of processes) {
      if (members.has(entry.pid) || !members.has(entry.parent)) continue
      members.set(entry.pid, entry)
      grown = true
    }
  }
}
