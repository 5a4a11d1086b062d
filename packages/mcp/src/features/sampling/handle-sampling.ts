import type { Client } from '@modelcontextprotocol/client'
import {
  messageFault,
  samplingRequestSchema,
  type SamplingAnswer,
  type SamplingRequest,
} from '@gatehouse/domain/server-requests'
import type { z } from 'zod'
import { askHost, type HandlerContext } from '../../requests/handler-support/ask-host.ts'
import {
  assertWithinSizeLimit,
  invalidParams,
} from '../../requests/handler-support/request-refusal.ts'
import { answerContent } from './sampling-messages.ts'

/** Handles `sampling/createMessage` if it is declared. Call before connecting. */
export function handleSampling(client: Client, parts: HandlerContext): void {
  const { clientFeatures, onRequest } = parts.options
  const { sampling } = clientFeatures
  if (!sampling) return
  client.setRequestHandler('sampling/createMessage', ({ params }, { mcpReq }) =>
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

interface GivenMessage {
  content: unknown
}

/** Which list is too long is worth a word to whoever writes the server. */
function wordsOf(issues: readonly z.core.$ZodIssue[]): string {
  const [issue] = issues
  const place = issue?.path.map(String).join('.').slice(0, 100)
  if (issue?.code === 'too_big' && place === 'maxTokens')
    return `The request asks for too much: maxTokens is more than ${issue.maximum}.`
  if (issue?.code === 'too_big')
    return `The request lists too much: ${place} has more than ${issue.maximum}.`
  if (issue?.code === 'custom') return `The request lists too much: ${issue.message}.`
  return 'The request could not be read.'
}

/** `sampling/createMessage` (MCP 2025-11-25 and 2026-07-28, client/sampling). */
export async function answerSampling(
  params: { messages: GivenMessage[] },
  declared: { tools: boolean },
  ask: (request: SamplingRequest) => Promise<SamplingAnswer>,
) {
  assertWithinSizeLimit(params)
  const parsed = samplingRequestSchema.safeParse({
    ...params,
    messages: params.messages.map((message) => ({
      ...message,
      content: Array.isArray(message.content) ? message.content : [message.content],
    })),
  })
  if (!parsed.success) throw invalidParams(wordsOf(parsed.error.issues))
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
