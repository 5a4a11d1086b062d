const BLOCK = 512

/** An entry of an archive that is more than a text. */
export interface TarEntry {
  content?: string | Buffer
  /** Permissions. Default 0644. */
  mode?: number
  /** Kind by its letter: `0` a file, `1` a hard link, `2` a symbolic link, `3` a device, `5` a folder. Default `0`. */
  type?: string
  /** Target of a link. */
  target?: string
}

/** A tar archive (POSIX ustar) of entries below `root`. */
export function writeTar(files: Record<string, string | TarEntry>, root: string): Buffer {
  const parts: Buffer[] = []
  for (const [path, given] of Object.entries(files)) {
    const {
      content = '',
      mode = 0o644,
      type = '0',
      target = '',
    } = typeof given === 'string' ? { content: given } : given
    const data = Buffer.from(content)
    const header = Buffer.alloc(BLOCK)
    header.write(root === '' ? path : `${root}/${path}`, 0, 'utf8')
    header.write(`${mode.toString(8).padStart(7, '0')}\0${`${'0'.repeat(7)}\0`.repeat(2)}`, 100)
    header.write(`${data.length.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0`, 124)
    header.write(`${' '.repeat(8)}${type}`, 148)
    header.write(target, 157)
    header.write('ustar\u000000', 257)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    parts.push(header, data, Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK))
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}
