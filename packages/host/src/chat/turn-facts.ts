import { canonicalJson, type ModelSource, type ToolCall, type Turn } from '@gatehouse/domain'
import type { BlobStore, Digest, TurnStore } from '../ports/index.ts'
import type { TurnFacts } from './model-messages.ts'
import { mediaBudget, type MediaBudget } from './read-content.ts'
import { readResults } from './read-results.ts'
import { isHostCall, RESULT_TOOL, resultHandle } from './result-tool.ts'
import { modelToolName } from './tool-catalog.ts'

export interface FactSources {
  digest: Digest
  blobs: BlobStore
  turns: Pick<TurnStore, 'providerParts'>
  /** What pictures and sounds may still take; default: as much as those of one turn. */
  media?: MediaBudget
  /** Who is told of the turn. */
  to: ModelSource
  /** Called when something of a result was left out that can be read with the host's own tool. */
  onShortened(): void
}

/** What a model is told of a turn beside its entries. */
export async function turnFacts(
  turn: Turn,
  { digest, blobs, turns, to, onShortened, media = mediaBudget() }: FactSources,
): Promise<TurnFacts> {
  const provided = turns.providerParts(turn.id)
  const isFor = canonicalJson(to)
  return {
    partsOf(message) {
      const kept = provided.get(message.id)
      return kept && canonicalJson(kept.from) === isFor ? kept.parts : undefined
    },
    contentOf: await readResults(turn, blobs, media),
    nameOf: (call: ToolCall) =>
      isHostCall(call) ? call.toolName : modelToolName(call.serverName, call.toolName, digest),
    readOn: (call) => ({ tool: RESULT_TOOL, handle: resultHandle(turn.id, call), onShortened }),
  }
}
