import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Times of a thread so far, in milliseconds. */
export interface ThreadTimes {
  ran: number
  waited: number
}

/** Times of the main thread of a process; undefined when it is gone. */
export function threadTimes(pid: number): ThreadTimes | undefined {
  try {
    const [ran = '0', waited = '0'] = readFileSync(
      `/proc/${pid}/task/${pid}/schedstat`,
      'latin1',
    ).split(' ')
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 }
  } catch {
    return undefined
  }
}

/** Main and all it started that runs the same program: renderers, GPU, utilities; no servers. */
export function ownProcesses(main: number): number[] {
  const program = programOf(main)
  if (program === undefined) return []
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(Number(name))
    if (parent !== undefined) parents.set(Number(name), parent)
  }
  const isBelow = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at)) {
      if (at === main) return true
    }
    return false
  }
  return [...parents.keys()].filter((pid) => isBelow(pid) && programOf(pid) === program)
}

/** Memory of one process, shared pages counted by their share, in MB. */
export interface ProcessMemory {
  /** `main`, or the kind that Chromium gave it: `renderer`, `gpu-process`, `utility`… */
  kind: string
  megabytes: number
}

/** A moment's memory: the sum, and the processes, the largest first. */
export interface MemoryLook {
  at: number
  megabytes: number
  processes: readonly ProcessMemory[]
}

/** Memory that is theirs, shared pages counted by their share, in MB. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + proportionalSize(pid), 0) / 1024
}

/** The memory of each now, the largest first. */
export function lookAtMemory(pids: readonly number[]): MemoryLook {
  const processes = pids
    .map((pid) => ({ kind: kindOf(pid), megabytes: memoryOf([pid]) }))
    .toSorted((a, b) => b.megabytes - a.megabytes)
  const megabytes = processes.reduce((sum, process) => sum + process.megabytes, 0)
  return { at: Date.now(), megabytes, processes }
}

function proportionalSize(pid: number): number {
  try {
    return Number(
      /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0,
    )
  } catch {
    return 0
  }
}

function kindOf(pid: number): string {
  try {
    // Chromium joins the words of a child's command line by spaces.
    const type = /--type=([\w-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    return type?.[1] ?? 'main'
  } catch {
    return 'ended'
  }
}

function programOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return undefined
  }
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
