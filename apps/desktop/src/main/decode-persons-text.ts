/** Text of a file that a person or their editor wrote, or why there is none. */
export type DecodedText = { text: string } | { problem: 'not-text' | 'encoding-unknown' }

/**
 * Decodes UTF-8, with a byte order mark or without, and UTF-16 of either order by its mark. The mark is left out.
 * Bytes of another encoding are not guessed: a wrong guess would change a path or a key.
 */
export function decodePersonsText(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return { text }
  } catch {
    return { problem: bytes.includes(0) ? 'not-text' : 'encoding-unknown' }
  }
}
