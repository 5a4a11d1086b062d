import type { JsonValue } from '@gatehouse/domain'

/** Line and column count from 1, in characters. */
export type ParsedJson =
  | { ok: true; value: JsonValue }
  | { ok: false; line: number; column: number; offset: number }

/** Reads JSON that a person typed; says where it stops being JSON. */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue }
  } catch (error) {
    const offset = findOffset(error, text)
    const before = text.slice(0, offset)
    const line = before.split('\n').length
    return { ok: false, line, column: offset - before.lastIndexOf('\n'), offset }
  }
}

/** Engines tell the place only in words, and not at all for an unexpected end. */
function findOffset(error: unknown, text: string): number {
  const found = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined
  return Math.min(found === undefined ? text.length : Number(found), text.length)
}
