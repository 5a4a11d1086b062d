import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import type { JsonObject, ModelProviderKind } from '@gatehouse/domain'
import type { ModelMessage, ModelRequest } from '@gatehouse/host/ports'
import { MediaAfterResults, mergeUserMessages } from './media-after-results.ts'
import type { ToolMediaPolicy } from './sendable-media.ts'
import { userContent } from './user-content.ts'
import { objectOf } from './answer/fields.ts'
import { toolResultOutput } from './tool-result-output.ts'
import { wellFormedJson } from './well-formed-unicode.ts'

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']

const MAX_CALL_ID = 40

/**
 * Call ids that every provider takes: their alphabet, their length, unique in the conversation. A
 * transcript may hold ids of another provider, or of a server that counts from 0 in each answer.
 */
function createCallIds() {
  const used = new Set<string>()
  /** The next number to try for each id, so that a thousand equal ids do not cost a million tries. */
  const counts = new Map<string, number>()
  /** Ids given to the calls of this name that have no result yet, in the order of the calls. */
  const open = new Map<string, string[]>()
  return {
    /** A new call of the conversation. */
    open(callId: string): string {
      const base = callId.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_CALL_ID) || 'call'
      let id = base
      for (let count = counts.get(base) ?? 2; used.has(id); count += 1) {
        const suffix = `_${count}`
        id = base.slice(0, MAX_CALL_ID - suffix.length) + suffix
        counts.set(base, count + 1)
      }
      used.add(id)
      open.set(callId, [...(open.get(callId) ?? []), id])
      return id
    },
    /** The id of the first call of this name that has no result yet: a model may name two alike. */
    close: (callId: string): string => open.get(callId)?.shift() ?? callId,
  }
}

interface ToPrompt {
  kind: ModelProviderKind
  /** The media of tools to include; where an API takes none in results, they go in a message of their own. */
  toolMedia: ToolMediaPolicy
  ids: ReturnType<typeof createCallIds>
}

function toMessages(
  message: ModelMessage,
  { kind, toolMedia, ids }: ToPrompt,
): LanguageModelV4Message[] {
  switch (message.role) {
    case 'user': {
      const parts = 'parts' in message ? message.parts : [{ type: 'text' as const, ...message }]
      return [{ role: 'user', content: userContent(parts, { kind, toolMedia }) }]
    }
    case 'assistant': {
      const content = message.parts.flatMap((part): AssistantContent => {
        const options = part.data ? { providerOptions: providerOptions(part.data) } : {}
        if (part.type === 'reasoning') return [{ type: 'reasoning', text: part.text, ...options }]
        if (part.type === 'text')
          return part.text.trim() === '' && !(part.data && kind === 'google')
            ? []
            : [{ type: 'text', text: part.text, ...options }]
        const toolCallId = ids.open(part.callId)
        const call = { toolCallId, toolName: part.name, input: wellFormedJson(part.arguments) }
        return [{ type: 'tool-call', ...call, ...options }]
      })
      return content.length === 0 ? [] : [{ role: 'assistant', content }]
    }
    case 'tool': {
      const following = new MediaAfterResults({ kind, toolMedia })
      const content = message.results.map((result) => ({
        type: 'tool-result' as const,
        toolCallId: ids.close(result.callId),
        toolName: result.name,
        output: toolResultOutput(result, { kind, toolMedia }, following.of(result)),
      }))
      const media = following.message()
      return content.length === 0 ? [] : [{ role: 'tool', content }, ...(media ? [media] : [])]
    }
  }
}

/** The data kept with a part, in the form in which the SDK sends it back. */
function providerOptions(data: JsonObject): SharedV4ProviderMetadata {
  return Object.fromEntries(
    Object.entries(data).flatMap(([vendor, value]) => {
      const options = objectOf(value)
      return options ? [[vendor, options]] : []
    }),
  )
}

/** The request's system text and messages in the shape of the SDK's language-model interface. */
export function toPrompt(
  request: ModelRequest,
  about: Pick<ToPrompt, 'kind' | 'toolMedia'>,
): LanguageModelV4Prompt {
  const ids = createCallIds()
  const messages = mergeUserMessages(
    request.messages.flatMap((message) => toMessages(message, { ...about, ids })),
  )
  return request.system.trim() === ''
    ? messages
    : [{ role: 'system', content: request.system }, ...messages]
}
