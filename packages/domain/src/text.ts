/** Rough count of model tokens in a text: about four characters of Latin, or one of CJK, each. */
export function estimateTokens(text: string): number {
  let wide = 0
  for (const character of text) if ((character.codePointAt(0) ?? 0) > 0x2e7f) wide += 1
  return wide + Math.ceil((text.length - wide) / 4)
}
