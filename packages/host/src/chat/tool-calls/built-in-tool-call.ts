import type { JsonObject, ToolCall, ToolResult } from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { LiveTurn } from '../turns/live-turn.ts'
import { builtInToolCallFacts } from '../tool-results/result-tool.ts'

type Dependencies = Pick<HostDependencies, 'ids' | 'clock'>

/** A call of a tool of the host's own, and what carries it out. */
export interface BuiltInToolCall {
  callId: string
  tool: string
  arguments: JsonObject
  run(args: JsonObject): Promise<ToolResult>
}

/**
 * A call of a tool of the host's own. No one is asked: it reads what is in this chat or which tools it has, and
 * is shown like any other call. It is added at once, and carried out by what is given back.
 */
export function addBuiltInToolCall(
  live: LiveTurn,
  { callId, tool, arguments: args, run }: BuiltInToolCall,
  { ids, clock }: Dependencies,
): () => Promise<void> {
  const now = clock.now()
  const call: ToolCall = {
    ...builtInToolCallFacts(tool),
    kind: 'tool-call',
    id: ids.next(),
    step: live.state.step,
    callId,
    origin: 'model',
    proposedArguments: args,
    arguments: args,
    status: 'running',
    createdAt: now,
    startedAt: now,
  }
  live.apply({ type: 'tool-call-added', call })
  return async () => {
    const result = await live.storePartsOf(await run(args))
    live.apply({ type: 'tool-call-finished', entryId: call.id, result, at: clock.now() })
  }
}
