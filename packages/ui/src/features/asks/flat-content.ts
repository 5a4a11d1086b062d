import type { JsonObject, JsonValue } from '@gatehouse/domain'
import type { ElicitationAnswer } from '@gatehouse/domain/server-requests'

export type FlatContent = NonNullable<Extract<ElicitationAnswer, { action: 'accept' }>['content']>

type FlatValue = FlatContent[string]

function isFlat(value: JsonValue | undefined): value is FlatValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/**
 * A form's values as an elicitation may carry them (MCP 2025-11-25, client/elicitation): one level, no
 * objects. `field`: the first value that cannot be sent.
 */
export function flatContent(
  value: JsonObject,
): { ok: true; content: FlatContent } | { ok: false; field: string } {
  const entries: [string, FlatValue][] = []
  for (const [field, one] of Object.entries(value)) {
    if (!isFlat(one)) return { ok: false, field }
    entries.push([field, one])
  }
  return { ok: true, content: Object.fromEntries(entries) }
}
