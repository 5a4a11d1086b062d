import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** Usage of processes since their start, ended children included. */
export interface ProcessUsage {
  cpuMs: number
  /** Bytes that were read and written, whatever they were read from. */
  ioBytes: number
  /** A process runs, or waits for a processor or disk; absent where the system does not show it. */
  isBusy?: boolean
  /** Bytes that went to a disk; absent where the system does not show them. */
  writtenBytes?: number
}

/** Milliseconds of one tick in `/proc/PID/stat`: USER_HZ is 100 on every architecture that Node runs on. */
const TICK_MS = 10

/** The sum for these processes; `undefined` where the system does not show it. */
export async function readUsage(pids: readonly number[]): Promise<ProcessUsage | undefined> {
  if (process.platform === 'linux') return readFromProc(pids)
  return process.platform === 'darwin' ? readFromPs(pids) : undefined
}

/** See proc(5): `stat` fields 14 to 17, `io`. Both add what ended children used. */
async function readFromProc(pids: readonly number[]): Promise<ProcessUsage> {
  const sum = { cpuMs: 0, ioBytes: 0, writtenBytes: 0, isBusy: false }
  for (const pid of pids) {
    // A process may vanish between any two steps.
    const [stat, io] = await Promise.all([
      readText(`/proc/${pid}/stat`),
      readText(`/proc/${pid}/io`),
    ])
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'R' || fields[0] === 'D') sum.isBusy = true
    const ticks = fields.slice(11, 15).map(Number)
    if (ticks.length === 4 && ticks.every(Number.isFinite))
      for (const tick of ticks) sum.cpuMs += tick * TICK_MS
    const counter = (name: string): number =>
      Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1] ?? 0)
    sum.ioBytes += counter('rchar') + counter('wchar')
    sum.writtenBytes += counter('write_bytes')
  }
  return sum
}

function readFromPs(pids: readonly number[]): Promise<ProcessUsage | undefined> {
  return new Promise((resolve) => {
    execFile(
      '/bin/ps',
      ['-o', 'time=', '-p', pids.join(',')],
      { env: { LC_ALL: 'C' } },
      (_error, stdout) => {
        let cpuMs = 0
        for (const line of stdout.split('\n')) cpuMs += cpuTimeMs(line)
        resolve({ cpuMs, ioBytes: 0 })
      },
    )
  })
}

/** Milliseconds of `ps -o time`: `0:00.05`, `12:03:04` or `1-02:03:04`; 0 for any other text. */
export function cpuTimeMs(text: string): number {
  const match = /^\s*(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)\s*$/.exec(text)
  if (!match) return 0
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0))
  const total = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)
  return Math.round(total * 1000)
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
