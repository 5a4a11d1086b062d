import { randomUUID } from 'node:crypto'
import { abortWith, type AskExpiry } from '@gatehouse/domain'
import { ProtocolError, type Client } from '@modelcontextprotocol/client'
import { z } from 'zod'

/** `_meta` key of messages that belong to one task (MCP 2025-11-25, basic/utilities/tasks). */
const RELATED_TASK = 'io.modelcontextprotocol/related-task'

const INVALID_PARAMS = -32_602
const INTERNAL_ERROR = -32_603
/** Requests of one connection that may run as tasks; the oldest that are over make room. */
const MAX_TASKS = 100
/** Milliseconds for which a result is kept: as requested, within bounds. */
const DEFAULT_TTL_MS = 3_600_000
const MIN_TTL_MS = 60_000
const MAX_TTL_MS = 86_400_000
const POLL_MS = 1000

const taskIdSchema = z.object({ taskId: z.string() })
/** Times are whole milliseconds; what a server sends may be a fraction. */
const wantedSchema = z.object({
  ttl: z.number().nonnegative().transform(Math.round).optional(),
})

type Result = Record<string, unknown>

const expiries = new WeakMap<AbortSignal, AskExpiry>()

/** When the task that ends by this signal is kept no longer; undefined when it is no task. */
export function expiryOfTask(signal: AbortSignal): AskExpiry | undefined {
  return expiries.get(signal)
}

interface HostTask {
  taskId: string
  status: 'working' | 'completed' | 'failed' | 'cancelled'
  createdAt: string
  lastUpdatedAt: string
  ttl: number
  controller: AbortController
  outcome: Promise<Result>
  /** Forgets it when its time is over. */
  expiry?: NodeJS.Timeout
}

/**
 * The requests of a legacy server that the host handles as tasks of its own: the server gets a handle
 * at once and comes back for the result (MCP 2025-11-25, basic/utilities/tasks, "receiver").
 */
export interface RequestTasks {
  /** Runs a request as a task if its parameters ask for that, else at once. */
  run(params: unknown, run: (signal?: AbortSignal) => Promise<Result>): Promise<Result>
  /** Takes `tasks/get`, `tasks/result`, `tasks/cancel` and `tasks/list` of the server. */
  serve(client: Client): void
}

export function createRequestTasks(ended: AbortSignal): RequestTasks {
  const tasks = new Map<string, HostTask>()
  ended.addEventListener('abort', () => {
    for (const task of tasks.values()) forget(tasks, task, ended.reason)
  })

  function start(wanted: unknown, run: (signal: AbortSignal) => Promise<Result>): HostTask {
    makeRoom(tasks)
    const createdAt = Date.now()
    const now = new Date(createdAt).toISOString()
    const wantedTtl = wantedSchema.safeParse(wanted).data?.ttl
    const ttl = Math.min(Math.max(wantedTtl ?? DEFAULT_TTL_MS, MIN_TTL_MS), MAX_TTL_MS)
    const controller = new AbortController()
    const setBy = ttl === wantedTtl ? 'server' : 'host'
    expiries.set(controller.signal, { at: createdAt + ttl, setBy })
    const task: HostTask = {
      taskId: randomUUID(),
      status: 'working',
      createdAt: now,
      lastUpdatedAt: now,
      ttl,
      controller,
      outcome: run(controller.signal),
    }
    task.outcome.then(
      () => settle(task, 'completed'),
      () => settle(task, 'failed'),
    )
    tasks.set(task.taskId, task)
    const expire = () => {
      abortWith(controller, 'expired')
      forget(tasks, task, controller.signal.reason)
    }
    task.expiry = setTimeout(expire, task.ttl).unref()
    return task
  }

  return {
    async run(params, run) {
      const wanted =
        typeof params === 'object' && params && 'task' in params ? params.task : undefined
      if (wanted === undefined) return relate(await run(), params)
      return relate({ task: shown(start(wanted, run)) }, params)
    },

    serve: (client) => serveTasks(client, tasks),
  }
}

function findTask(tasks: Map<string, HostTask>, taskId: string): HostTask {
  const task = tasks.get(taskId)
  if (!task) throw new ProtocolError(INVALID_PARAMS, 'There is no such task.')
  return task
}

function serveTasks(client: Client, tasks: Map<string, HostTask>): void {
  const params = taskIdSchema
  client.setRequestHandler('tasks/get', { params }, ({ taskId }) => shown(findTask(tasks, taskId)))
  client.setRequestHandler('tasks/list', { params: z.looseObject({}) }, () => ({
    tasks: [...tasks.values()].map(shown),
  }))
  client.setRequestHandler('tasks/cancel', { params }, ({ taskId }) => {
    const task = findTask(tasks, taskId)
    if (task.status !== 'working')
      throw new ProtocolError(INVALID_PARAMS, `The task is ${task.status} already.`)
    settle(task, 'cancelled')
    abortWith(task.controller, 'server-withdrew')
    return shown(task)
  })
  client.setRequestHandler('tasks/result', { params }, async ({ taskId }) => {
    const task = findTask(tasks, taskId)
    const result = await task.outcome
    if (task.status === 'cancelled')
      throw new ProtocolError(INTERNAL_ERROR, 'The task was cancelled.')
    return withRelated(result, { taskId })
  })
}

/** The first end counts: a cancelled task stays so, whatever its request comes to. */
function settle(task: HostTask, status: HostTask['status']): void {
  if (task.status !== 'working') return
  task.status = status
  task.lastUpdatedAt = new Date().toISOString()
}

function shown({ taskId, status, createdAt, lastUpdatedAt, ttl }: HostTask) {
  const statusMessage = status === 'working' ? { statusMessage: 'The user is being asked.' } : {}
  return { taskId, status, ...statusMessage, createdAt, lastUpdatedAt, ttl, pollInterval: POLL_MS }
}

function makeRoom(tasks: Map<string, HostTask>): void {
  if (tasks.size < MAX_TASKS) return
  const over = [...tasks.values()].find(({ status }) => status !== 'working')
  if (!over) throw new ProtocolError(INTERNAL_ERROR, 'Too many tasks wait for the user.')
  forget(tasks, over, 'The task made room.')
}

/** A timer left running would keep the result for as long as the server requested. */
function forget(tasks: Map<string, HostTask>, task: HostTask, reason: unknown): void {
  clearTimeout(task.expiry)
  task.controller.abort(reason)
  tasks.delete(task.taskId)
}

/** The response to a message about a task names the task too. */
function relate(result: Result, params: unknown): Result {
  const parsed = z
    .object({ _meta: z.looseObject({ [RELATED_TASK]: z.unknown() }) })
    .safeParse(params)
  const related = parsed.data?._meta[RELATED_TASK]
  if (related === undefined) return result
  return withRelated(result, related)
}

function withRelated(result: Result, related: unknown): Result {
  const meta = z.looseObject({}).safeParse(result['_meta']).data
  return { ...result, _meta: { ...meta, [RELATED_TASK]: related } }
}
