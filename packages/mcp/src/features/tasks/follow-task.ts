import type { TaskState, ToolResult } from '@gatehouse/domain'
import { GatehouseError } from '@gatehouse/domain'
import type { TaskRequest } from '@gatehouse/host/ports'
import type { RequestParts } from '../../requests/connection-context.ts'
import { checkOutput } from '../tool-results/check-output.ts'
import { parseResult, type LooseResult } from '../tool-results/parse-tool-result.ts'
import { delay } from '../../system/timing/delay.ts'
import type { TaskReader, TaskReading } from './task-reader.ts'
import { createLegacyTask } from './legacy-task.ts'
import { createModernTask } from './modern-task.ts'
import { cancelledByPerson, connectionLost, endingFailure, taskExpired } from './task-error.ts'
import { cancelTask, getTask } from './task-requests.ts'
import { MAX_POLL_MS, MIN_POLL_MS } from './task-schemas.ts'

/** Milliseconds in which a server can confirm that a task is cancelled. */
const CANCEL_MS = 3000
/** A task that the server still shows as running after its time gets as long again, at most this. */
const MAX_GRACE_MS = 60_000

interface Following extends TaskReading {
  reader: TaskReader
  signal: AbortSignal
  /** Rings when the server says that something changed. */
  bell: Bell
}

/** See the port, `ServerTasks.followTask`. */
export async function followTask(
  parts: RequestParts,
  task: TaskRequest,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { context, session } = parts
  const situation = { serverName: context.options.serverName, toolName: task.tool.name }
  const own = new AbortController()
  const limit = AbortSignal.any([signal, own.signal, context.ended])
  const bell = createBell()
  const unwatch = context.taskNotifications.watch(task.taskId, bell.ring)
  const reading = { parts, task, situation }
  const reader =
    session.info.era === 'modern'
      ? createModernTask(reading, limit)
      : createLegacyTask(reading, limit)
  reader.early.catch(() => undefined)
  const following = { ...reading, reader, signal: limit, bell }
  try {
    const call = { callId: task.callId, signal: limit }
    const result = parseResult(await context.calls.during(call, () => follow(following)))
    const { outputSchema } = task.tool
    if (outputSchema) checkOutput(result, { ...situation, outputSchema, context })
    return result
  } catch (error) {
    if (signal.aborted) throw await stopped(parts, task, signal)
    throw context.ended.aborted ? connectionLost(situation, error) : error
  } finally {
    own.abort()
    unwatch()
  }
}

async function follow(following: Following): Promise<LooseResult> {
  const { parts, task, situation, reader, signal, bell } = following
  let told: TaskState | undefined
  let strikes = 0
  for (;;) {
    try {
      bell.quiet()
      const detail = await getTask(parts, task.taskId, signal)
      strikes = 0
      told = tell(detail.state, told, task)
      const result = await reader.read(detail)
      if (result) return result
      failWhenExpired(detail.state, following)
    } catch (error) {
      if (signal.aborted) throw error
      strikes += 1
      const failure = endingFailure(error, strikes, situation)
      if (failure) throw failure
    }
    const early = await pause(following, pollDelay(told?.pollIntervalMs ?? MIN_POLL_MS, strikes))
    if (early) return early
    signal.throwIfAborted()
  }
}

/** Until the next question: the server may shorten it, but never below what is bearable. */
async function pause(following: Following, ms: number): Promise<LooseResult | undefined> {
  const { reader, signal, bell } = following
  const over = new AbortController()
  const limit = AbortSignal.any([signal, over.signal])
  const noticed = bell.rung().then(() => delay(MIN_POLL_MS, limit))
  try {
    const outcome = await Promise.race([delay(ms, limit), noticed, reader.early])
    return outcome ?? undefined
  } finally {
    over.abort()
  }
}

function tell(state: TaskState, told: TaskState | undefined, task: TaskRequest): TaskState {
  if (JSON.stringify(told) !== JSON.stringify(state)) task.onTask(state)
  return state
}

function failWhenExpired(state: TaskState, { parts, task, situation }: Following): void {
  if (state.ttlMs === null) return
  const grace = Math.min(state.ttlMs, MAX_GRACE_MS)
  if (parts.context.now() > task.createdAt + state.ttlMs + grace)
    throw taskExpired(state.ttlMs, situation)
}

async function stopped(
  parts: RequestParts,
  task: TaskRequest,
  signal: AbortSignal,
): Promise<GatehouseError> {
  const { serverName } = parts.context.options
  if (signal.reason === 'quit')
    return new GatehouseError('call/cancelled', `The task goes on at ${serverName}.`, {
      data: { task: 'left' },
    })
  const limit = AbortSignal.timeout(CANCEL_MS)
  return cancelledByPerson(serverName, await cancelTask(parts, task.taskId, limit))
}

interface Bell {
  ring(): void
  /** Forgets what rang so far: the next question will tell it. */
  quiet(): void
  /** Resolves when it rang since `quiet`, or rings. */
  rung(): Promise<void>
}

function createBell(): Bell {
  let hasRung = false
  let resolve: () => void = () => undefined
  return {
    ring() {
      hasRung = true
      resolve()
    },
    quiet() {
      hasRung = false
    },
    rung: () =>
      new Promise((done) => {
        resolve = done
        if (hasRung) done()
      }),
  }
}

/** A little later than wished, so that many tasks are not asked for in the same moment. */
const JITTER = 0.1

/** Milliseconds until a task is asked for again. `strikes`: failures in a row, each of which doubles it. */
function pollDelay(pollIntervalMs: number, strikes: number): number {
  const wished = pollIntervalMs * (1 + Math.random() * JITTER)
  return Math.min(MAX_POLL_MS * (1 + JITTER), wished * 2 ** Math.min(strikes, 10))
}
