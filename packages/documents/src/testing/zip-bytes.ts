import { deflateRawSync } from 'node:zlib'

/** An archive of these files (APPNOTE 6.3.9), compressed. Checksums are left out: no reader here needs them. */
export function zipOf(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [name, data] of Object.entries(files)) {
    const packed = deflateRawSync(data)
    const label = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(data.length, 18)
    facts.writeUInt16LE(label.length, 22)
    const head = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, label])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    entries.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, rest, label]),
    )
    parts.push(head, packed)
    at += head.length + packed.length
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\u0005\u0006'), end])
}
