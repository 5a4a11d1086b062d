import type { JSONRPCNotification } from '@modelcontextprotocol/client'
import type { ToolCallProgress } from '@gatehouse/domain'
import { z } from 'zod'

/** Notifications about tasks, routed to the code that follows them. */
export interface TaskNotifications {
  /** Calls `onChange` when the server reports a change of the task; the result stops that. */
  watch(taskId: string, onChange: () => void): () => void
  /** A progress token that stays valid for as long as the task lives. */
  expectProgress(onProgress: (progress: ToolCallProgress) => void): ProgressToken
  /** True when the notification was for a task, so that the client need not handle it. */
  handle(notification: JSONRPCNotification): boolean
}

export interface ProgressToken {
  readonly token: string
  stop(): void
}

const statusSchema = z.object({ taskId: z.string() })
const progressSchema = z.object({
  progressToken: z.string(),
  progress: z.number(),
  total: z.number().optional(),
  message: z.string().optional(),
})

export function createTaskNotifications(): TaskNotifications {
  const watchers = new Map<string, Set<() => void>>()
  const progress = new Map<string, (progress: ToolCallProgress) => void>()
  let count = 0

  function handleStatus(params: unknown): boolean {
    const parsed = statusSchema.safeParse(params)
    if (parsed.success) for (const notify of watchers.get(parsed.data.taskId) ?? []) notify()
    return true
  }

  function handleProgress(params: unknown): boolean {
    const parsed = progressSchema.safeParse(params)
    if (!parsed.success) return false
    const notify = progress.get(parsed.data.progressToken)
    const { total, message } = parsed.data
    notify?.({
      progress: parsed.data.progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    })
    return notify !== undefined
  }

  return {
    watch(taskId, onChange) {
      const own = () => onChange()
      const all = watchers.get(taskId) ?? new Set()
      watchers.set(taskId, all.add(own))
      return () => {
        all.delete(own)
        if (all.size === 0) watchers.delete(taskId)
      }
    },
    expectProgress(onProgress) {
      const token = `task-${(count += 1)}`
      progress.set(token, onProgress)
      return { token, stop: () => void progress.delete(token) }
    },
    handle({ method, params }) {
      switch (method) {
        case 'notifications/tasks/status':
        case 'notifications/tasks':
          return handleStatus(params)
        case 'notifications/progress':
          return handleProgress(params)
        default:
          return false
      }
    },
  }
}
