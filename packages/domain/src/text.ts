/** Rough count of model tokens in a text: about four characters of Latin, or one of CJK, each. */
export function estimateTokens(text: string): number {
  // By code units: megabytes of definitions are counted whenever a server lists its tools.
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

/** A text without the `mark`s it ends with. By position: an expression would begin anew at each of them. */
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
