const WIDE = /[\u2e80-\uffff]/

/** Rough count of model tokens in a text: about four characters of Latin, or one of CJK, each. */
export function estimateTokens(text: string): number {
  // Megabytes of definitions are counted whenever a server lists its tools: most have nothing wide.
  if (!WIDE.test(text)) return Math.ceil(text.length / 4)
  let wide = 0
  let pairs = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit <= 0x2e7f) continue
    if (unit >= 0xdc00 && unit <= 0xdfff) pairs += 1
    else wide += 1
  }
  return wide + Math.ceil((text.length - pairs - wide) / 4)
}

/**
 * Estimates the tokens of a value as JSON without serialising it: a definition of a server may be megabytes long.
 * Punctuation counts as one with each name.
 */
export function estimateTokensOf(value: unknown): number {
  if (typeof value === 'string') return estimateTokens(value)
  if (typeof value !== 'object' || value === null) return 1
  if (Array.isArray(value))
    return value.reduce<number>((sum, item) => sum + estimateTokensOf(item), 1)
  let sum = 1
  for (const [key, item] of Object.entries(value))
    if (item !== undefined) sum += estimateTokens(key) + 1 + estimateTokensOf(item)
  return sum
}

/** A text without the `mark`s it ends with. By position: an expression would start over at each of them. */
export function withoutTrailing(text: string, mark: string): string {
  let end = text.length
  while (end > 0 && text.startsWith(mark, end - mark.length)) end -= mark.length
  return text.slice(0, end)
}

/** A whole number as `12,345`. Without `Intl`, whose first use holds main up for a tenth of a second. */
export function groupedDigits(count: number): string {
  const digits = String(count)
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3)
    groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return groups.join(',')
}

/** The beginning of a text, at most so many characters, that ends between two whole characters. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const last = text.charCodeAt(limit - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit)
}
