/** Limit on the input of one request from a page. A larger one would hold main up while it is carried there. */
export const PAGE_INPUT_LIMITS = { values: 100_000, characters: 4_000_000, bytes: 20_000_000 }

/**
 * True if an input exceeds {@link PAGE_INPUT_LIMITS}; stops counting there, and so ends at a cycle too. Called in
 * the preload script before anything is sent: main can refuse only input that was already transferred.
 */
export function isTooLarge(input: unknown): boolean {
  const values: unknown[] = [input]
  let count = 0
  let characters = 0
  let bytes = 0
  while (values.length > 0) {
    const value = values.pop()
    if (typeof value === 'string') characters += value.length
    // No input holds one, and it may have millions of digits.
    else if (typeof value === 'bigint') return true
    else if (value instanceof ArrayBuffer) bytes += value.byteLength
    // All that is under a view is carried with it.
    else if (ArrayBuffer.isView(value)) bytes += value.buffer.byteLength
    else if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value)
      // A sparse list has a length without holding anything.
      const keys = isList ? [] : Object.getOwnPropertyNames(value)
      count += isList ? value.length : keys.length
      if (count > PAGE_INPUT_LIMITS.values) return true
      for (const key of keys) {
        characters += key.length
        values.push((value as Record<string, unknown>)[key])
      }
      if (isList) for (const one of value as unknown[]) values.push(one)
    }
    if (characters > PAGE_INPUT_LIMITS.characters || bytes > PAGE_INPUT_LIMITS.bytes) return true
  }
  return false
}
