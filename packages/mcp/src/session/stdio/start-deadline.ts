import type { ConnectionListener } from '@gatehouse/host/ports'
import type { ProcessUsage } from '../../system/processes/process-usage.ts'
import type { Deadline } from '../../system/timing/deadline.ts'
import type { OutputLog } from '../../traffic-log/output-log.ts'

/** Multiple of its limit that a start may take while it prints and downloads nothing. */
const MAX_EXTENSIONS = 10
/** Milliseconds that a download may take where the system does not show what processes do. */
const UNSEEN_LIMIT_MS = 600_000
/** Milliseconds between two looks at the processes of a download. */
const LOOK_MS = 1000
/** Processes work that use this share of one processor, or transfer this many bytes, since the last look that saw work. */
const WORKING_SHARE = 0.02
const WORKING_BYTES = 65_536

/** The deadline of a start: output puts it off, and so does work where something is downloaded. */
export interface StartDeadline extends Deadline {
  /** Looks at the processes of the start from now on, in place of those before. */
  watch(usage: () => Promise<ProcessUsage | undefined>): void
  /** Milliseconds since the start began. */
  waitedMs(): number
}

export interface StartDeadlineOptions {
  limitMs: number
  /** The program that may download; `undefined` for a launch without one. */
  fetches: string | undefined
  log: Pick<OutputLog, 'lastOutputAt' | 'printedLines'>
  listener: Pick<ConnectionListener, 'onDownload'>
}

export function createStartDeadline(
  { limitMs, fetches, log, listener }: StartDeadlineOptions,
  parent: AbortSignal,
): StartDeadline {
  const controller = new AbortController()
  const startedAt = performance.now()
  let expired = false
  let workedAt = startedAt
  let isUnseen = false
  let looking: ReturnType<typeof setInterval> | undefined

  const maxMs = fetches === undefined ? limitMs * MAX_EXTENSIONS : Number.POSITIVE_INFINITY
  /** Milliseconds until the start has been idle for its limit. */
  function remainingMs(): number {
    const now = performance.now()
    const outputAt = log.lastOutputAt() ?? startedAt
    const idleAt = Math.max(startedAt, workedAt, outputAt) + limitMs
    const unseenAt = isUnseen ? startedAt + Math.max(limitMs, UNSEEN_LIMIT_MS) : 0
    return Math.min(Math.max(idleAt, unseenAt), startedAt + maxMs) - now
  }
  function check(): void {
    const ms = remainingMs()
    if (ms > 0) {
      timer = setTimeout(check, Math.ceil(ms))
      return
    }
    expired = true
    controller.abort(new Error(`No response within ${limitMs} ms.`))
  }
  let timer = setTimeout(check, limitMs)
  const onAbort = () => controller.abort(parent.reason)
  parent.addEventListener('abort', onAbort, { once: true })
  if (parent.aborted) onAbort()

  function watch(usage: () => Promise<ProcessUsage | undefined>): void {
    if (fetches === undefined) return
    clearInterval(looking)
    let seen = { cpuMs: 0, ioBytes: 0, at: performance.now() }
    let isLooking = false
    let wasBusy = false
    async function look(program: string): Promise<void> {
      if (isLooking) return
      isLooking = true
      const now = await usage().finally(() => (isLooking = false))
      const at = performance.now()
      isUnseen = now === undefined
      const isBusy = now?.isBusy === true
      // Twice in a row: a process that only waits may be met in a short moment of work.
      const isWaitingForProcessor = isBusy && wasBusy
      wasBusy = isBusy
      if (now !== undefined && (isWaitingForProcessor || hasWorked(seen, { ...now, at }))) {
        seen = { ...now, at }
        workedAt = at
      }
      listener.onDownload?.({
        program,
        lines: log.printedLines(),
        ...(now?.writtenBytes === undefined ? {} : { writtenBytes: now.writtenBytes }),
        isWorking: isUnseen || at - workedAt < limitMs / 2,
      })
    }
    const run = () => void look(fetches).catch(() => undefined)
    looking = setInterval(run, Math.min(LOOK_MS, limitMs / 4))
    run()
  }

  return {
    signal: controller.signal,
    expired: () => expired,
    watch,
    waitedMs: () => Math.round(performance.now() - startedAt),
    dispose() {
      clearTimeout(timer)
      clearInterval(looking)
      parent.removeEventListener('abort', onAbort)
    },
  }
}

type Look = Pick<ProcessUsage, 'cpuMs' | 'ioBytes'> & { at: number }

function hasWorked(before: Look, now: Look): boolean {
  // Less than before: a process ended, and another one may have taken over.
  if (now.cpuMs < before.cpuMs || now.ioBytes < before.ioBytes) return true
  const cpuMs = now.cpuMs - before.cpuMs
  return (
    cpuMs > Math.max(1, (now.at - before.at) * WORKING_SHARE) ||
    now.ioBytes - before.ioBytes >= WORKING_BYTES
  )
}
