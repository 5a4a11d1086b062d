/** Paragraphs of a long answer, of every kind, in turn. */
const kinds: readonly ((index: number) => string)[] = [
  (index) =>
    `## Part ${index}\n\nSome *words* about **it**, with \`code\` and a [link](https://example.com/${index}). `.padEnd(
      300,
      'and more of it ',
    ),
  (index) => `- first ${index}\n- second\n  - within it\n- third`,
  (index) => `\`\`\`ts\n${`const value${index} = compute(${index})\n`.repeat(12)}\`\`\``,
  (index) =>
    `| name | value |\n| --- | ---: |\n${Array.from({ length: 8 }, (_, row) => `| row ${row} | ${row * index} |`).join('\n')}`,
  (index) => `> From part ${index}: 夜间构建很慢，因为缓存没有命中。`,
  (index) => `1. step ${index}\n2. step\n3. step`,
  (index) =>
    `With $x_{${index}} = \\frac{a + b}{c}$ and \\(\\alpha^2\\):\n\n$$\n\\sum_{i=1}^{${index + 1}} i = \\frac{n(n+1)}{2}\n$$`,
  (index) =>
    `\`\`\`python\n${`def part_${index}(n: int) -> int:\n    return n * ${index}  # as before\n`.repeat(6)}\`\`\``,
]

/** So many characters of it. */
export function mixedMarkdown(characters: number): string {
  let text = ''
  for (let index = 0; text.length < characters; index += 1)
    text += `${kinds[index % kinds.length]?.(index) ?? ''}\n\n`
  return text.slice(0, characters)
}
