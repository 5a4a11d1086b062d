const BLOCK = 512

/** A tar archive (POSIX ustar) of ordinary files below `root`. */
export function writeTar(files: Record<string, string>, root: string): Buffer {
  const parts: Buffer[] = []
  for (const [path, text] of Object.entries(files)) {
    const data = Buffer.from(text)
    const header = Buffer.alloc(BLOCK)
    header.write(`${root}/${path}`, 0, 'utf8')
    header.write(`0000644\0${`${'0'.repeat(7)}\0`.repeat(2)}`, 100, 'latin1')
    header.write(`${data.length.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0`, 124, 'latin1')
    header.write(`${' '.repeat(8)}0`, 148, 'latin1')
    header.write('ustar\u000000', 257, 'latin1')
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    parts.push(header, data, Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK))
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}
