import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import { raceAbort } from '@gatehouse/base'
import type { TaskState, Tool, ToolCallProgress, ToolResult } from '@gatehouse/domain'
import type { ToolCallRequest } from '@gatehouse/host/ports'
import type { RequestContext } from '../../requests/connection-context.ts'
import {
  callResponseSchema,
  createdTask,
  pollCall,
  taskParams,
  type CallResponse,
} from '../tasks/call-as-task.ts'
import { isSentAsTask } from '../tasks/task-schemas.ts'
import { callLimits, startRequestTimer } from '../../requests/request-timeouts.ts'
import { toCallError } from './call-error.ts'
import { checkOutput } from '../tool-results/check-output.ts'
import { hasHeaderParameters } from './header-parameters.ts'
import { parseResult } from '../tool-results/parse-tool-result.ts'
import { createProgressRelay } from '../../requests/progress-relay.ts'

/** The call clock sets the limits; the client's own would not send the server the reason. */
const NO_LIMIT_MS = 2_147_483_647

/** `tools/call` with progress, cancellation and time limits. Rejects as the port says. */
export async function callTool(
  { session, context }: RequestContext,
  call: ToolCallRequest,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { serverName } = context.options
  const toolName = call.tool.name
  const limits = callLimits(context.options, toolName)
  const startedAt = performance.now()
  const clock = startRequestTimer({ ...limits, timeouts: context.timeouts }, signal)
  const relay = createProgressRelay(call.onProgress)
  const onprogress = (progress: ToolCallProgress) => {
    clock.touch()
    const { total, message } = progress
    relay.push({
      progress: progress.progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    })
  }
  const progress = isSentAsTask(session.info, call.tool)
    ? context.taskNotifications.expectProgress(onprogress)
    : undefined
  const limit = { signal: clock.signal, timeout: NO_LIMIT_MS }
  const options: RequestOptions = progress ? limit : { ...limit, onprogress }
  let task: TaskState | undefined
  try {
    const sent = context.calls.during({ callId: call.callId, signal: clock.signal }, () =>
      session.request((client) => send(client, call, { options, taskToken: progress?.token })),
    )
    const response = await raceAbort(sent, clock.signal)
    task = createdTask(response, session.info, { serverName, toolName })
    if (!task) {
      const result = parseResult(response)
      const { outputSchema } = call.tool
      if (!outputSchema) return result
      return checkOutput(result, { serverName, toolName, outputSchema, context })
    }
    // A task has its own time: the clock was for learning of it.
    clock.dispose()
    return await pollCall({ session, context }, { call, task, onProgress: relay.push }, signal)
  } catch (error) {
    if (task) throw error
    const elapsedMs = performance.now() - startedAt
    const unknownResponse = context.log.unknownResponse()
    const stalledMs = clock.isTouched() ? limits.silenceMs : undefined
    const end = clock.end()
    throw toCallError(error, { serverName, toolName, end, elapsedMs, stalledMs, unknownResponse })
  } finally {
    progress?.stop()
    relay.stop()
    clock.dispose()
  }
}

async function send(
  client: Client,
  call: ToolCallRequest,
  { options, taskToken }: { options: RequestOptions; taskToken: string | undefined },
): Promise<CallResponse> {
  const params = { name: call.tool.name, arguments: call.arguments }
  if (taskToken !== undefined) {
    const asTask = { ...params, ...taskParams(taskToken) }
    return client.request({ method: 'tools/call', params: asTask }, callResponseSchema, options)
  }
  // Only the client knows how to mirror arguments into headers; its strict result is the price.
  if (client.getProtocolEra() === 'modern' && hasHeaderParameters(call.tool.inputSchema)) {
    const toolDefinition = definitionOf(call.tool)
    return callResponseSchema.parse(await client.callTool(params, { ...options, toolDefinition }))
  }
  return client.request({ method: 'tools/call', params }, callResponseSchema, options)
}

/** The tool without its output schema: results are checked in one place for all tools. */
function definitionOf(tool: Tool) {
  return { name: tool.name, inputSchema: { ...tool.inputSchema, type: 'object' as const } }
}
