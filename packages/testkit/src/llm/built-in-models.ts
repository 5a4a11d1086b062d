import { z } from 'zod'
import { jsonObjectSchema } from '@gatehouse/domain'
import type { FakeModelRequest, FakeStep, FakeToolCall } from './fake-step.ts'

const callLine = /^call\s+(\S+)(?:\s+(.*))?$/

/** `call <tool> <json>`: arguments that are not a JSON object are sent as they are. */
function readCall(line: string): FakeToolCall | undefined {
  const match = callLine.exec(line.trim())
  if (!match?.[1]) return undefined
  const raw = match[2] ?? '{}'
  const parsed = z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue('not JSON')
        return z.NEVER
      }
    })
    .pipe(jsonObjectSchema)
    .safeParse(raw)
  return { name: match[1], arguments: parsed.success ? parsed.data : raw }
}

/** Says the last user text again. */
export function echoStep(request: FakeModelRequest): FakeStep {
  return { text: request.lastUserText }
}

/**
 * Obeys lines `call <tool> <json object>` of the last user text, all in one step, and then reads
 * the results back. Without such a line it echoes.
 */
export function callerStep(request: FakeModelRequest): FakeStep {
  if (request.toolResults.length > 0) {
    return { text: request.toolResults.map((result) => `Result: ${result.text}`).join('\n') }
  }
  const toolCalls = request.lastUserText.split('\n').flatMap((line) => {
    const call = readCall(line)
    return call ? [call] : []
  })
  return toolCalls.length > 0 ? { text: 'Calling.', toolCalls } : echoStep(request)
}
