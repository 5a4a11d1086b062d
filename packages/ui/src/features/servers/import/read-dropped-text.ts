/** Characters of a text that is pasted or dropped. */
export const MAX_PASTED = 1_000_000
/** True for the name or path of a bundle, or of the archive or manifest of a plugin. */
export const isBundleOrPlugin = (path: string): boolean =>
  /(?:\.(?:mcpb|dxt|zip)|(?:^|[\\/])plugin\.json)$/i.test(path)

/** The text of a dropped file in UTF-8, or UTF-16 by its mark. Null for what is no text, or longer than `limit`. */
export async function readDroppedText(file: File, limit: number): Promise<string | null> {
  if (file.size > 2 * limit) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.length > limit || text.includes('\0') ? null : text
  } catch {
    return null
  }
}
