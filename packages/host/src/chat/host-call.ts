import type { JsonObject, ToolCall } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import type { LiveTurn } from './live-turn.ts'
import { hostCallFacts, readResult, type LastReadBlocks } from './result-tool.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'ids' | 'clock'> & {
  /** What the calls of one step have in common. */
  last: LastReadBlocks
}

/**
 * A call of the host's own tool. Nobody is asked: it gives the model what is in this chat already, and is
 * shown like any other call. It is added at once, and carried out by what is given back.
 */
export function addHostCall(
  live: LiveTurn,
  proposal: { callId: string; arguments: JsonObject },
  { stores, ids, clock, last }: Dependencies,
): () => Promise<void> {
  const { step, conversationId } = live.state
  const { callId, arguments: args } = proposal
  const now = clock.now()
  const call: ToolCall = {
    ...hostCallFacts,
    kind: 'tool-call',
    id: ids.next(),
    step,
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
    const read = await readResult(args, conversationId, { ...stores, last })
    const result = await live.storeResult(read)
    live.apply({ type: 'tool-call-finished', entryId: call.id, result, at: clock.now() })
  }
}
