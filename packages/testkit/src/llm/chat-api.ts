import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { splitText, finishOf, rawArguments, usageOf } from './stream-event.ts'
import type { StreamEvent, FakeModelRequest, FakeStep, FakeToolCall } from './fake-step.ts'

const FINISH_REASONS = {
  stop: 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  'content-filter': 'content_filter',
} as const

const CREATED = 1_750_000_000

function callId(call: FakeToolCall, index: number, answerId: string): string {
  return call.id ?? `call_${answerId}_${index}`
}

/** Where Gemini puts the signature of a thought on this API. */
function signed({ thoughtSignature }: FakeToolCall): JsonObject {
  if (thoughtSignature === undefined) return {}
  return { extra_content: { google: { thought_signature: thoughtSignature } } }
}

function usageBody(step: FakeStep): JsonObject {
  const { inputTokens, outputTokens } = usageOf(step)
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  }
}

/** Parallel calls are announced first, then their arguments arrive in turns, as some servers do. */
function toolCallDeltas(step: FakeStep, answerId: string): { delta: JsonObject; opens: boolean }[] {
  const calls = step.toolCalls ?? []
  const opens = calls.map((call, index) => ({
    opens: true,
    delta: {
      tool_calls: [
        {
          index,
          id: callId(call, index, answerId),
          type: 'function',
          function: { name: call.name, arguments: '' },
          ...signed(call),
        },
      ],
    },
  }))
  const pieces = calls.map((call) => splitText(rawArguments(call), step.chunkSize))
  const rounds = Math.max(0, ...pieces.map((list) => list.length))
  const fragments: { delta: JsonObject; opens: boolean }[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, list] of pieces.entries()) {
      const piece = list[round]
      if (piece === undefined) continue
      fragments.push({
        opens: false,
        delta: { tool_calls: [{ index, function: { arguments: piece } }] },
      })
    }
  }
  return [...opens, ...fragments]
}

/** The events of a streamed chat completion, `[DONE]` included. */
export function chatEvents(
  step: FakeStep,
  request: FakeModelRequest,
  answerId: string,
): StreamEvent[] {
  const event = (tag: StreamEvent['tag'], choices: JsonValue[], more: JsonObject = {}) => ({
    tag,
    data: `data: ${JSON.stringify({
      id: `chatcmpl-${answerId}`,
      object: 'chat.completion.chunk',
      created: CREATED,
      model: request.model,
      choices,
      ...more,
    })}\n\n`,
  })
  const delta = (tag: StreamEvent['tag'], value: JsonObject, finish: string | null = null) =>
    event(tag, [{ index: 0, delta: value, finish_reason: finish }])
  const reason = step.fault?.kind === 'empty-finish' ? '' : FINISH_REASONS[finishOf(step)]
  const streamOptions = request.body['stream_options']
  const wantsUsage =
    typeof streamOptions === 'object' &&
    streamOptions !== null &&
    !Array.isArray(streamOptions) &&
    streamOptions['include_usage'] === true
  return [
    delta('start', { role: 'assistant', content: '' }),
    ...splitText(step.reasoning ?? '', step.chunkSize).map((piece) =>
      delta('reasoning', { reasoning_content: piece }),
    ),
    ...splitText(step.text ?? '', step.chunkSize).map((piece) => delta('text', { content: piece })),
    ...toolCallDeltas(step, answerId).map(({ delta: value, opens }) =>
      delta(opens ? 'other' : 'arguments', value),
    ),
    delta('finish', {}, reason),
    ...(wantsUsage ? [event('other', [], { usage: usageBody(step) })] : []),
    { tag: 'end', data: 'data: [DONE]\n\n' },
  ]
}

/** The body of a chat completion that is not streamed. */
export function chatBody(step: FakeStep, request: FakeModelRequest, answerId: string): JsonObject {
  const calls = (step.toolCalls ?? []).map((call, index) => ({
    id: callId(call, index, answerId),
    type: 'function',
    function: { name: call.name, arguments: rawArguments(call) },
    ...signed(call),
  }))
  return {
    id: `chatcmpl-${answerId}`,
    object: 'chat.completion',
    created: CREATED,
    model: request.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: step.text ?? null,
          ...(step.reasoning === undefined ? {} : { reasoning_content: step.reasoning }),
          ...(calls.length > 0 ? { tool_calls: calls } : {}),
        },
        finish_reason: FINISH_REASONS[finishOf(step)],
      },
    ],
    usage: usageBody(step),
  }
}
