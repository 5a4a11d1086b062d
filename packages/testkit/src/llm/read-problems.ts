import type { z } from 'zod'
import type { FakeModelRequest } from './fake-step.ts'

export type ParsedModelRequest =
  | { ok: true; request: FakeModelRequest }
  | { ok: false; message: string }

export function issueWords(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'the body is not a request'
}

/** The words of a provider for calls without their results, or the other way round. */
export function missingIds(wanted: string[], given: string[]): string | undefined {
  const missing = wanted.filter((id) => !given.includes(id))
  if (missing.length > 0)
    return `these tool calls have no result right after them: ${missing.join(', ')}`
  const unknown = given.filter((id) => !wanted.includes(id))
  return unknown.length > 0 ? `results without their tool call: ${unknown.join(', ')}` : undefined
}
