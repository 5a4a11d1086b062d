import { GatehouseError, type ConnectionInfo, type TaskState } from '@gatehouse/domain'
import type { ToolCallProgress, ToolResult } from '@gatehouse/domain'
import type { ToolCallRequest } from '@gatehouse/host/ports'
import { z } from 'zod'
import type { RequestContext } from '../../requests/connection-context.ts'
import { looseResultSchema } from '../tool-results/parse-tool-result.ts'
import { describeIssues } from '../../message-parsing/describe-issue.ts'
import { pollTask } from './poll-task.ts'
import { givenResult } from '../../message-parsing/adapt-result.ts'
import type { TaskSituation } from './task-error.ts'
import { legacyTaskSchema, modernDetailSchema } from './task-schemas.ts'

/** Milliseconds for which a server is asked to keep a task: long enough to come back the next day. */
const TTL_MS = 86_400_000

/** The responses that `tools/call` may get: a result, or a task in the form of either era. */
export const callResponseSchema = z
  .record(z.string(), z.unknown())
  .transform(givenResult)
  .transform((given) => ({ ...looseResultSchema.parse(given), given }))
export type CallResponse = z.infer<typeof callResponseSchema>

/** The parameters that make a `tools/call` of the legacy era run as a task. */
export function taskParams(progressToken: string) {
  return { task: { ttl: TTL_MS }, _meta: { progressToken } }
}

/** The task that a call became, if it became one. Throws `call/outcome-unknown` when it cannot be read. */
export function createdTask(
  response: CallResponse,
  info: ConnectionInfo,
  { serverName, toolName }: TaskSituation,
): TaskState | undefined {
  const { given: result } = response
  const isTask = result['resultType'] === 'task'
  const given = info.era === 'legacy' ? result['task'] : isTask ? result : undefined
  if (given === undefined) return undefined
  const parsed =
    info.era === 'modern'
      ? modernDetailSchema.transform(({ state }) => state).safeParse(given)
      : legacyTaskSchema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new GatehouseError(
    'call/outcome-unknown',
    `${serverName} responded to the call of "${toolName}" with a task that cannot be read: ${describeIssues(parsed.error.issues, { given })}. It may run there.`,
  )
}

export interface TaskBackedCall {
  call: ToolCallRequest
  task: TaskState
  onProgress(progress: ToolCallProgress): void
}

/** Continues with a call that became a task. */
export function pollCall(
  parts: RequestContext,
  { call, task, onProgress }: TaskBackedCall,
  signal: AbortSignal,
): Promise<ToolResult> {
  const onTask = call.onTask ?? (() => undefined)
  onTask(task)
  return pollTask(
    parts,
    {
      taskId: task.taskId,
      tool: call.tool,
      createdAt: parts.context.now(),
      ...(call.callId === undefined ? {} : { callId: call.callId }),
      onProgress,
      onTask,
    },
    signal,
  )
}
