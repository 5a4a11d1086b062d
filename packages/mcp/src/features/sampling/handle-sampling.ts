import type { Client } from '@modelcontextprotocol/client'
import {
  messageFault,
  samplingRequestSchema,
  type SamplingAnswer,
  type SamplingRequest,
} from '@gatehouse/domain/server-requests'
import { z } from 'zod'
import { describeIssues } from '../../message-parsing/describe-issue.ts'
import { askHost, type HandlerContext } from '../../requests/handler-support/ask-host.ts'
import {
  assertWithinSizeLimit,
  invalidParams,
} from '../../requests/handler-support/request-refusal.ts'

/** Handles `sampling/createMessage` if it is declared. Call before connecting. */
export function handleSampling(client: Client, parts: HandlerContext): void {
  const { clientFeatures, onRequest } = parts.options
  const { sampling } = clientFeatures
  if (!sampling) return
  client.setRequestHandler('sampling/createMessage', { params: anyParams }, (params, { mcpReq }) =>
    answerSampling(params, sampling, (request) =>
      askHost(parts, {
        what: 'sampling request',
        run: (context, signal) => onRequest.sample(request, context, signal),
        signal: mcpReq.signal,
        id: mcpReq.id,
      }),
    ),
  )
}

/** Read by the schema of the host alone, which names what is wrong. */
const anyParams = z.looseObject({})

/** Which list is too long is worth a word to whoever writes the server. */
function wordsOf(issues: readonly z.core.$ZodIssue[], given: unknown): string {
  const [issue] = issues
  const place = issue?.path.map(String).join('.').slice(0, 100)
  if (issue?.code === 'too_big' && place === 'maxTokens')
    return `The request asks for too much: maxTokens is more than ${issue.maximum}.`
  if (issue?.code === 'too_big')
    return `The request lists too much: ${place} has more than ${issue.maximum}.`
  if (issue?.code === 'custom') return `The request lists too much: ${issue.message}.`
  return `The request could not be read: ${describeIssues(issues, { given })}.`
}

/** `sampling/createMessage` (MCP 2025-11-25 and 2026-07-28, client/sampling). */
export async function answerSampling(
  params: Record<string, unknown>,
  declared: { tools: boolean },
  ask: (request: SamplingRequest) => Promise<SamplingAnswer>,
) {
  assertWithinSizeLimit(params)
  const { messages = [] } = params
  const given = {
    ...params,
    messages: Array.isArray(messages) ? messages.map(readMessage) : messages,
  }
  const parsed = samplingRequestSchema.safeParse(given)
  if (!parsed.success) throw invalidParams(wordsOf(parsed.error.issues, given))
  const request = parsed.data
  const wantsTools = request.tools !== undefined || request.toolChoice !== undefined
  if (wantsTools && !declared.tools) throw invalidParams('Tools in sampling were not declared.')
  const fault = messageFault(request.messages)
  if (fault !== undefined) throw invalidParams(fault)
  const answer = await ask(request)
  return {
    model: answer.model,
    role: 'assistant' as const,
    content: answerContent(answer, request),
    ...(answer.stopReason === undefined ? {} : { stopReason: answer.stopReason }),
  }
}

/** A block or a text alone is a list of one. */
function readMessage(message: unknown): unknown {
  if (typeof message !== 'object' || message === null || !('content' in message)) return message
  const { content } = message
  const blocks: unknown[] = Array.isArray(content) ? content : [content]
  return {
    ...message,
    content: blocks.map((block) =>
      typeof block === 'string' ? { type: 'text', text: block } : block,
    ),
  }
}

type Block = SamplingAnswer['content'][number]

/**
 * The content of an answer as it goes out. Only a request that offers tools may get a list (MCP
 * 2025-11-25, client/sampling); for all others text is put together.
 */
function answerContent({ content }: SamplingAnswer, request: SamplingRequest) {
  const blocks = content.map(bareBlock)
  const [first, ...more] = blocks
  if (first !== undefined && more.length === 0) return first
  if (request.tools !== undefined || request.toolChoice !== undefined) return blocks
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  const media = blocks.find((block) => block.type === 'image' || block.type === 'audio')
  return text.length === 0 && media ? media : textBlock(text.join('\n\n'))
}

const textBlock = (text: string) => ({ type: 'text' as const, text })

/** The block without annotations and metadata: an answer has none of its own. */
function bareBlock(block: Block) {
  switch (block.type) {
    case 'text':
      return textBlock(block.text)
    case 'image':
    case 'audio':
      return { type: block.type, data: block.data, mimeType: block.mimeType }
    case 'tool_use':
      return { type: block.type, id: block.id, name: block.name, input: block.input }
  }
}
