import type { JsonObject } from '@gatehouse/domain'
import { splitText, finishOf, rawArguments, usageOf } from './stream-event.ts'
import type { StreamEvent, FakeModelRequest, FakeStep, FakeToolCall } from './fake-step.ts'

const FINISH_REASONS = {
  stop: 'STOP',
  'tool-calls': 'STOP',
  length: 'MAX_TOKENS',
  'content-filter': 'SAFETY',
} as const

function usageBody(step: FakeStep): JsonObject {
  const { inputTokens, outputTokens } = usageOf(step)
  return {
    promptTokenCount: inputTokens,
    candidatesTokenCount: outputTokens,
    totalTokenCount: inputTokens + outputTokens,
  }
}

/** A call comes whole, in one part; raw text in place of its arguments is what only a broken endpoint sends. */
function callPart(call: FakeToolCall, index: number, answerId: string): JsonObject {
  const { name, arguments: args, thoughtSignature } = call
  return {
    functionCall: { id: call.id ?? `call_${answerId}_${index}`, name, args },
    ...(thoughtSignature === undefined ? {} : { thoughtSignature }),
  }
}

/** Arguments in parts, as they come when a request asks for streamed arguments. */
function partialCall(call: FakeToolCall, pieces: string[]): JsonObject[] {
  return [
    { functionCall: { id: 'call_partial', name: call.name, willContinue: true } },
    ...pieces.map((stringValue) => ({
      functionCall: {
        partialArgs: [{ jsonPath: '$.value', stringValue, willContinue: true }],
        willContinue: true,
      },
    })),
    { functionCall: {} },
  ]
}

function partsOf(
  step: FakeStep,
  answerId: string,
): { tag: StreamEvent['tag']; part: JsonObject }[] {
  const calls = step.toolCalls ?? []
  const isEndless = step.fault?.kind === 'endless'
  return [
    ...splitText(step.reasoning ?? '', step.chunkSize).map((text) => ({
      tag: 'reasoning' as const,
      part: { text, thought: true },
    })),
    ...(step.redactedReasoning === undefined
      ? []
      : [
          {
            tag: 'reasoning' as const,
            part: { text: '', thought: true, thoughtSignature: step.redactedReasoning },
          },
        ]),
    ...splitText(step.text ?? '', step.chunkSize).map((text) => ({
      tag: 'text' as const,
      part: { text },
    })),
    ...calls.flatMap((call, index) => {
      const parts = isEndless
        ? partialCall(call, splitText(rawArguments(call), step.chunkSize))
        : [callPart(call, index, answerId)]
      return parts.map((part) => ({ tag: 'arguments' as const, part }))
    }),
  ]
}

function answerOf(request: FakeModelRequest, answerId: string, more: JsonObject): JsonObject {
  return { ...more, modelVersion: request.model, responseId: `resp_${answerId}` }
}

function finishReason(step: FakeStep): string {
  return step.fault?.kind === 'empty-finish' ? '' : FINISH_REASONS[finishOf(step)]
}

/** The events of `streamGenerateContent?alt=sse`. The body's end is the end: nothing follows the finish. */
export function geminiEvents(
  step: FakeStep,
  request: FakeModelRequest,
  answerId: string,
): StreamEvent[] {
  const event = (tag: StreamEvent['tag'], parts: JsonObject[], more: JsonObject = {}) => {
    const candidates = [{ content: { parts, role: 'model' }, index: 0, ...more }]
    const body = answerOf(request, answerId, { candidates, usageMetadata: usageBody(step) })
    return { tag, data: `data: ${JSON.stringify(body)}\r\n\r\n` }
  }
  return [
    event('start', [{ text: '' }]),
    ...partsOf(step, answerId).map(({ tag, part }) => event(tag, [part])),
    event('finish', [{ text: '' }], { finishReason: finishReason(step) }),
  ]
}

/** The body of `generateContent`. */
export function geminiBody(
  step: FakeStep,
  request: FakeModelRequest,
  answerId: string,
): JsonObject {
  const parts = partsOf({ ...step, chunkSize: Number.MAX_SAFE_INTEGER }, answerId)
  return answerOf(request, answerId, {
    candidates: [
      {
        content: { parts: parts.map(({ part }) => part), role: 'model' },
        finishReason: finishReason(step),
        index: 0,
      },
    ],
    usageMetadata: usageBody(step),
  })
}
