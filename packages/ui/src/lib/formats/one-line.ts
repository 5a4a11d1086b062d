/** A server's or model's text for a place that holds one line. Looks at no more of it than it may need. */
export function oneLine(text: string, limit = 200): string {
  const head = text.length > limit * 8 ? text.slice(0, limit * 8) : text
  const flat = head.replace(/\s+/gu, ' ').trim()
  if (flat.length > limit) return `${flat.slice(0, limit - 1)}…`
  return head === text ? flat : `${flat}…`
}
