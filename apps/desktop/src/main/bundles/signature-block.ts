const BEGIN = Buffer.from('MCPB_SIG_V1')
const END = Buffer.from('MCPB_SIG_END')
const LENGTH_BYTES = 4
/** A signature with the certificates of its signer. */
const MAX_SIGNATURE_BYTES = 262_144
/** Place of the length of the comment in the last record of an archive, from its end. */
const COMMENT_LENGTH_FROM_END = 2

export interface SplitBundle {
  /** The archive alone, as a reader of archives takes it. */
  archive: Buffer
  /** PKCS #7 in DER, detached; null where there is none. */
  signature: Buffer | null
  /** The bytes that may have been signed: signers write the length of the comment before or after they sign. */
  signed: readonly Buffer[]
}

/**
 * Takes the signature block off a bundle: `MCPB_SIG_V1`, a length of 32 bits (little-endian), the signature,
 * `MCPB_SIG_END`, after the archive (signing of @anthropic-ai/mcpb 2.1). What has an end and no beginning has no block.
 */
export function splitSignature(bytes: Buffer): SplitBundle {
  const end = bytes.length - END.length
  const unsigned = { archive: bytes, signature: null, signed: [] }
  if (end < 0 || !bytes.subarray(end).equals(END)) return unsigned
  const from = Math.max(0, end - MAX_SIGNATURE_BYTES)
  for (let at = bytes.lastIndexOf(BEGIN, end); at >= from; at = bytes.lastIndexOf(BEGIN, at - 1)) {
    const start = at + BEGIN.length + LENGTH_BYTES
    if (start > end || start + bytes.readUInt32LE(at + BEGIN.length) !== end) continue
    const written = bytes.subarray(0, at)
    const archive = withCommentLength(written, 0)
    const patched = withCommentLength(written, bytes.length - at)
    return { archive, signature: bytes.subarray(start, end), signed: [archive, patched] }
  }
  return unsigned
}

/** A copy only where the length differs. */
function withCommentLength(archive: Buffer, length: number): Buffer {
  const at = archive.length - COMMENT_LENGTH_FROM_END
  if (at < 0 || length > 0xffff || archive.readUInt16LE(at) === length) return archive
  const copy = Buffer.from(archive)
  copy.writeUInt16LE(length, at)
  return copy
}
