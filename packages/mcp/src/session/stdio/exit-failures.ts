import type { ConnectionFailure } from '@gatehouse/domain'
import type { OutputLog } from '../../traffic-log/output-log.ts'
import type { ProcessExit } from '../../system/processes/server-process.ts'

/** The process ended without being asked to. */
export function exitFailure(
  serverName: string,
  exit: ProcessExit,
  situation: { starting: boolean; log: OutputLog },
): ConnectionFailure {
  const how =
    exit.signal === null ? `exit code ${exit.code ?? 'unknown'}` : `ended by ${exit.signal}`
  const when = situation.starting ? 'stopped before it responded' : 'stopped by itself'
  const stderr = situation.log.lastLines()
  // A program that prints its usage and leaves often does so on stdout.
  const lines = stderr.length > 0 ? stderr : situation.log.nonMessageLines()
  const advice =
    lines.length > 0
      ? 'See its last lines of output.'
      : situation.starting
        ? 'It printed nothing. Check its command and arguments.'
        : 'It printed nothing.'
  return {
    code: 'exited',
    message: `${serverName} ${when} (${how}). ${advice}`,
    ...(exit.code === null ? {} : { exitCode: exit.code }),
    ...(exit.signal === null ? {} : { signal: exit.signal }),
    lastLines: lines,
  }
}

/** The time for the handshake is over. */
export function handshakeTimeoutFailure(
  serverName: string,
  { waitedMs, fetches }: { waitedMs: number; fetches: string | undefined },
  log: OutputLog,
): ConnectionFailure {
  const others = log.nonMessageLines()
  const seconds = Math.round(waitedMs / 100) / 10
  if (others.length > 0)
    return {
      code: 'bad-output',
      waitedMs,
      detail: others.slice(0, 5).join('\n').slice(0, 2000),
      message:
        `${serverName} printed text where protocol messages belong, and did not respond within ${seconds} s. ` +
        'Check that the command starts an MCP server over stdio.',
      lastLines: [...log.lastLines(), ...others].slice(-20),
    }
  return {
    code: 'no-response',
    waitedMs,
    message:
      `${serverName} runs but did not respond within ${seconds} s.` +
      (log.unknownResponse() ||
        (fetches === undefined
          ? ' Check its command and arguments, or give it more time in its settings.'
          : ` Its processes did nothing more: \`${fetches}\` may have no network. Check the network, then start it again.`)),
    lastLines: log.lastLines(),
  }
}
