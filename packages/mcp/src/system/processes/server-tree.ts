import { delay } from '@gatehouse/base'
import { execFile } from 'node:child_process'
import type { ControlGroup } from './control-group.ts'
import { listProcesses, type ProcessEntry } from './process-table.ts'
import { processesOfTree, type TreeRoot } from './process-tree.ts'

/** Milliseconds between two looks at a tree that is ending. */
const POLL_MS = 50
/** Milliseconds in which a killed process is gone, before it is killed again. */
const KILL_WAIT_MS = 200

/** A server's process tree, remembering what it saw so that reparented processes stay known. */
export interface ServerTree {
  /** The living members now. */
  members(): Promise<ProcessEntry[]>
  /** Resolves to true while the kernel has any process in the control group, however short each process lives. */
  isOccupied(): Promise<boolean>
  /** Resolves with what still lives when nothing does, or after `ms` milliseconds. */
  waitUntilGone(ms: number): Promise<ProcessEntry[]>
  /** Sends the signal to the group and to every member. */
  signal(name: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** `controlGroup` finds what cleared its environment and left every group of processes. */
export function createServerTree(root: TreeRoot, controlGroup?: ControlGroup): ServerTree {
  const seen = new Map<number, string>()

  async function livingMembers(): Promise<ProcessEntry[]> {
    const inside = new Set(await controlGroup?.members())
    const members = processesOfTree(root, await listProcesses(root.startedAt), { seen, inside })
    for (const member of members) seen.set(member.pid, member.startedAt)
    return members
  }

  return {
    members: livingMembers,
    isOccupied: async () => ((await controlGroup?.members()) ?? []).length > 0,
    async waitUntilGone(ms) {
      if (process.platform === 'win32') return []
      const deadline = performance.now() + ms
      for (;;) {
        const members = await livingMembers()
        if (members.length === 0 || performance.now() >= deadline) return members
        await delay(POLL_MS)
      }
    },
    async signal(name) {
      if (process.platform === 'win32') return endOnWindows(root.pid)
      if (name === 'SIGKILL') controlGroup?.kill()
      const members = await livingMembers()
      // The group first and at once: a member that forks meanwhile cannot slip away.
      if (members.some((member) => member.group === root.pid)) send(-root.pid, name)
      for (const member of members) if (member.group !== root.pid) send(member.pid, name)
    },
  }
}

/** Rounds of SIGKILL, each with a look before it; a tree that forks faster than that is reported. */
const KILL_ROUNDS = 20

/**
 * Ends a whole tree: SIGTERM, `graceMs`, then SIGKILL until two looks in a row find nothing, as what is
 * forked between a look and a signal is in neither. Gives what is still there (stuck in the kernel, or
 * quicker than every look). Never rejects.
 */
export async function endTree(tree: ServerTree, graceMs: number): Promise<ProcessEntry[]> {
  if (process.platform === 'win32') {
    await tree.signal('SIGKILL')
    return []
  }
  let survivors = await tree.members()
  if (survivors.length === 0 && !(await tree.isOccupied())) return []
  await tree.signal('SIGTERM')
  survivors = await tree.waitUntilGone(graceMs)
  for (let round = 0, calm = 0; round < KILL_ROUNDS && calm < 2; round += 1) {
    const isGone = survivors.length === 0 && !(await tree.isOccupied())
    if (!isGone) await tree.signal('SIGKILL')
    survivors = await tree.waitUntilGone(isGone ? 0 : KILL_WAIT_MS)
    calm = isGone ? calm + 1 : 0
  }
  return survivors
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
