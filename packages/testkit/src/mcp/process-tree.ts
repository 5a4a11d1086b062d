import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

type ProcessStatus = { state: string; parent: number }

/**
 * `pid` followed by all its living descendants, parents before children. Empty if `pid` is gone.
 * Linux only: reads /proc.
 */
export function processTree(pid: number): number[] {
  if (!isAlive(pid)) {
    return []
  }
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    const candidate = Number(entry)
    const status = Number.isInteger(candidate) ? readStatus(candidate) : undefined
    if (status !== undefined && !isDead(status)) {
      children.set(status.parent, [...(children.get(status.parent) ?? []), candidate])
    }
  }
  const tree = [pid]
  for (let index = 0; index < tree.length; index += 1) {
    tree.push(...(children.get(tree[index] ?? pid) ?? []))
  }
  return tree
}

/** Ids of the running processes whose command line contains a text. Linux only: reads /proc. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isAlive(pid) && commandLine(pid).includes(text))
}

/** Returns true for a process that runs; a zombie does not. Linux only: reads /proc. */
export function isAlive(pid: number): boolean {
  const status = readStatus(pid)
  return status !== undefined && !isDead(status)
}

/**
 * Resolves when none of the processes runs any more.
 *
 * @param pids process ids
 * @param milliseconds how long to wait
 * @throws Error naming each survivor with its command line
 */
export async function waitUntilGone(pids: readonly number[], milliseconds: number): Promise<void> {
  const deadline = Date.now() + milliseconds
  for (;;) {
    const survivors = pids.filter(isAlive)
    if (survivors.length === 0) {
      return
    }
    if (Date.now() >= deadline) {
      const names = survivors.map((pid) => `${pid} (${commandLine(pid)})`).join(', ')
      throw new Error(`Still running after ${milliseconds} ms: ${names}`)
    }
    await delay(20)
  }
}

/**
 * The process id in a file written with `--pid-file`, waiting for the file to appear.
 *
 * @param path the file
 * @param milliseconds how long to wait for it; default 5000
 * @throws Error if the file does not appear or holds no process id
 */
export async function readPidFile(path: string, milliseconds = 5000): Promise<number> {
  const deadline = Date.now() + milliseconds
  for (;;) {
    const text = readText(path)
    if (text !== undefined) {
      const pid = Number(text.trim())
      if (!Number.isInteger(pid) || pid <= 0) {
        throw new Error(`${path} holds ${JSON.stringify(text)}, not a process id`)
      }
      return pid
    }
    if (Date.now() >= deadline) {
      throw new Error(`${path} did not appear within ${milliseconds} ms`)
    }
    await delay(20)
  }
}

function readStatus(pid: number): ProcessStatus | undefined {
  const text = readText(`/proc/${pid}/stat`)
  if (text === undefined) {
    return undefined
  }
  // The second field is the name in brackets and may itself hold brackets and blanks.
  const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state: state ?? '', parent: Number(parent) }
}

function isDead(status: ProcessStatus): boolean {
  return status.state === 'Z' || status.state === 'X'
}

function commandLine(pid: number): string {
  return readText(`/proc/${pid}/cmdline`)?.split('\0').join(' ').trim() ?? 'gone by now'
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process or file may vanish, or not be there yet, between any two steps.
    return undefined
  }
}
