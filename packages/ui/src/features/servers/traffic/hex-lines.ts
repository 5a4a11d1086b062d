/** The first bytes as lines of sixteen: offset, hexadecimal, what is printable. `''` when not base64. */
export function hexLines(base64: string, count: number): string {
  const bytes = firstBytes(base64, count)
  const lines: string[] = []
  for (let offset = 0; offset < bytes.length; offset += 16) {
    const row = bytes.slice(offset, offset + 16)
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const text = row.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.'))
    lines.push(`${offset.toString(16).padStart(4, '0')}  ${hex.padEnd(47)}  ${text.join('')}`)
  }
  return lines.join('\n')
}

function firstBytes(base64: string, count: number): number[] {
  try {
    const head = base64.replace(/\s+/g, '').slice(0, Math.ceil(count / 3) * 4)
    const text = atob(head).slice(0, count)
    return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
  } catch {
    return []
  }
}
