import { ProtocolError } from '@modelcontextprotocol/client'
import { GatehouseError, isGatehouseError, type TaskState } from '@gatehouse/domain'
import type { CancelOutcome } from './task-requests.ts'
import type { TaskDetail } from './task-schemas.ts'

const INVALID_PARAMS = -32_602
/** Requests in a row that may fail before the task is no longer polled. */
const MAX_FAILURES = 5

export interface TaskSituation {
  serverName: string
  toolName: string
}

/**
 * Returns the failure with which a failed `tasks/get` ends the polling of a task; `undefined` = ask again later.
 */
export function finalFailureOf(
  error: unknown,
  failures: number,
  { serverName, toolName }: TaskSituation,
): GatehouseError | undefined {
  const code = isGatehouseError(error) ? error.code : ''
  if (code.startsWith('call/')) return error as GatehouseError
  const cause = isGatehouseError(error) ? error.cause : error
  const words = cause instanceof Error ? cause.message : String(cause ?? error)
  if (code === 'request/connection-lost' || words === 'Not connected')
    return connectionLost({ serverName, toolName }, error)
  if (isUnknownTask(cause))
    return new GatehouseError(
      'call/task-unknown',
      `${serverName} no longer knows the task of this call: ${cutWords(words, 500)}. Whether "${toolName}" was carried out is not known.`,
      { cause: error },
    )
  if (failures < MAX_FAILURES) return undefined
  return new GatehouseError(
    code === 'request/timed-out' ? 'call/timed-out' : 'call/outcome-unknown',
    `${serverName} failed to report the state of the task of "${toolName}" ${failures} times in a row: ${cutWords(words, 500)}. Whether it was carried out is not known.`,
    { cause: error },
  )
}

/** Shortens a text and marks the cut: the mask of secrets recognises it by the mark. */
function cutWords(words: string, length: number): string {
  return words.length <= length ? words : `${words.slice(0, length)}…`
}

function isUnknownTask(cause: unknown): boolean {
  if (!(cause instanceof ProtocolError)) return false
  return cause.code === INVALID_PARAMS || isUnknownTaskMessage(cause.message.toLowerCase())
}

const UNKNOWN = ['not found', 'unknown', 'expired', 'no such']

function isUnknownTaskMessage(words: string): boolean {
  const task = words.indexOf('task')
  return task !== -1 && UNKNOWN.some((one) => words.includes(one, task))
}

export function connectionLost(
  { serverName, toolName }: TaskSituation,
  cause?: unknown,
): GatehouseError {
  return new GatehouseError(
    'call/connection-lost',
    `The connection to ${serverName} was lost while "${toolName}" ran there as a task.`,
    { cause },
  )
}

/** The task ended by an error of the protocol, not by a result. */
export function taskFailed(
  { state, error }: Pick<TaskDetail, 'state' | 'error'>,
  { serverName, toolName }: TaskSituation,
): GatehouseError {
  const words = (error?.message ?? state.statusMessage ?? 'it gave no reason').slice(0, 2000)
  return new GatehouseError(
    'call/protocol',
    `The task of "${toolName}" failed at ${serverName}: ${words}`,
    { data: { detail: words, ...(error?.code === undefined ? {} : { rpcCode: error.code }) } },
  )
}

export function taskCancelled(
  { statusMessage }: TaskState,
  { serverName, toolName }: TaskSituation,
): GatehouseError {
  const why = statusMessage === undefined ? '' : `: ${statusMessage}`
  return new GatehouseError(
    'call/task-cancelled',
    `The task of "${toolName}" was cancelled at ${serverName}${why}`,
  )
}

export function taskExpired(
  ttlMs: number,
  { serverName, toolName }: TaskSituation,
): GatehouseError {
  return new GatehouseError(
    'call/task-unknown',
    `${serverName} keeps the task of "${toolName}" for ${Math.round(ttlMs / 100) / 10} s only, and it was not over by then.`,
    { data: { expired: true } },
  )
}

/** The person would not answer, and the task cannot continue without. */
export function inputRefused(
  { serverName, toolName }: TaskSituation,
  cause: unknown,
): GatehouseError {
  return new GatehouseError(
    'call/task-cancelled',
    `What ${serverName} asked for "${toolName}" was refused, so its task was cancelled.`,
    { cause },
  )
}

/** The error that the person reads after a Stop. */
export function cancelledByPerson(serverName: string, outcome: CancelOutcome): GatehouseError {
  return new GatehouseError('call/cancelled', cancelWords(serverName, outcome), {
    data: { task: outcome },
  })
}

function cancelWords(serverName: string, outcome: CancelOutcome): string {
  switch (outcome) {
    case 'confirmed':
      return `You cancelled this call; ${serverName} confirmed it.`
    case 'requested':
      return `You cancelled this call; ${serverName} was notified.`
    case 'over':
      return `You cancelled this call; ${serverName} reports that its task had already ended.`
    case 'unsupported':
      return `You cancelled this call. ${serverName} cannot cancel tasks, so it may go on there.`
    case 'silent':
      return `You cancelled this call. ${serverName} did not confirm it, so its task may go on there.`
  }
}
