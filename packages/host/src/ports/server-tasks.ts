import type { TaskState, Tool, ToolCallProgress, ToolResult } from '@gatehouse/domain'

/**
 * Tool calls that continue at the server as tasks (MCP 2025-11-25, basic/utilities/tasks; the extension
 * `io.modelcontextprotocol/tasks` of 2026-07-28).
 */
export interface ServerTasks {
  /**
   * Polls a task at the server's pace until it ends, and answers the server's requests during it. Rejects like
   * `callTool`; with `call/task-unknown` when the server no longer knows the task or its result; with
   * `call/task-cancelled` when it was cancelled there.
   *
   * When `signal` is aborted, `tasks/cancel` is sent, and the message of `call/cancelled` says if it succeeded.
   * With the reason `app-quit` the task is left running instead.
   */
  pollTask(task: TaskRequest, signal: AbortSignal): Promise<ToolResult>
  /** Returns the server's own list of its tasks; `null` when it has none that can be read. */
  listTasks(signal: AbortSignal): Promise<TaskState[] | null>
}

export interface TaskRequest {
  taskId: string
  /** The called tool; the result is checked against its output schema. */
  tool: Tool
  /** Time at which the host learned of the task, in milliseconds since the epoch. */
  createdAt: number
  /** As in `ToolCallRequest`. */
  callId?: string
  onProgress(progress: ToolCallProgress): void
  /** Receives the first state, then each that differs from the previous one. */
  onTask(task: TaskState): void
}
