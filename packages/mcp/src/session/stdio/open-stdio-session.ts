import type { Client } from '@modelcontextprotocol/client'
import { raceAbort, withTimeout } from '@gatehouse/base'
import { isGatehouseError } from '@gatehouse/domain'
import { errorWords } from '../../message-parsing/describe-issue.ts'
import { fetchingProgram, preparationTimeout } from '@gatehouse/domain/launch'
import { connectionCancelled, connectionFailed } from '../connection-error.ts'
import { handshakeFailure, unknownVersionFailure } from '../handshake/handshake-failure.ts'
import { planProtocol } from '../handshake/protocol-plan.ts'
import type { ProcessLedger } from '../../system/processes/process-ledger.ts'
import { describeSession, type Session, type SessionContext } from '../session.ts'
import { negotiate, type KnownProtocolPlan } from '../handshake/negotiate.ts'
import {
  resolveLaunch,
  type CommandLookup,
  type Launch,
  type StdioTarget,
} from './resolve-launch.ts'
import type { FailedExits, PrintedExit } from './failed-exits.ts'
import { exitFailure, handshakeTimeoutFailure } from './exit-failures.ts'
import { startServerProcess, type ProcessExit } from '../../system/processes/server-process.ts'
import { spawnFailure } from './launch-failures.ts'
import { createStartDeadline, type StartDeadline } from './start-deadline.ts'
import { openStdioTransport, type StdioTransport } from '../../transports/stdio/stdio-transport.ts'

/** Milliseconds in which a failed handshake may turn out to be the end of the process. */
const EXIT_NOTICE_MS = 300

export interface StdioDependencies extends CommandLookup {
  ledger: ProcessLedger
  graceMs: number
  headStartMs: number
  failedExits: FailedExits
}

interface Attempt {
  context: SessionContext
  target: StdioTarget
  dependencies: StdioDependencies
  launch: Launch
  plan: KnownProtocolPlan
  deadline: StartDeadline
  fetches: string | undefined
}

type Outcome =
  | { kind: 'open'; transport: StdioTransport; client: Client }
  | { kind: 'exited'; exit: ProcessExit; hasResponded: boolean }

/**
 * Finds the command, starts it and shakes hands.
 * Rejects with `connection/failed`, or `connection/cancelled` when `signal` is aborted.
 */
export async function openStdioSession(
  request: { context: SessionContext; target: StdioTarget; dependencies: StdioDependencies },
  signal: AbortSignal,
): Promise<Session> {
  const { context, target, dependencies } = request
  const { options } = context
  const startedAt = performance.now()
  const fetches = fetchingProgram(target)
  const { listener, startTimeoutMs: limitMs } = options
  const deadline = createStartDeadline({ limitMs, fetches, log: context.log, listener }, signal)
  try {
    const plan = planProtocol(options.protocol)
    if (plan.mode === 'unknown')
      throw connectionFailed(unknownVersionFailure(options.serverName, plan.version))
    options.listener.onStep('resolve')
    const { serverName, allowed } = options
    const launch = await raceAbort(
      resolveLaunch({ serverName, target, allowed }, dependencies),
      deadline.signal,
    ).catch((error: unknown) => {
      throw deadline.expired() ? notStartedInTime(options) : error
    })
    const attempt: Attempt = { ...request, launch, plan, deadline, fetches }
    const outcome = await openAttempt(attempt)
    if (outcome.kind === 'exited')
      dependencies.failedExits.remember(launchKey(attempt), printed(outcome, attempt))
    if (outcome.kind === 'exited')
      throw connectionFailed(
        exitFailure(options.serverName, outcome.exit, { starting: true, log: context.log }),
      )
    return createStdioSession(context, outcome, startedAt)
  } catch (error) {
    throw signal.aborted ? connectionCancelled(options.serverName) : error
  } finally {
    deadline.dispose()
  }
}

function notStartedInTime({ serverName, startTimeoutMs }: SessionContext['options']): Error {
  return connectionFailed(preparationTimeout(serverName, startTimeoutMs))
}

async function openAttempt(attempt: Attempt): Promise<Outcome> {
  const { negotiated } = attempt.context.options
  const legacy = planProtocol('legacy')
  if (attempt.plan.mode !== 'auto' || negotiated?.era !== 'legacy' || legacy.mode === 'unknown')
    return openOnceOrTwice(attempt)
  // No `server/discover` was needed last time: none is sent, and no process started for nothing.
  const outcome = await openOnce({ ...attempt, plan: legacy }).catch((error: unknown) => error)
  if (isOutcome(outcome) && outcome.kind === 'open') return outcome
  if (attempt.deadline.signal.aborted || isFinal(outcome, attempt)) return orThrow(outcome)
  attempt.context.log.write(
    'info',
    'The server no longer responds as it did last time. Everything is negotiated again.',
  )
  attempt.context.log.forgetLines()
  return openOnce(attempt)
}

function isOutcome(value: unknown): value is Outcome {
  return typeof value === 'object' && value !== null && 'kind' in value
}

function orThrow(outcome: unknown): Outcome {
  if (isOutcome(outcome)) return outcome
  throw outcome
}

/** Some servers exit at a method they do not know: those are started again without it. */
async function openOnceOrTwice(attempt: Attempt): Promise<Outcome> {
  const outcome = await openOnce(attempt)
  const mayBeLegacy =
    outcome.kind === 'exited' &&
    !outcome.hasResponded &&
    attempt.plan.mode === 'auto' &&
    !isFinal(outcome, attempt)
  const legacy = planProtocol('legacy')
  if (!mayBeLegacy || legacy.mode === 'unknown' || attempt.deadline.signal.aborted) return outcome
  attempt.context.log.write(
    'info',
    'The server stopped before it responded. It is started once more with the older handshake.',
  )
  attempt.context.log.forgetLines()
  return openOnce({ ...attempt, plan: legacy })
}

/** The program would fail alike again: a second start costs time, and does again what it does before it fails. */
function isFinal(outcome: unknown, attempt: Attempt): boolean {
  if (!isOutcome(outcome) || outcome.kind !== 'exited') return false
  const { failedExits } = attempt.dependencies
  return !failedExits.mayHelp(launchKey(attempt), printed(outcome, attempt))
}

function launchKey({ context, target, launch }: Attempt): string {
  return JSON.stringify([context.options.serverId, launch.path, target.args, launch.cwd])
}

function printed({ exit }: { exit: ProcessExit }, { context }: Attempt): PrintedExit {
  const { log } = context
  return { exit, lines: [...log.lastLines(), ...log.nonMessageLines()] }
}

async function openOnce(attempt: Attempt): Promise<Outcome> {
  const { context, deadline } = attempt
  context.options.listener.onStep('spawn')
  const transport = await startTransport(attempt)
  context.options.listener.onStep(attempt.fetches === undefined ? 'handshake' : 'download')
  deadline.watch(transport.process.usage)
  try {
    const client = await shakeHands(attempt, transport)
    return { kind: 'open', transport, client }
  } catch (error) {
    const notice = deadline.signal.aborted ? 0 : EXIT_NOTICE_MS
    const exit = await withTimeout(transport.ended, notice)
    const failure = failureOf(error, attempt)
    await transport.process.end()
    if (exit) return { kind: 'exited', exit, hasResponded: transport.hasResponded() }
    throw failure
  }
}

async function startTransport({
  context,
  target,
  dependencies,
  launch,
  deadline,
}: Attempt): Promise<StdioTransport> {
  try {
    return await openStdioTransport({
      recorder: context.recorder,
      log: context.log,
      start: (output) =>
        startServerProcess({
          serverId: context.options.serverId,
          command: launch.path,
          args: target.args,
          cwd: launch.cwd,
          folders: launch.folders,
          environment: dependencies.environment,
          ownVariables: target.env,
          network: context.options.network,
          ledger: dependencies.ledger,
          graceMs: dependencies.graceMs,
          onNote: (text) => context.log.write('warning', text),
          signal: deadline.signal,
          ...output,
        }),
    })
  } catch (error) {
    if (deadline.signal.aborted) throw notStartedInTime(context.options)
    throw connectionFailed(spawnFailure(context.options.serverName, launch.path, error), error)
  }
}

function shakeHands(attempt: Attempt, transport: StdioTransport): Promise<Client> {
  const { context, plan, deadline, dependencies } = attempt
  const { headStartMs } = dependencies
  const { signal } = deadline
  const ended = transport.ended.then(() => {
    throw new Error('The process ended.')
  })
  const negotiation = { transport, plan, context, headStartMs }
  return raceAbort(Promise.race([negotiate(negotiation, signal), ended]), signal)
}

/** The limit, or the whole time where it was put off. */
function waitedMs(deadline: StartDeadline, limitMs: number): number {
  const waited = deadline.waitedMs()
  return waited < limitMs * 2 ? limitMs : waited
}

function failureOf(error: unknown, { context, deadline, fetches }: Attempt): Error {
  const { serverName, startTimeoutMs, protocol } = context.options
  if (isGatehouseError(error)) return error
  const failure = deadline.expired()
    ? handshakeTimeoutFailure(
        serverName,
        { waitedMs: waitedMs(deadline, startTimeoutMs), fetches },
        context.log,
      )
    : handshakeFailure(
        { name: serverName, wanted: protocol, lastLines: context.log.lastLines() },
        error,
      )
  return connectionFailed(failure, error)
}

function createStdioSession(
  context: SessionContext,
  { transport, client }: Extract<Outcome, { kind: 'open' }>,
  startedAt: number,
): Session {
  let closing = false
  client.onerror = (error) => context.log.write('debug', errorWords(error).slice(0, 500))
  void transport.ended.then((exit) => {
    if (closing) return
    const situation = { starting: false, log: context.log }
    context.onLost(exitFailure(context.options.serverName, exit, situation))
  })
  return {
    client,
    info: describeSession(client, {
      pid: transport.process.pid,
      startedAt,
      transport: 'stdio',
      log: context.log,
    }),
    request: (run) => run(client),
    async close() {
      closing = true
      await client.close().catch(() => undefined)
      await transport.process.end()
    },
  }
}
