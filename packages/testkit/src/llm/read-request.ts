import { z } from 'zod'
import type { JsonObject } from '@gatehouse/domain'
import type { FakeModelApi } from './fake-step.ts'
import { signatureOf } from './messages-api.ts'
import { readGemini, readResponses } from './read-newer-apis.ts'
import { issueWords, missingIds, type ParsedModelRequest } from './read-problems.ts'

const toolName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const objectSchema = z.looseObject({ type: z.literal('object') })
const part = z.looseObject({ type: z.string(), text: z.string().optional() })
const content = z.union([z.string(), z.array(part), z.null()])

const chatRequest = z.looseObject({
  model: z.string().min(1),
  stream: z.boolean().optional(),
  messages: z
    .array(
      z.discriminatedUnion('role', [
        z.looseObject({ role: z.literal('system'), content }),
        z.looseObject({ role: z.literal('user'), content }),
        z.looseObject({
          role: z.literal('assistant'),
          content: content.optional(),
          tool_calls: z
            .array(
              z.looseObject({
                id: z.string().min(1),
                type: z.literal('function'),
                function: z.looseObject({ name: z.string(), arguments: z.string() }),
              }),
            )
            .optional(),
        }),
        z.looseObject({ role: z.literal('tool'), tool_call_id: z.string(), content }),
      ]),
    )
    .min(1),
  tools: z
    .array(
      z.looseObject({
        type: z.literal('function'),
        function: z.looseObject({ name: toolName, parameters: objectSchema.optional() }),
      }),
    )
    .optional(),
})

const resultPart = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: content.optional(),
})
const usePart = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string().min(1),
  name: toolName,
})
const messagesRequest = z.looseObject({
  model: z.string().min(1),
  stream: z.boolean().optional(),
  max_tokens: z.number().int().positive(),
  system: content.optional(),
  thinking: z.looseObject({ type: z.string() }).optional(),
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['user', 'assistant']),
        content: z.union([z.string(), z.array(z.union([resultPart, usePart, part]))]),
      }),
    )
    .min(1),
  tools: z.array(z.looseObject({ name: toolName, input_schema: objectSchema })).optional(),
})

function plainText(value: z.infer<typeof content> | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return value.map((item) => item.text ?? '').join('')
}

/** The pairing rule of chat completions: every call has its result before the next message. */
function chatPairing(messages: z.infer<typeof chatRequest>['messages']): string | undefined {
  let wanted: string[] = []
  let given: string[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      given.push(message.tool_call_id)
      continue
    }
    const problem = missingIds(wanted, given)
    if (problem) return problem
    given = []
    wanted = message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.id) : []
  }
  return missingIds(wanted, given)
}

function idsOf(value: string | JsonParts, type: 'tool_use' | 'tool_result'): string[] {
  if (typeof value === 'string') return []
  return value.flatMap((item) => {
    if (item.type !== type) return []
    const id = type === 'tool_use' ? item['id'] : item['tool_use_id']
    return typeof id === 'string' ? [id] : []
  })
}
/** Newer models of many providers take no beginning of an answer. */
function prefillProblem(messages: readonly { role: string }[]): string | undefined {
  return messages.at(-1)?.role === 'assistant'
    ? 'This model does not support assistant message prefill. The conversation must end with a user message.'
    : undefined
}

/**
 * Reasoning comes back with the signature that was given for these words, and never last; where the model is
 * to think, the answer that is under way begins with it.
 */
function thinkingProblem({
  messages,
  thinking: asked,
}: z.infer<typeof messagesRequest>): string | undefined {
  const latest = messages.findLast(({ role }) => role === 'assistant')?.content
  const isCalling = Array.isArray(latest) && latest.some(({ type }) => type === 'tool_use')
  if (isCalling && asked?.type === 'enabled' && !latest[0]?.type.endsWith('thinking'))
    return 'Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.'
  for (const { content: parts } of messages) {
    if (typeof parts === 'string') continue
    for (const { type, thinking, signature } of parts)
      if (type === 'thinking' && signature !== signatureOf(String(thinking)))
        return 'Invalid `signature` in `thinking` block'
    if (parts.at(-1)?.type.endsWith('thinking'))
      return 'The final block in an assistant message cannot be `thinking`.'
  }
  return undefined
}

type JsonParts = { type: string; [key: string]: unknown }[]

/** The pairing rule of messages: `tool_result` blocks come in the very next user message. */
function messagesPairing(
  messages: z.infer<typeof messagesRequest>['messages'],
): string | undefined {
  let wanted: string[] = []
  for (const message of messages) {
    const given = message.role === 'user' ? idsOf(message.content, 'tool_result') : []
    const problem = missingIds(wanted, given)
    if (problem) return problem
    wanted = message.role === 'assistant' ? idsOf(message.content, 'tool_use') : []
  }
  return missingIds(wanted, [])
}

function readChat(body: JsonObject): ParsedModelRequest {
  const parsed = chatRequest.safeParse(body)
  if (!parsed.success) return { ok: false, message: issueWords(parsed.error) }
  const { messages, model, stream, tools } = parsed.data
  const problem = chatPairing(messages) ?? prefillProblem(messages)
  if (problem) return { ok: false, message: problem }
  const last = messages.findLastIndex((message) => message.role === 'assistant')
  const user = messages.findLast((message) => message.role === 'user')
  return {
    ok: true,
    request: {
      api: 'chat',
      model,
      stream: stream ?? false,
      system: messages
        .filter((message) => message.role === 'system')
        .map((message) => plainText(message.content))
        .join('\n'),
      lastUserText: plainText(user?.content),
      toolResults: messages
        .slice(last + 1)
        .flatMap((message) =>
          message.role === 'tool'
            ? [{ callId: message.tool_call_id, text: plainText(message.content) }]
            : [],
        ),
      toolNames: (tools ?? []).map((tool) => tool.function.name),
      body,
    },
  }
}

function messageText(value: string | JsonParts): string {
  if (typeof value === 'string') return value
  return value
    .map((item) => (item.type === 'text' && typeof item['text'] === 'string' ? item['text'] : ''))
    .join('')
}

function readMessages(body: JsonObject): ParsedModelRequest {
  const parsed = messagesRequest.safeParse(body)
  if (!parsed.success) return { ok: false, message: issueWords(parsed.error) }
  const { messages, model, stream, system, tools } = parsed.data
  const problem =
    messagesPairing(messages) ?? thinkingProblem(parsed.data) ?? prefillProblem(messages)
  if (problem) return { ok: false, message: problem }
  const last = messages.findLastIndex((message) => message.role === 'assistant')
  const users = messages.filter((message) => message.role === 'user')
  const texts = users.map((message) => messageText(message.content)).filter((text) => text !== '')
  return {
    ok: true,
    request: {
      api: 'messages',
      model,
      stream: stream ?? false,
      system: plainText(system),
      lastUserText: texts.at(-1) ?? '',
      toolResults: messages.slice(last + 1).flatMap((message) =>
        typeof message.content === 'string'
          ? []
          : message.content.flatMap((item) => {
              const result = resultPart.safeParse(item)
              if (!result.success) return []
              return [{ callId: result.data.tool_use_id, text: plainText(result.data.content) }]
            }),
      ),
      toolNames: (tools ?? []).map((tool) => tool.name),
      body,
    },
  }
}

const readers: Readonly<Record<FakeModelApi, (body: JsonObject) => ParsedModelRequest>> = {
  chat: readChat,
  azure: readAzure,
  messages: readMessages,
  responses: readResponses,
  gemini: readGemini,
}

/** Azure's own names of parameters: what OpenAI has renamed is refused. */
function readAzure(body: JsonObject): ParsedModelRequest {
  if ('max_tokens' in body)
    return {
      ok: false,
      message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.",
    }
  const read = readChat(body)
  return read.ok ? { ...read, request: { ...read.request, api: 'azure' } } : read
}

/** Reads a body as strictly as the real providers do: names, schemas, and calls with their results. */
export function readModelRequest(api: FakeModelApi, body: JsonObject): ParsedModelRequest {
  return readers[api](body)
}
