import { delay, withTimeout } from '@gatehouse/base'
import type { TaskState, ToolResult } from '@gatehouse/domain'
import { abortCodeOf, abortWith, GatehouseError, isGatehouseError } from '@gatehouse/domain'
import type { TaskRequest } from '@gatehouse/host/ports'
import type { RequestContext } from '../../requests/connection-context.ts'
import { checkOutput } from '../tool-results/check-output.ts'
import { parseResult, type LooseResult } from '../tool-results/parse-tool-result.ts'
import type { TaskReader, TaskReaderOptions } from './task-reader.ts'
import { createLegacyTask } from './legacy-task.ts'
import { createModernTask } from './modern-task.ts'
import { cancelledByPerson, connectionLost, finalFailureOf, taskExpired } from './task-error.ts'
import { cancelTask, getTask } from './task-requests.ts'
import { MAX_POLL_MS, MIN_POLL_MS } from './task-schemas.ts'

/** Milliseconds in which a server can confirm that a task is cancelled. */
const CANCEL_MS = 3000
/** A task that the server still shows as running after its time gets as long again, at most this. */
const MAX_GRACE_MS = 60_000

interface Polling extends TaskReaderOptions {
  reader: TaskReader
  signal: AbortSignal
  /** Set when the server reports a change. */
  changes: ChangeSignal
}

/** See the port, `ServerTasks.pollTask`. */
export async function pollTask(
  parts: RequestContext,
  task: TaskRequest,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { context, session } = parts
  const situation = { serverName: context.options.serverName, toolName: task.tool.name }
  const own = new AbortController()
  const limit = AbortSignal.any([signal, own.signal, context.ended])
  const changes = createChangeSignal()
  const unwatch = context.taskNotifications.watch(task.taskId, changes.set)
  const reading = { parts, task, situation }
  const reader =
    session.info.era === 'modern'
      ? createModernTask(reading, limit)
      : createLegacyTask(reading, limit)
  reader.early.catch(() => undefined)
  const polling = { ...reading, reader, signal: limit, changes }
  try {
    const call = { callId: task.callId, signal: limit }
    const result = parseResult(await context.calls.during(call, () => poll(polling)))
    const { outputSchema } = task.tool
    return outputSchema ? checkOutput(result, { ...situation, outputSchema, context }) : result
  } catch (error) {
    if (signal.aborted) throw await stopped(parts, task, signal)
    // What it asked for goes with it, and says why.
    if (isGatehouseError(error) && error.data['expired'] === true) abortWith(own, 'expired')
    throw context.ended.aborted ? connectionLost(situation, error) : error
  } finally {
    own.abort()
    unwatch()
  }
}

async function poll(polling: Polling): Promise<LooseResult> {
  const { parts, task, situation, reader, signal, changes } = polling
  let reported: TaskState | undefined
  let failures = 0
  for (;;) {
    try {
      changes.reset()
      const detail = await getTask(parts, task.taskId, signal)
      failures = 0
      reported = reportChange(detail.state, reported, task)
      const result = await reader.read(detail)
      if (result) return result
      failWhenExpired(detail.state, polling)
    } catch (error) {
      if (signal.aborted) throw error
      failures += 1
      const failure = finalFailureOf(error, failures, situation)
      if (failure) throw failure
    }
    const early = await pause(polling, pollDelay(reported?.pollIntervalMs ?? MIN_POLL_MS, failures))
    if (early) return early
    signal.throwIfAborted()
  }
}

/** Waits for the next `tasks/get`. A notification of the server ends the wait early, though not before the least interval. */
async function pause(polling: Polling, ms: number): Promise<LooseResult | undefined> {
  const { reader, signal, changes } = polling
  const over = new AbortController()
  const noticed = changes.wait().then(() => delay(MIN_POLL_MS, over.signal))
  try {
    return (await withTimeout(Promise.race([noticed, reader.early]), ms, { signal })) ?? undefined
  } finally {
    over.abort()
  }
}

function reportChange(
  state: TaskState,
  reported: TaskState | undefined,
  task: TaskRequest,
): TaskState {
  if (JSON.stringify(reported) !== JSON.stringify(state)) task.onTask(state)
  return state
}

function failWhenExpired(state: TaskState, { parts, task, situation }: Polling): void {
  if (state.ttlMs === null) return
  const grace = Math.min(state.ttlMs, MAX_GRACE_MS)
  if (parts.context.now() > task.createdAt + state.ttlMs + grace)
    throw taskExpired(state.ttlMs, situation)
}

async function stopped(
  parts: RequestContext,
  task: TaskRequest,
  signal: AbortSignal,
): Promise<GatehouseError> {
  const { serverName } = parts.context.options
  if (abortCodeOf(signal) === 'app-quit')
    return new GatehouseError('call/cancelled', `The task goes on at ${serverName}.`, {
      data: { task: 'left' },
    })
  const limit = AbortSignal.timeout(CANCEL_MS)
  return cancelledByPerson(serverName, await cancelTask(parts, task.taskId, limit))
}

interface ChangeSignal {
  set(): void
  /** Forgets earlier changes: the next `tasks/get` returns them. */
  reset(): void
  /** Resolves when it was set since the last `reset`, or is set. */
  wait(): Promise<void>
}

function createChangeSignal(): ChangeSignal {
  let isSet = false
  let resolve: () => void = () => undefined
  return {
    set() {
      isSet = true
      resolve()
    },
    reset() {
      isSet = false
    },
    wait: () =>
      new Promise((done) => {
        resolve = done
        if (isSet) done()
      }),
  }
}

/** Spreads the requests for many tasks over time. */
const JITTER = 0.1

/** Milliseconds until the next `tasks/get`. Each failure in a row doubles them. */
function pollDelay(pollIntervalMs: number, failures: number): number {
  const wanted = pollIntervalMs * (1 + Math.random() * JITTER)
  return Math.min(MAX_POLL_MS * (1 + JITTER), wanted * 2 ** Math.min(failures, 10))
}
