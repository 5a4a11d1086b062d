import { GatehouseError } from '@gatehouse/domain'
import { refusedBy } from '../../requests/handler-support/request-refusal.ts'
import { looseResultSchema, type LooseResult } from '../tool-results/parse-tool-result.ts'
import type { TaskReader, TaskReaderOptions } from './task-reader.ts'
import { inputRefused, taskCancelled, taskFailed } from './task-error.ts'
import { createTaskInputs } from './task-inputs.ts'
import { cancelTask } from './task-requests.ts'
import { TASKS_EXTENSION } from '../../session/handshake/client-capabilities.ts'

/** Milliseconds for notifying the server that its input request was refused. */
const CANCEL_MS = 3000

/** A task of the extension of MCP 2026-07-28: input requests and result are part of its state. */
export function createModernTask(reading: TaskReaderOptions, signal: AbortSignal): TaskReader {
  const { parts, task, situation } = reading
  let refuse: (error: GatehouseError) => void = () => undefined
  const early = new Promise<LooseResult>((_resolve, reject) => {
    refuse = reject
  })
  let isRefused = false
  const inputs = createTaskInputs(
    {
      parts,
      taskId: task.taskId,
      callId: task.callId,
      onRefused(error) {
        // One refusal ends the task, however many requests it has.
        if (signal.aborted || isRefused) return
        isRefused = true
        const cancelled = cancelTask(parts, task.taskId, AbortSignal.timeout(CANCEL_MS))
        void cancelled.then(() => refuse(refusal(error, reading)))
      },
    },
    signal,
  )
  void listen(reading, signal)

  return {
    early,
    async read(detail) {
      const { state } = detail
      switch (state.status) {
        case 'working':
        case 'input_required':
          inputs.sync(state.status === 'working' ? {} : detail.inputRequests)
          return undefined
        case 'completed':
          return readResult(detail.result, reading)
        case 'failed':
          throw taskFailed(detail, situation)
        case 'cancelled':
          throw taskCancelled(state, situation)
      }
    },
  }
}

/** Status notifications are a courtesy of the server; without them it is only asked. */
async function listen({ parts, task }: TaskReaderOptions, signal: AbortSignal): Promise<void> {
  const { session, context } = parts
  const extensions = session.info.capabilities['extensions']
  if (typeof extensions !== 'object' || extensions === null) return
  if (!(TASKS_EXTENSION in extensions)) return
  // The SDK's filter does not know the extension's field; it is sent as it is given.
  const filter: object = { taskIds: [task.taskId] }
  const limit = { signal, timeout: context.options.requestTimeoutMs }
  try {
    await session.request((client) => client.listen(filter, limit))
  } catch (error) {
    if (!signal.aborted && error instanceof Error)
      context.log.write(
        'debug',
        `The state of the task could not be read: ${error.message.slice(0, 200)}`,
      )
  }
}

function readResult(result: unknown, { situation }: TaskReaderOptions): LooseResult {
  const parsed = looseResultSchema.safeParse(result)
  if (parsed.success) return parsed.data
  throw new GatehouseError(
    'call/outcome-unknown',
    `${situation.serverName} reports that the task of "${situation.toolName}" is done, but its result cannot be read.`,
  )
}

function refusal(error: unknown, { situation }: TaskReaderOptions): GatehouseError {
  if (refusedBy(error) === 'person') return inputRefused(situation, error)
  const words = error instanceof Error ? error.message : String(error)
  return new GatehouseError(
    'call/protocol',
    `${situation.serverName} asked for something that Gatehouse cannot give, so the task of "${situation.toolName}" was cancelled: ${words.slice(0, 300)}`,
    { cause: error },
  )
}
