import { parseJson, RECORD_BUDGET, type JsonBudget } from '@gatehouse/domain'
import type { z } from 'zod'

/** A column's text as a checked value, or why it is none. */
export type ParsedRecord<T> = { ok: true; value: T } | { ok: false; problem: string }

/** The only way from JSON on disk to a value: parsed within a budget and checked with a schema. Never throws. */
export function parseRecord<T>(
  text: string,
  schema: z.ZodType<T>,
  budget: JsonBudget = RECORD_BUDGET,
): ParsedRecord<T> {
  const json = parseJson(text, { budget })
  if (!json.ok) return { ok: false, problem: json.problem.message }
  const parsed = schema.safeParse(json.value)
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, problem: describeIssues(parsed.error) }
}

/** Paths and kinds only: an issue's own message can quote the value, which may be private. */
function describeIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || '(whole)'}: ${issue.code}`)
    .join('; ')
}
