import { createHash } from 'node:crypto'
import type { JsonObject } from '@gatehouse/domain'
import { splitText, finishOf, rawArguments, usageOf } from './stream-event.ts'
import type { StreamEvent, FakeModelRequest, FakeStep, FakeToolCall } from './fake-step.ts'

const CREATED = 1_750_000_000

/** Sealed reasoning of these very words: the endpoint takes no others back with it. */
export const signatureOf = (summary: string): string =>
  createHash('sha256').update(`sealed ${summary}`).digest('base64')

/** Events of one output item between its beginning and its end. */
interface Item {
  added: JsonObject
  deltas: { tag: StreamEvent['tag']; event: JsonObject & { type: string } }[]
  done: JsonObject
}

function callId(call: FakeToolCall, index: number, answerId: string): string {
  return call.id ?? `call_${answerId}_${index}`
}

function reasoningItem(id: string, summary: string, pieces: string[]): Item {
  const about = { item_id: id, summary_index: 0 }
  return {
    added: { type: 'reasoning', id, summary: [] },
    deltas: [
      {
        tag: 'other',
        event: {
          type: 'response.reasoning_summary_part.added',
          ...about,
          part: { type: 'summary_text', text: '' },
        },
      },
      ...pieces.map((delta) => ({
        tag: 'reasoning' as const,
        event: { type: 'response.reasoning_summary_text.delta', ...about, delta },
      })),
      {
        tag: 'other',
        event: {
          type: 'response.reasoning_summary_part.done',
          ...about,
          part: { type: 'summary_text', text: summary },
        },
      },
    ],
    done: {
      type: 'reasoning',
      id,
      summary: [{ type: 'summary_text', text: summary }],
      encrypted_content: signatureOf(summary),
    },
  }
}

function messageItem(id: string, text: string, pieces: string[]): Item {
  const message = { type: 'message', id, role: 'assistant' }
  const part = { type: 'output_text', text, annotations: [] }
  return {
    added: { ...message, status: 'in_progress', content: [] },
    deltas: pieces.map((delta) => ({
      tag: 'text',
      event: {
        type: 'response.output_text.delta',
        item_id: id,
        content_index: 0,
        delta,
        logprobs: [],
      },
    })),
    done: { ...message, status: 'completed', content: [part] },
  }
}

function callItem(call: FakeToolCall, id: string, about: { callId: string; size?: number }): Item {
  const raw = rawArguments(call)
  const item = { type: 'function_call', id, call_id: about.callId, name: call.name }
  return {
    added: { ...item, status: 'in_progress', arguments: '' },
    deltas: splitText(raw, about.size).map((delta) => ({
      tag: 'arguments',
      event: { type: 'response.function_call_arguments.delta', item_id: id, delta },
    })),
    done: {
      ...item,
      status: call.incomplete ? 'incomplete' : 'completed',
      arguments: raw,
    },
  }
}

function itemsOf(step: FakeStep, answerId: string): Item[] {
  const items: Item[] = []
  const size = step.chunkSize === undefined ? {} : { size: step.chunkSize }
  if (step.reasoning !== undefined) {
    const pieces = splitText(step.reasoning, step.chunkSize)
    items.push(reasoningItem(`rs_${answerId}`, step.reasoning, pieces))
  }
  if (step.redactedReasoning !== undefined) {
    const item = { type: 'reasoning', id: `rs_${answerId}_sealed`, summary: [] }
    items.push({
      added: item,
      deltas: [],
      done: { ...item, encrypted_content: step.redactedReasoning },
    })
  }
  if (step.text !== undefined)
    items.push(messageItem(`msg_${answerId}`, step.text, splitText(step.text, step.chunkSize)))
  for (const [index, call] of (step.toolCalls ?? []).entries()) {
    const about = { callId: callId(call, index, answerId), ...size }
    items.push(callItem(call, `fc_${answerId}_${index}`, about))
  }
  return items
}

function usageBody(step: FakeStep): JsonObject {
  const { inputTokens, outputTokens } = usageOf(step)
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  }
}

function ended(step: FakeStep): { status: string; incomplete_details: JsonObject | null } {
  if (step.fault?.kind === 'empty-finish')
    return { status: 'incomplete', incomplete_details: { reason: '' } }
  switch (finishOf(step)) {
    case 'length':
      return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
    case 'content-filter':
      return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }
    default:
      return { status: 'completed', incomplete_details: null }
  }
}

/** The events of a streamed response, from `response.created` to `response.completed`. */
export function responsesEvents(
  step: FakeStep,
  request: FakeModelRequest,
  answerId: string,
): StreamEvent[] {
  let number = 0
  const event = (tag: StreamEvent['tag'], body: JsonObject & { type: string }): StreamEvent => {
    const data = JSON.stringify({ ...body, sequence_number: number })
    number += 1
    return { tag, data: `event: ${body.type}\ndata: ${data}\n\n` }
  }
  const response = {
    id: `resp_${answerId}`,
    object: 'response',
    created_at: CREATED,
    model: request.model,
    output: [],
  }
  const items = itemsOf(step, answerId)
  const { status, incomplete_details } = ended(step)
  return [
    event('start', { type: 'response.created', response: { ...response, status: 'in_progress' } }),
    event('other', {
      type: 'response.in_progress',
      response: { ...response, status: 'in_progress' },
    }),
    ...items.flatMap(({ added, deltas, done }, output_index) => [
      event('other', { type: 'response.output_item.added', output_index, item: added }),
      ...deltas.map((delta) => event(delta.tag, { ...delta.event, output_index })),
      event('other', { type: 'response.output_item.done', output_index, item: done }),
    ]),
    event('finish', {
      type: `response.${status}`,
      response: {
        ...response,
        status,
        output: items.map(({ done }) => done),
        incomplete_details,
        usage: usageBody(step),
      },
    }),
  ]
}

/** The body of a response that is not streamed. */
export function responsesBody(
  step: FakeStep,
  request: FakeModelRequest,
  answerId: string,
): JsonObject {
  return {
    id: `resp_${answerId}`,
    object: 'response',
    created_at: CREATED,
    model: request.model,
    output: itemsOf(step, answerId).map(({ done }) => done),
    ...ended(step),
    usage: usageBody(step),
  }
}
