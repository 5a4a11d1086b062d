/**
 * A description without the indentation that the source code around it had: what all lines but the first
 * have in common, and empty lines at both ends. A first line is often not indented.
 */
export function dedent(text: string): string {
  const lines = text.split('\n')
  const indents = lines
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length)
  const common = Math.min(...indents, 200)
  const shifted = lines.map((line, index) =>
    index === 0
      ? line.trimStart()
      : line.slice(Math.min(common, line.length - line.trimStart().length)),
  )
  const first = shifted.findIndex((line) => line.trim() !== '')
  const last = shifted.findLastIndex((line) => line.trim() !== '')
  return first < 0 ? '' : shifted.slice(first, last + 1).join('\n')
}
