import type { ProcessExit } from '../../system/processes/server-process.ts'

/** Words by which a program may speak of what it was sent: it read a message, and the older handshake may help. */
const ABOUT_MESSAGES =
  /discover|initiali[sz]|json.?rpc|protocol|method|message|request|handshake|session|parse|unsupported|unknown|unexpected|invalid/i
/** Launches that are remembered. */
const MAX_KNOWN = 200

/** Decides which programs that exited before any response are worth a second start. */
export interface FailedExits {
  /** False for a program that printed an error of its own, or exited alike at an earlier launch. */
  mayHelp(launch: string, exit: PrintedExit): boolean
  /** Remembers how a launch failed in the end. */
  remember(launch: string, exit: PrintedExit): void
}

export interface PrintedExit {
  exit: ProcessExit
  /** The last lines that it printed. */
  lines: readonly string[]
}

export function createFailedExits(): FailedExits {
  const known = new Map<string, string>()
  return {
    mayHelp(launch, failed) {
      if (known.get(launch) === signatureOf(failed)) return false
      const { exit, lines } = failed
      const isError = exit.code !== 0 && lines.length > 0
      return !isError || lines.some((line) => ABOUT_MESSAGES.test(line))
    },
    remember(launch, failed) {
      known.delete(launch)
      known.set(launch, signatureOf(failed))
      const [oldest] = known.keys()
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    },
  }
}

/** Numbers differ from run to run: times, process ids, ports. */
function signatureOf({ exit, lines }: PrintedExit): string {
  return JSON.stringify([exit.code, exit.signal, lines.map((line) => line.replace(/\d+/g, '0'))])
}
