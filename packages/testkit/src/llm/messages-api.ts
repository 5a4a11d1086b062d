import { createHash } from 'node:crypto'
import type { JsonObject } from '@gatehouse/domain'
import { splitText, finishOf, rawArguments, usageOf } from './stream-event.ts'
import type { StreamEvent, FakeModelRequest, FakeStep, FakeToolCall } from './fake-step.ts'

const STOP_REASONS = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  'content-filter': 'refusal',
} as const

/** Of these very words: the endpoint takes no others back with it. */
export const signatureOf = (thinking: string): string =>
  createHash('sha256').update(`signed ${thinking}`).digest('base64')

interface Block {
  start: JsonObject
  tag: StreamEvent['tag']
  deltas: JsonObject[]
}

function event(tag: StreamEvent['tag'], body: JsonObject & { type: string }): StreamEvent {
  return { tag, data: `event: ${body.type}\ndata: ${JSON.stringify(body)}\n\n` }
}

function callId(call: FakeToolCall, index: number, answerId: string): string {
  return call.id ?? `toolu_${answerId}_${index}`
}

function blocksOf(step: FakeStep, answerId: string): Block[] {
  const blocks: Block[] = []
  if (step.reasoning !== undefined) {
    blocks.push({
      tag: 'reasoning',
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        ...splitText(step.reasoning, step.chunkSize).map((thinking) => ({
          type: 'thinking_delta',
          thinking,
        })),
        { type: 'signature_delta', signature: signatureOf(step.reasoning) },
      ],
    })
  }
  if (step.redactedReasoning !== undefined) {
    const start = { type: 'redacted_thinking', data: step.redactedReasoning }
    blocks.push({ tag: 'reasoning', start, deltas: [] })
  }
  if (step.text !== undefined) {
    blocks.push({
      tag: 'text',
      start: { type: 'text', text: '' },
      deltas: splitText(step.text, step.chunkSize).map((text) => ({ type: 'text_delta', text })),
    })
  }
  for (const [index, call] of (step.toolCalls ?? []).entries()) {
    blocks.push({
      tag: 'arguments',
      start: { type: 'tool_use', id: callId(call, index, answerId), name: call.name, input: {} },
      deltas: ['', ...splitText(rawArguments(call), step.chunkSize)].map((partial) => ({
        type: 'input_json_delta',
        partial_json: partial,
      })),
    })
  }
  return blocks
}

/** The events of a streamed message, from `message_start` to `message_stop`. */
export function messagesEvents(
  step: FakeStep,
  request: FakeModelRequest,
  answerId: string,
): StreamEvent[] {
  const { inputTokens, outputTokens } = usageOf(step)
  const stopReason = step.fault?.kind === 'empty-finish' ? null : STOP_REASONS[finishOf(step)]
  const message = {
    id: `msg_${answerId}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: inputTokens, output_tokens: 1 },
  }
  return [
    event('start', { type: 'message_start', message }),
    event('other', { type: 'ping' }),
    ...blocksOf(step, answerId).flatMap((block, index) => [
      event('other', { type: 'content_block_start', index, content_block: block.start }),
      ...block.deltas.map((delta) =>
        event(block.tag, { type: 'content_block_delta', index, delta }),
      ),
      event('other', { type: 'content_block_stop', index }),
    ]),
    event('finish', {
      type: 'message_delta',
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: outputTokens },
    }),
    event('end', { type: 'message_stop' }),
  ]
}

/** The body of a message that is not streamed. Raw arguments that do not parse become `{}`. */
export function messagesBody(
  step: FakeStep,
  request: FakeModelRequest,
  answerId: string,
): JsonObject {
  const { inputTokens, outputTokens } = usageOf(step)
  const content: JsonObject[] = []
  if (step.reasoning !== undefined) {
    const signature = signatureOf(step.reasoning)
    content.push({ type: 'thinking', thinking: step.reasoning, signature })
  }
  if (step.redactedReasoning !== undefined)
    content.push({ type: 'redacted_thinking', data: step.redactedReasoning })
  if (step.text !== undefined) content.push({ type: 'text', text: step.text })
  for (const [index, call] of (step.toolCalls ?? []).entries()) {
    content.push({
      type: 'tool_use',
      id: callId(call, index, answerId),
      name: call.name,
      input: typeof call.arguments === 'string' ? {} : call.arguments,
    })
  }
  return {
    id: `msg_${answerId}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content,
    stop_reason: STOP_REASONS[finishOf(step)],
    stop_sequence: null,
    usage: { input_tokens: inputTokens, output_tokens: outputTokens },
  }
}
