import { createHash } from 'node:crypto'
import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import type { JsonObject, ModelProviderKind } from '@gatehouse/domain'
import type { ModelCompatibility } from '@gatehouse/domain/models'
import type { AssistantPart, ModelMessage, ModelRequest } from '@gatehouse/host/ports'
import { MediaAfterResults, mergeUserMessages } from './media-after-results.ts'
import type { ToolMediaPolicy } from '../media/sendable-media.ts'
import { userContent } from '../media/user-content.ts'
import { objectOf, stringOf } from '../fields.ts'
import { UNSIGNED } from '../compatibility/adapt-body.ts'
import { toolResultOutput } from './tool-result-output.ts'
import { wellFormedJson } from './well-formed-unicode.ts'

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']

const MAX_CALL_ID = 40
const NINE = /^[A-Za-z0-9]{9}$/

/** An id of exactly nine letters and digits; the same for the same id. */
const nineOf = (id: string): string =>
  NINE.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 9)

/**
 * Call ids that every provider takes: their alphabet, their length, unique in the conversation. A
 * transcript may hold ids of another provider, or of a server that counts from 0 in each answer. An id goes back
 * unchanged to the model that gave it, unless that refused it.
 */
function createCallIds(form: ModelCompatibility['callIds']) {
  const used = new Set<string>()
  /** The next number to try for each id, so that a thousand equal ids do not cost a million tries. */
  const counts = new Map<string, number>()
  /** Ids given to the calls of this name that have no result yet, in the order of the calls. */
  const open = new Map<string, string[]>()
  return {
    /** A new call of the conversation. */
    open(callId: string, received: string | undefined): string {
      if (received !== undefined && form === undefined) {
        open.set(callId, [...(open.get(callId) ?? []), received])
        return received
      }
      const base = callId.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_CALL_ID) || 'call'
      let id = base
      for (let count = counts.get(base) ?? 2; used.has(id); count += 1) {
        const suffix = `_${count}`
        id = base.slice(0, MAX_CALL_ID - suffix.length) + suffix
        counts.set(base, count + 1)
      }
      used.add(id)
      if (form === 'nine') id = nineOf(id)
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
  form: ModelCompatibility
}

const isChat = (kind: ModelProviderKind): boolean =>
  kind === 'openai-compatible' || kind === 'azure-openai'

function toMessages(
  message: ModelMessage,
  { kind, toolMedia, ids, form }: ToPrompt,
): LanguageModelV4Message[] {
  switch (message.role) {
    case 'user': {
      const parts = 'parts' in message ? message.parts : [{ type: 'text' as const, ...message }]
      return [{ role: 'user', content: userContent(parts, { kind, toolMedia }) }]
    }
    case 'assistant': {
      const content = message.parts.flatMap((part): AssistantContent => {
        // The other APIs sign more than the reasoning itself.
        const data = isChat(kind) || !form.withoutReasoning ? part.data : undefined
        const options = data ? { providerOptions: providerOptions(data) } : {}
        if (part.type === 'reasoning')
          return form.withoutReasoning || isChat(kind) ? [] : [{ ...part, ...options }]
        if (part.type === 'text')
          return part.text.trim() === '' && !(part.data && kind === 'google')
            ? []
            : [{ type: 'text', text: part.text, ...options }]
        const toolCallId = ids.open(part.callId, stringOf(objectOf(part.data?.['call'])?.['id']))
        const call = { toolCallId, toolName: part.name, input: wellFormedJson(part.arguments) }
        return [{ type: 'tool-call', ...call, ...options }]
      })
      const kept = isChat(kind) ? chatReasoning(message.parts, form) : {}
      return content.length === 0
        ? []
        : [{ role: 'assistant', content, providerOptions: { openaiCompatible: kept } }]
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

/**
 * Returns the opaque fields of a message of chat completions, and its reasoning under the names that it came with. Engines that think between
 * calls want it back with them; with other answers it is left out.
 */
function chatReasoning(parts: readonly AssistantPart[], form: ModelCompatibility): JsonObject {
  if (form.withoutReasoning) return {}
  const hasCalls = parts.some(({ type }) => type === 'tool-call')
  const kept: JsonObject = {}
  for (const part of parts) {
    const data = objectOf(part.data?.['chat'])
    if (data && part.type === 'text') Object.assign(kept, objectOf(data['fields']))
    if (!data || part.type !== 'reasoning') continue
    const field = stringOf(data['field'])
    if (field !== undefined && hasCalls) kept[field] = `${stringOf(kept[field]) ?? ''}${part.text}`
    if (Array.isArray(data['details'])) kept['reasoning_details'] = data['details']
  }
  return kept
}

/** Text of the missing answer to results of tools, where roles must alternate. */
const NO_ANSWER = '[No answer followed: the turn was stopped, or failed.]'

type AssistantMessage = Extract<LanguageModelV4Message, { role: 'assistant' }>

/** Returns the answer to results of tools after which a turn ended; `undefined` where none is sent. */
function missingAnswer(
  kind: ModelProviderKind,
  form: ModelCompatibility,
): AssistantMessage | undefined {
  if (form.alternatesRoles)
    return { role: 'assistant', content: [{ type: 'text', text: NO_ANSWER }] }
  // Templates of many models take no message of the user after the results of tools.
  const isSent = isChat(kind) && form.emptyContent !== 'null'
  return isSent ? { role: 'assistant', content: [] } : undefined
}

/** Returns messages with the missing answers; media of tools follow their results without one. */
function withAnswers(
  lists: readonly LanguageModelV4Message[][],
  answer: AssistantMessage,
): LanguageModelV4Message[] {
  return lists.flatMap((list, at) => {
    const isAfterTools = lists[at - 1]?.at(-1)?.role === 'tool' && list[0]?.role === 'user'
    return isAfterTools ? [answer, ...list] : list
  })
}

/** Returns messages in which two answers in a row are one. */
function mergeAnswers(messages: readonly LanguageModelV4Message[]): LanguageModelV4Message[] {
  const joined: LanguageModelV4Message[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (last?.role === 'assistant' && message.role === 'assistant')
      joined[joined.length - 1] = { ...last, content: [...last.content, ...message.content] }
    else joined.push(message)
  }
  return joined
}

/** Returns messages with the system text before the first message of the user. */
function withSystemInUser(
  messages: readonly LanguageModelV4Message[],
  system: string,
): LanguageModelV4Message[] {
  const text = { type: 'text' as const, text: system }
  const at = messages.findIndex(({ role }) => role === 'user')
  const first = messages[at]
  if (first?.role !== 'user') return [{ role: 'user', content: [text] }, ...messages]
  const [start, ...rest] = first.content
  // One text stays one text: many engines that know no system role take plain text alone.
  const content =
    start?.type === 'text' && start.providerOptions === undefined
      ? [{ ...start, text: `${system}\n\n${start.text}` }, ...rest]
      : [text, ...first.content]
  return messages.map((message, index) => (index === at ? { ...first, content } : message))
}

/** The data kept with a part, in the form in which the SDK sends it back. */
function providerOptions(data: JsonObject): SharedV4ProviderMetadata {
  return Object.fromEntries(
    Object.entries(data).flatMap(([vendor, value]) => {
      const options = objectOf(value)
      if (!options || vendor === 'chat' || vendor === 'call') return []
      const isUnsigned = options['unsigned'] === true && options['signature'] === undefined
      return [[vendor, isUnsigned ? { signature: UNSIGNED } : options]]
    }),
  )
}

/** The request's system text and messages in the shape of the SDK's language-model interface. */
export function toPrompt(
  request: ModelRequest,
  {
    kind,
    toolMedia,
    form = {},
  }: Pick<ToPrompt, 'kind' | 'toolMedia'> & { form?: ModelCompatibility },
): LanguageModelV4Prompt {
  const ids = createCallIds(form.callIds)
  const media = form.alternatesRoles ? 'none' : toolMedia
  const about = { kind, toolMedia: media, ids, form }
  const lists = request.messages.map((message) => toMessages(message, about))
  const answer = missingAnswer(kind, form)
  const merged = mergeUserMessages(answer ? withAnswers(lists, answer) : lists.flat())
  const messages = form.alternatesRoles ? mergeAnswers(merged) : merged
  if (request.system.trim() === '') return messages
  return form.systemInUser
    ? withSystemInUser(messages, request.system)
    : [{ role: 'system', content: request.system }, ...messages]
}
