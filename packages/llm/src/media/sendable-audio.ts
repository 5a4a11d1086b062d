const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The largest audio of a tool that is sent: 15 MB, as chat completions take a file of 20. */
const MAX_BASE64 = 20 * 1024 * 1024

/** The frame of an MPEG layer III, or of AAC with a header of its own (ADTS). */
function frameType(first: number, second: number): string | undefined {
  if (first !== 0xff) return undefined
  if ((second & 0xf6) === 0xf0) return 'audio/aac'
  return (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02 ? 'audio/mpeg' : undefined
}

/**
 * The type that a sound has by its first bytes, whatever its server calls it; undefined for what is none, or
 * too large. It stays in the chat, so a refused sound would be refused with every later request.
 */
export function sendableAudio(base64: string): string | undefined {
  if (base64.length > MAX_BASE64 || base64.length % 4 !== 0 || !BASE64.test(base64))
    return undefined
  const bytes = Buffer.from(base64.slice(0, 64), 'base64')
  if (bytes.length < 16) return undefined
  const begin = bytes.toString('latin1', 0, 12)
  if (begin.startsWith('RIFF') && begin.endsWith('WAVE')) return 'audio/wav'
  if (begin.startsWith('FORM') && begin.startsWith('AIF', 8)) return 'audio/aiff'
  if (begin.startsWith('OggS')) return 'audio/ogg'
  if (begin.startsWith('fLaC')) return 'audio/flac'
  if (begin.startsWith('ID3')) return 'audio/mpeg'
  return frameType(bytes[0] ?? 0, bytes[1] ?? 0)
}
