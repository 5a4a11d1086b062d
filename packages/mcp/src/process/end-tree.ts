import { execFile } from 'node:child_process'
import { wait } from '../wait.ts'
import { listProcesses, type ProcessEntry } from './process-table.ts'
import { membersOf, type TreeRoot } from './process-tree.ts'

/** Milliseconds between two looks at a tree that is ending. */
const POLL_MS = 50

/** A server's process tree, remembering what it saw so that reparented processes stay known. */
export interface ServerTree {
  /** The living members now. */
  look(): Promise<ProcessEntry[]>
  /** Resolves with what still lives when nothing does, or after `ms` milliseconds. */
  waitUntilGone(ms: number): Promise<ProcessEntry[]>
  /** Sends the signal to the group and to every member. */
  signal(name: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export function createServerTree(root: TreeRoot): ServerTree {
  const seen = new Map<number, string>()

  async function look(): Promise<ProcessEntry[]> {
    const members = membersOf(root, await listProcesses(), seen)
    for (const member of members) seen.set(member.pid, member.startedAt)
    return members
  }

  return {
    look,
    async waitUntilGone(ms) {
      if (process.platform === 'win32') return []
      const deadline = performance.now() + ms
      for (;;) {
        const members = await look()
        if (members.length === 0 || performance.now() >= deadline) return members
        await wait(POLL_MS)
      }
    },
    async signal(name) {
      if (process.platform === 'win32') return endOnWindows(root.pid)
      const members = await look()
      // The group first and at once: a member that forks meanwhile cannot slip away.
      if (members.some((member) => member.group === root.pid)) send(-root.pid, name)
      for (const member of members) if (member.group !== root.pid) send(member.pid, name)
    },
  }
}

/**
 * Ends a whole tree: SIGTERM, `graceMs`, SIGKILL. Resolves when it is gone, or when even that did
 * not help (a process stuck in the kernel). Never rejects.
 */
export async function endTree(tree: ServerTree, graceMs: number): Promise<void> {
  if (process.platform === 'win32') return tree.signal('SIGKILL')
  if ((await tree.look()).length === 0) return
  await tree.signal('SIGTERM')
  let survivors = await tree.waitUntilGone(graceMs)
  // Twice: what was forked between the look and the kill is caught by the second round.
  for (let round = 0; round < 3 && survivors.length > 0; round += 1) {
    await tree.signal('SIGKILL')
    survivors = await tree.waitUntilGone(1000)
  }
}

function send(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name)
  } catch {
    // Gone between the look and the signal.
  }
}

function endOnWindows(pid: number): Promise<void> {
  return new Promise((resolve) => {
    execFile('taskkill', ['/PID', String(pid), '/T', '/F'], { windowsHide: true }, () => resolve())
  })
}
