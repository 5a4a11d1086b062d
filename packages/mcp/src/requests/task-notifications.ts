import type { JSONRPCNotification } from '@modelcontextprotocol/client'
import type { ToolCallProgress } from '@gatehouse/domain'
import { z } from 'zod'

/** Notifications about tasks, for whoever follows them. */
export interface TaskMail {
  /** Calls when the server says that this task changed; the result ends that. */
  watch(taskId: string, onChange: () => void): () => void
  /** A token under which progress is told for as long as the task lives, not only until it is made. */
  expectProgress(onProgress: (progress: ToolCallProgress) => void): ProgressToken
  /** True when the notification was meant for a task and needs nobody else. */
  take(notification: JSONRPCNotification): boolean
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

export function createTaskMail(): TaskMail {
  const watchers = new Map<string, Set<() => void>>()
  const progress = new Map<string, (progress: ToolCallProgress) => void>()
  let count = 0

  function takeStatus(params: unknown): boolean {
    const parsed = statusSchema.safeParse(params)
    if (parsed.success) for (const tell of watchers.get(parsed.data.taskId) ?? []) tell()
    return true
  }

  function takeProgress(params: unknown): boolean {
    const parsed = progressSchema.safeParse(params)
    if (!parsed.success) return false
    const tell = progress.get(parsed.data.progressToken)
    const { total, message } = parsed.data
    tell?.({
      progress: parsed.data.progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    })
    return tell !== undefined
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
    take({ method, params }) {
      switch (method) {
        case 'notifications/tasks/status':
        case 'notifications/tasks':
          return takeStatus(params)
        case 'notifications/progress':
          return takeProgress(params)
        default:
          return false
      }
    },
  }
}
