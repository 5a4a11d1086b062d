import type { ConnectionInfo, TaskState, Tool } from '@gatehouse/domain'
import { taskStatusSchema } from '@gatehouse/domain'
import { z } from 'zod'

/** A server is not asked more often than this, nor left alone for longer (milliseconds). */
export const MIN_POLL_MS = 250
export const MAX_POLL_MS = 60_000
const DEFAULT_POLL_MS = 1000
/** Characters of a status message that are kept. */
const MAX_MESSAGE = 2000

const base = z.object({
  taskId: z.string().min(1).max(4096),
  status: taskStatusSchema,
  statusMessage: z.string().optional().catch(undefined),
})
const duration = z.number().nonnegative().nullish().catch(undefined)

/** `Task` of MCP 2025-11-25. */
export const legacyTaskSchema = base
  .extend({ ttl: duration, pollInterval: duration })
  .transform(({ ttl, pollInterval, ...task }) => toState(task, ttl, pollInterval))

const modernTaskSchema = base.extend({ ttlMs: duration, pollIntervalMs: duration })

/** A task's state with what comes inside it in the modern era. */
export interface TaskDetail {
  state: TaskState
  inputRequests: Record<string, unknown>
  result?: unknown
  error?: { code?: number | undefined; message: string } | undefined
}

export const legacyDetailSchema = legacyTaskSchema.transform((state): TaskDetail => ({
  state,
  inputRequests: {},
}))

/** `DetailedTask` of the extension. */
export const modernDetailSchema = modernTaskSchema
  .extend({
    inputRequests: z.record(z.string(), z.unknown()).default({}),
    result: z.unknown().optional(),
    error: z
      .object({ code: z.number().optional().catch(undefined), message: z.string() })
      .optional()
      .catch(undefined),
  })
  .transform(({ inputRequests, result, error, ttlMs, pollIntervalMs, ...task }): TaskDetail => ({
    state: toState(task, ttlMs, pollIntervalMs),
    inputRequests,
    result,
    error,
  }))

function toState(
  { taskId, status, statusMessage }: z.infer<typeof base>,
  ttlMs: number | null | undefined,
  pollMs: number | null | undefined,
): TaskState {
  return {
    taskId,
    status,
    ...(statusMessage === undefined ? {} : { statusMessage: statusMessage.slice(0, MAX_MESSAGE) }),
    ttlMs: ttlMs ?? null,
    pollIntervalMs: Math.round(
      Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, pollMs ?? DEFAULT_POLL_MS)),
    ),
  }
}

/** True if a call of this tool is sent as a task; only the legacy era leaves that to the client. */
export function isSentAsTask(info: ConnectionInfo, tool: Tool): boolean {
  if (info.era !== 'legacy') return false
  if (tool.taskSupport !== 'required' && tool.taskSupport !== 'optional') return false
  return taskCapability(info, 'requests', 'tools', 'call')
}

/** True if a legacy server declares this part of its `tasks` capability. */
export function taskCapability(info: ConnectionInfo, ...path: string[]): boolean {
  let value: unknown = info.capabilities['tasks']
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return false
    value = Object.entries(value).find(([name]) => name === key)?.[1]
  }
  return value !== undefined && value !== null && value !== false
}
