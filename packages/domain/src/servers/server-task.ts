import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../identifier.ts'

/** MCP 2025-11-25, basic/utilities/tasks; the tasks extension of 2026-07-28 has the same five. */
export const taskStatusSchema = z.enum([
  'working',
  'input_required',
  'completed',
  'failed',
  'cancelled',
])
export type TaskStatus = z.infer<typeof taskStatusSchema>

/** Milliseconds after which a task's state is asked for again when the server does not specify one. */
const DEFAULT_POLL_MS = 1000

/** The state of a task, as a server of either era reports it. */
export const taskStateSchema = z.object({
  /** Chosen by the server; opaque to everything else. */
  taskId: z.string().min(1).max(4096),
  status: taskStatusSchema,
  statusMessage: z.string().optional(),
  /** Milliseconds between two polls, as the server wishes it, within bounds. */
  pollIntervalMs: z.number().int().positive().default(DEFAULT_POLL_MS),
  /** Milliseconds from its creation for which the server keeps it; `null` = without end. */
  ttlMs: z.number().nonnegative().nullable().default(null),
})
export type TaskState = z.infer<typeof taskStateSchema>

/** A task as its tool call shows it. */
export const callTaskSchema = taskStateSchema.extend({
  /** The server cannot be asked at present: it is not connected. */
  unreachable: z.boolean().optional(),
})
export type CallTask = z.infer<typeof callTaskSchema>

/** A tool call that runs on as a task of its server, kept so that it is found again after a restart. */
export const serverTaskSchema = callTaskSchema.extend({
  /** The host's own id of it. */
  id: identifierSchema,
  serverId: identifierSchema,
  /** Digest of who the server is; empty in what an earlier version wrote: then no one is asked for it. */
  identity: z.string(),
  era: z.enum(['legacy', 'modern']),
  toolName: z.string(),
  toolTitle: z.string(),
  conversationId: identifierSchema,
  turnId: identifierSchema,
  entryId: identifierSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
})
export type ServerTask = z.infer<typeof serverTaskSchema>

export function isTaskFinished(task: Pick<TaskState, 'status'>): boolean {
  return task.status !== 'working' && task.status !== 'input_required'
}
