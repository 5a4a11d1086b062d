import type { TaskState, Tool, ToolCallProgress, ToolResult } from '@gatehouse/domain'

/**
 * Tool calls that run on at the server (MCP 2025-11-25, basic/utilities/tasks; the extension
 * `io.modelcontextprotocol/tasks` of 2026-07-28).
 */
export interface ServerTasks {
  /**
   * Asks for a task's state, at the pace the server wishes, until it is over. Answers what the server
   * wants to know meanwhile. Rejects like `callTool`, and with `call/task-unknown` when the server no
   * longer knows it or kept it no longer, `call/task-cancelled` when it was cancelled there.
   *
   * When `signal` is aborted `tasks/cancel` is sent, and `call/cancelled` says in words
   * whether it did; with the reason `app-quit` it is left running instead.
   */
  pollTask(task: TaskRequest, signal: AbortSignal): Promise<ToolResult>
  /** The server's own list of its tasks; `null` when it keeps none that can be read. */
  listTasks(signal: AbortSignal): Promise<TaskState[] | null>
}

export interface TaskRequest {
  taskId: string
  /** The tool it is a call of; its output schema is what the result is checked against. */
  tool: Tool
  /** Milliseconds since the epoch: when the host learned of it. */
  createdAt: number
  /** As in `ToolCallRequest`. */
  callId?: string
  onProgress(progress: ToolCallProgress): void
  /** The first state, then each that differs from the one before. */
  onTask(task: TaskState): void
}
