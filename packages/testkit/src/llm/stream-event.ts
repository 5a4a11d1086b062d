import type { FakeStep, FakeToolCall } from './fake-step.ts'

const DEFAULT_CHUNK_SIZE = 16

/** Splits text into deltas without splitting a surrogate pair. */
export function splitText(text: string, size = DEFAULT_CHUNK_SIZE): string[] {
  const pieces: string[] = []
  let start = 0
  while (start < text.length) {
    let end = Math.min(start + size, text.length)
    const last = text.charCodeAt(end - 1)
    if (last >= 0xd800 && last <= 0xdbff && end < text.length) end += 1
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}

export function rawArguments(call: FakeToolCall): string {
  return typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments)
}

export function finishOf(step: FakeStep): NonNullable<FakeStep['finish']> {
  return step.finish ?? (step.toolCalls?.length ? 'tool-calls' : 'stop')
}

/** Usage a real server would report: about four characters a token. */
export function usageOf(step: FakeStep): { inputTokens: number; outputTokens: number } {
  const written = (step.text ?? '').length + (step.reasoning ?? '').length
  return step.usage ?? { inputTokens: 12, outputTokens: Math.max(1, Math.ceil(written / 4)) }
}
