import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import type { Tool, ToolResult } from '@gatehouse/domain'
import type { ToolCallRequest } from '@gatehouse/host/ports'
import { untilAborted } from '../deadline.ts'
import type { Session, SessionContext } from '../session.ts'
import { startCallClock } from './call-clock.ts'
import { toCallError } from './call-error.ts'
import { checkOutput } from './check-output.ts'
import { hasHeaderParameters } from './header-parameters.ts'
import { looseResultSchema, parseResult, type LooseResult } from './parse-result.ts'
import { createProgressRelay } from './progress-relay.ts'

/** The call clock sets the limits; the client's own would not tell the server why. */
const NO_LIMIT_MS = 2_147_483_647

/** `tools/call` with progress, cancellation and time limits. Rejects as the port says. */
export async function callTool(
  { session, context }: { session: Session; context: SessionContext },
  call: ToolCallRequest,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { serverName, requestTimeoutMs } = context.options
  const toolName = call.tool.name
  const startedAt = performance.now()
  const clock = startCallClock({ silenceMs: requestTimeoutMs, patience: context.patience }, signal)
  const relay = createProgressRelay(call.onProgress)
  const options: RequestOptions = {
    signal: clock.signal,
    timeout: NO_LIMIT_MS,
    onprogress: (progress) => {
      clock.touch()
      const { total, message } = progress
      relay.push({
        progress: progress.progress,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      })
    },
  }
  try {
    const sent = session.request((client) => send(client, call, options))
    const result = parseResult(await untilAborted(sent, clock.signal))
    const { outputSchema } = call.tool
    if (outputSchema) checkOutput(result, { serverName, toolName, outputSchema, log: context.log })
    return result
  } catch (error) {
    const elapsedMs = performance.now() - startedAt
    throw toCallError(error, { serverName, toolName, end: clock.end(), elapsedMs })
  } finally {
    relay.stop()
    clock.dispose()
  }
}

async function send(
  client: Client,
  call: ToolCallRequest,
  options: RequestOptions,
): Promise<LooseResult> {
  const params = { name: call.tool.name, arguments: call.arguments }
  // Only the client knows how to mirror arguments into headers; its strict result is the price.
  if (client.getProtocolEra() === 'modern' && hasHeaderParameters(call.tool.inputSchema)) {
    const toolDefinition = definitionOf(call.tool)
    return looseResultSchema.parse(await client.callTool(params, { ...options, toolDefinition }))
  }
  return client.request({ method: 'tools/call', params }, looseResultSchema, options)
}

/** Without the output schema: results are checked in one place for all tools. */
function definitionOf(tool: Tool) {
  return { name: tool.name, inputSchema: { ...tool.inputSchema, type: 'object' as const } }
}
