import { execFile } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { PROCESS_TAG_VARIABLE } from '../environment/child-environment.ts'

/** A living process. `startedAt` with `pid` names it for good: ids are used again, start times not. */
export interface ProcessEntry {
  pid: number
  parent: number
  group: number
  session: number
  startedAt: string
  /** Value of the server tag in its environment, where the system lets us read that. */
  tag: string | undefined
}

/**
 * All living processes (no zombies). Empty on Windows and when they cannot be listed. Linux looks for a
 * tag only in those that began no earlier than `since`, a start time: no child is older than its parent.
 */
export async function listProcesses(since = ''): Promise<ProcessEntry[]> {
  if (process.platform === 'linux') return listFromProc(Number(since))
  return process.platform === 'win32' ? [] : listFromPs()
}

/** One process, or `undefined` when it is gone or a zombie. */
export async function findProcess(pid: number): Promise<ProcessEntry | undefined> {
  if (process.platform === 'linux') return readProcEntry(pid)
  return (await listProcesses()).find((entry) => entry.pid === pid)
}

/** Changes at each boot of the machine; empty where unknown. */
export async function readBootId(): Promise<string> {
  return (await readText('/proc/sys/kernel/random/boot_id')).trim()
}

async function listFromProc(since: number): Promise<ProcessEntry[]> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.map(Number).filter((pid) => Number.isInteger(pid))
  const entries = await Promise.all(pids.map((pid) => readProcEntry(pid, since)))
  return entries.filter((entry): entry is ProcessEntry => entry !== undefined)
}

async function readProcEntry(pid: number, since = 0): Promise<ProcessEntry | undefined> {
  const stat = await readText(`/proc/${pid}/stat`)
  // The name in brackets may itself hold brackets and blanks: count from the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group, session] = fields
  const startedAt = fields[19]
  if (!state || startedAt === undefined || state === 'Z' || state === 'X') return undefined
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startedAt,
    tag: Number(startedAt) < since ? undefined : findTag(await readText(`/proc/${pid}/environ`)),
  }
}

function findTag(environment: string): string | undefined {
  const prefix = `${PROCESS_TAG_VARIABLE}=`
  const variable = environment.split('\0').find((candidate) => candidate.startsWith(prefix))
  return variable?.slice(prefix.length)
}

const TAG_IN_COMMAND = new RegExp(`(?:^| )${PROCESS_TAG_VARIABLE}=([0-9a-f-]+)(?: |$)`)

function listFromPs(): Promise<ProcessEntry[]> {
  return new Promise((resolve) => {
    execFile(
      '/bin/ps',
      // `E` and `ww`: the whole environment behind the command, where the system shows it.
      ['-axwwE', '-o', 'pid=,ppid=,pgid=,stat=,lstart=,command='],
      { maxBuffer: 67_108_864, env: { LC_ALL: 'C' } },
      (_error, stdout) => resolve(stdout.split('\n').flatMap(parsePsLine)),
    )
  })
}

/**
 * A line of `ps -E -o pid=,ppid=,pgid=,stat=,lstart=,command=`; none for zombies. A time is five words:
 * `Sat Nov 21 08:14:02 2026`.
 */
export function parsePsLine(line: string): ProcessEntry[] {
  const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+((?:\S+\s+){4}\d{4})(?:\s(.*))?$/s.exec(line)
  if (!match) return []
  const [, pid, parent, group, state = '', startedAt = '', command = ''] = match
  if (state.startsWith('Z')) return []
  return [
    {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: 0,
      startedAt,
      tag: TAG_IN_COMMAND.exec(command)?.[1],
    },
  ]
}

function readText(path: string): Promise<string> {
  // A process may vanish between any two steps.
  return readFile(path, 'utf8').catch(() => '')
}
