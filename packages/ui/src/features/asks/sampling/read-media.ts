import type { AddedMedia } from '@gatehouse/domain'
import { checkByteLimits } from '../../../kit/index.ts'

/** Media types that a person may add to a message, for the system's dialog. */
export const READABLE_MEDIA = 'image/png,image/jpeg,image/gif,image/webp,audio/wav,audio/mpeg'

/** An image or audio, recognized by its bytes and not its name; `room`: characters of base64. */
export async function readMedia(
  file: File,
  room: number,
): Promise<AddedMedia | 'unsupported' | 'too-large'> {
  if (Math.ceil(file.size / 3) * 4 > room) return 'too-large'
  // A folder has no bytes.
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => new Uint8Array(),
  )
  const inspection = checkByteLimits(bytes)
  if (inspection.kind === 'drawable' && inspection.facts.format !== 'bmp')
    return { type: 'image', data: base64(bytes), mimeType: `image/${inspection.facts.format}` }
  const sound = soundType(bytes)
  return sound === null ? 'unsupported' : { type: 'audio', data: base64(bytes), mimeType: sound }
}

/** The two kinds that every API that takes sound takes. */
function soundType(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 12))
  if (head.startsWith('RIFF') && head.endsWith('WAVE')) return 'audio/wav'
  // Its sync word, and that it is of layer III: AAC has the same word and no layer.
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2
  return head.startsWith('ID3') || isFrame ? 'audio/mpeg' : null
}

/** Bytes that one call of a function may take as arguments. */
const STRETCH = 0x8000

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += STRETCH)
    text += String.fromCharCode(...bytes.subarray(at, at + STRETCH))
  return btoa(text)
}
