/** Rough count of model tokens in a text: about four characters of Latin, or one of CJK, each. */
export function estimateTokens(text: string): number {
  let wide = 0
  for (const character of text) if ((character.codePointAt(0) ?? 0) > 0x2e7f) wide += 1
  return wide + Math.ceil((text.length - wide) / 4)
}

/** A text without the `mark`s it ends with. By position: an expression would begin anew at each of them. */
export function withoutTrailing(text: string, mark: string): string {
  let end = text.length
  while (end > 0 && text.startsWith(mark, end - mark.length)) end -= mark.length
  return text.slice(0, end)
}
