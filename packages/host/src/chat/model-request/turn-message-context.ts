import {
  canonicalJson,
  type Attachment,
  type ModelSource,
  type ToolCall,
  type Turn,
} from '@gatehouse/domain'
import type { DocumentRoom } from '@gatehouse/domain/documents'
import type { BlobStore, Digest, ModelMessage, TurnStore } from '../../ports/index.ts'
import { toUserMessage } from '../attachments/attached-messages.ts'
import type { TurnMessageContext } from './model-messages.ts'
import { mediaBudget, type MediaBudget } from '../tool-results/model-content-limits.ts'
import type { StoredMedia } from '../tool-results/load-media.ts'
import { loadResults } from '../tool-results/load-results.ts'
import {
  attachmentHandle,
  isHostCall,
  RESULT_TOOL,
  resultHandle,
} from '../tool-results/result-tool.ts'
import { modelToolName } from '../tool-offers/tool-catalog.ts'

export interface MessageContextSources {
  digest: Digest
  blobs: BlobStore
  turns: Pick<TurnStore, 'providerParts'>
  /** The budget left for pictures and audio; default: that of one turn. */
  media?: MediaBudget
  /** PDF files that the request still takes; default: none. Files of the turn are taken out of it. */
  documents?: DocumentRoom
  /** The model that the turn is sent to. */
  to: ModelSource
  /** True if the model is offered a tool of this name; default: none. */
  offers?(name: string): boolean
  /** True if the model takes media of this type; default: unknown. */
  takes?(mimeType: string): boolean | undefined
  /** True if the media is larger than the provider takes; default: none is. */
  isTooLarge?(media: StoredMedia): boolean
  /** Characters that a result of a step may take; default: as many as any. */
  resultLimit?: ((step: number) => number) | undefined
  /** Called when something of a result was left out that can be read with the host's own tool. */
  onShortened(): void
}

/** The properties of a turn that shape the messages for a model. */
export async function turnMessageContext(
  turn: Turn,
  sources: MessageContextSources,
): Promise<TurnMessageContext> {
  const { digest, blobs, turns, to, onShortened } = sources
  const {
    media = mediaBudget(),
    documents = { bytes: 0, pages: 0 },
    resultLimit,
    takes = () => undefined,
    isTooLarge = () => false,
  } = sources
  const { offers = () => false } = sources
  const nameOf = (call: ToolCall): string =>
    isHostCall(call) ? call.toolName : modelToolName(call.serverName, call.toolName, digest)
  const on = { tool: RESULT_TOOL, onShortened }
  const messages = new Map<string, ModelMessage[]>()
  // Before the results: what the person attached comes first.
  for (const entry of turn.entries)
    if (entry.kind === 'user-message') {
      const readOn = (attachment: Attachment) => ({
        ...on,
        handle: attachmentHandle(turn.id, entry, attachment),
      })
      messages.set(
        entry.id,
        await toUserMessage(entry, { blobs, media, documents, takes, isTooLarge, readOn }),
      )
    }
  const provided = turns.providerParts(turn.id)
  const isFor = canonicalJson(to)
  return {
    partsOf(message) {
      const kept = provided.get(message.id)
      return kept && canonicalJson(kept.from) === isFor ? kept.parts : undefined
    },
    messagesOf: ({ id }) => messages.get(id) ?? [],
    contentOf: await loadResults(turn, blobs, { media, takes, isTooLarge }),
    nameOf,
    isOffered: (call) => offers(nameOf(call)),
    resultLimit,
    readOn: (call) => ({ ...on, handle: resultHandle(turn.id, call) }),
  }
}
