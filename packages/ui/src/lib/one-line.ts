/** A server's or model's text for a place that holds one line. */
export function oneLine(text: string, limit = 200): string {
  const flat = text.replace(/\s+/gu, ' ').trim()
  return flat.length > limit ? `${flat.slice(0, limit - 1)}…` : flat
}
