import { z } from 'zod'

/** A column's text as a checked value, or why it is none. Never throws. */
export type ParsedJson<T> = { ok: true; value: T } | { ok: false; problem: string }

/** The only way from JSON on disk to a value: parsed and checked with a schema. */
export function parseJson<T>(text: string, schema: z.ZodType<T>): ParsedJson<T> {
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    if (parsed.success) return { ok: true, value: parsed.data }
    return { ok: false, problem: describeIssues(parsed.error) }
  } catch (error) {
    // Not JSON, or nested so deeply that checking it ran out of stack.
    const problem = error instanceof SyntaxError ? 'It is not JSON.' : 'It cannot be checked.'
    return { ok: false, problem }
  }
}

/** Paths and kinds only: an issue's own message can quote the value, which may be private. */
function describeIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || '(whole)'}: ${issue.code}`)
    .join('; ')
}
