import { withTimeout } from '@gatehouse/base'
import { ProtocolError } from '@modelcontextprotocol/client'
import { isTaskFinished } from '@gatehouse/domain'
import type { LooseResult } from '../tool-results/parse-tool-result.ts'
import type { TaskReader, TaskReaderOptions } from './task-reader.ts'
import { taskCancelled, taskFailed } from './task-error.ts'
import { awaitTaskResult, getTaskResult } from './task-requests.ts'

/** Milliseconds that an awaited response may arrive after the notification of it. */
const LATE_MS = 500

/**
 * A task of MCP 2025-11-25: its input requests come as requests of the server while `tasks/result` is
 * waited for, and that is where its result is.
 */
export function createLegacyTask(
  { parts, task, situation }: TaskReaderOptions,
  signal: AbortSignal,
): TaskReader {
  let waited: Promise<LooseResult | undefined> | undefined
  let resolveEarly: (result: LooseResult) => void = () => undefined
  const early = new Promise<LooseResult>((resolve) => {
    resolveEarly = resolve
  })

  function waitForResult(): void {
    waited ??= awaitTaskResult(parts, task.taskId, signal).then(
      (result) => {
        resolveEarly(result)
        return result
      },
      // What it failed of shows in the next state, or in the result asked for at the end.
      () => undefined,
    )
  }

  async function finalResult(): Promise<LooseResult> {
    const awaited = waited && (await withTimeout(waited, LATE_MS, { signal }))
    return awaited ?? (await getTaskResult(parts, task.taskId, signal))
  }

  return {
    early,
    async read({ state }) {
      if (state.status === 'input_required') waitForResult()
      if (!isTaskFinished(state)) return undefined
      if (state.status === 'cancelled') throw taskCancelled(state, situation)
      try {
        return await finalResult()
      } catch (error) {
        // A failed task's result is the error that the call would have had.
        if (state.status !== 'failed' || !isRefusal(error)) throw error
        throw taskFailed({ state, error: { message: error.cause.message } }, situation)
      }
    },
  }
}

function isRefusal(error: unknown): error is Error & { cause: ProtocolError } {
  return error instanceof Error && error.cause instanceof ProtocolError
}
