import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import type { Client } from '@modelcontextprotocol/client'
import { isGatehouseError, type ResolvedTransport } from '@gatehouse/domain'
import { connectionCancelled, connectionFailed } from '../connection-failed.ts'
import { createDeadline, untilAborted } from '../deadline.ts'
import { splitPath, type SearchPath } from '../environment/search-path.ts'
import { findCommand } from '../environment/find-command.ts'
import { handshakeFailure, versionFailure } from '../handshake/handshake-failure.ts'
import { knownVersions, planProtocol, type ProtocolPlan } from '../handshake/protocol-plan.ts'
import type { ProcessLedger } from '../process/process-ledger.ts'
import { describeSession, type Session, type SessionContext } from '../session.ts'
import { negotiate } from './negotiate.ts'
import { exitFailure, silenceFailure } from './run-failures.ts'
import { startServerProcess } from './server-process.ts'
import { commandFailure, directoryFailure, spawnFailure } from './start-failures.ts'
import { openStdioWire, type StdioWire } from './stdio-wire.ts'

export type StdioTarget = Extract<ResolvedTransport, { kind: 'stdio' }>

export interface StdioSurroundings {
  environment: NodeJS.ProcessEnv
  searchPath: SearchPath
  ledger: ProcessLedger
  graceMs: number
}

interface Launch {
  path: string
  cwd: string
  folders: readonly string[]
}

/** The time limit passed, or the process ended, before the handshake was done. */
type Interruption = { kind: 'exited' } | { kind: 'expired' }

/** Finds the command, starts it and shakes hands. Rejects with `connection/failed` or `connection/cancelled`. */
export async function openStdioSession(
  context: SessionContext,
  target: StdioTarget,
  surroundings: StdioSurroundings & { signal: AbortSignal },
): Promise<Session> {
  const { options } = context
  const startedAt = performance.now()
  const deadline = createDeadline(options.startTimeoutMs, surroundings.signal)
  try {
    const plan = planProtocol(options.protocol)
    if (plan.mode === 'unknown')
      throw connectionFailed(
        versionFailure('Gatehouse', plan.version, knownVersions().join(', ')),
      )
    options.listener.onStep('resolve')
    const launch = await resolveLaunch(options.serverName, target, surroundings)
    options.listener.onStep('spawn')
    const attempt = { context, target, surroundings, launch, plan, signal: deadline.signal }
    let opened = await openOnce(attempt)
    if ('kind' in opened && opened.kind === 'exited' && plan.mode === 'auto' && opened.unanswered) {
      context.log.say(
        'info',
        'It stopped before it answered. It is started once more with the older handshake, as some servers stop at a question they do not know.',
      )
      opened = await openOnce({ ...attempt, plan: planProtocol('legacy') as OpenPlan })
    }
    if ('kind' in opened) throw connectionFailed(interruptionFailure(context, opened))
    return createStdioSession(context, opened, startedAt)
  } catch (error) {
    if (surroundings.signal.aborted) throw connectionCancelled(options.serverName)
    throw error
  } finally {
    deadline.dispose()
  }
}
