import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  data?: string | Buffer
  /** Type and permissions of Unix. */
  mode?: number
  /** The name in the header before the data, where it is another one. */
  localName?: string
  /** The size that it claims. */
  claimedSize?: number
  /** Its data is that of the entry before it. */
  isOverlapping?: boolean
  isEncrypted?: boolean
}

/** An archive with exactly these entries, however wrong they are. `gap`: bytes before the list that belong to nothing. */
export function writeZip(entries: readonly ZipEntry[], { gap = '', comment = '' } = {}): Buffer {
  const bodies: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  let last = 0
  for (const entry of entries) {
    const data = Buffer.from(entry.data ?? '')
    const packed = deflateRawSync(data)
    const name = Buffer.from(entry.name)
    const local = Buffer.from(entry.localName ?? entry.name)
    const facts = Buffer.alloc(22)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(entry.isEncrypted === true ? 0x801 : 0x800, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(entry.claimedSize ?? data.length, 18)
    const at = entry.isOverlapping === true ? last : offset
    if (entry.isOverlapping !== true) {
      const body = [Buffer.from('PK\u0003\u0004'), facts, lengths(local), local, packed]
      bodies.push(...body)
      last = offset
      offset += body.reduce((sum, part) => sum + part.length, 0)
    }
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(at, 10)
    list.push(Buffer.from('PK\u0001\u0002\u0014\u0003'), facts, lengths(name), tail, name)
  }
  const end = Buffer.alloc(22)
  const size = list.reduce((sum, part) => sum + part.length, 0)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset + gap.length, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...bodies, Buffer.from(gap), ...list, end, Buffer.from(comment)])
}

function lengths(name: Buffer): Buffer {
  const written = Buffer.alloc(4)
  written.writeUInt16LE(name.length, 0)
  return written
}
