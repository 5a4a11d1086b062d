import type { ContentBlock, ModelProviderKind } from '@gatehouse/domain'
import { isSupportedMedia } from './supported-media.ts'
import { sendablePicture } from './sendable-picture.ts'

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The largest audio of a tool that is sent: 15 MB, as chat completions take a file of 20. */
const MAX_BASE64 = 20 * 1024 * 1024

/** The media of tools that a request includes: a model that refuses some is asked again with less. */
export type ToolMediaPolicy = 'all' | 'pictures' | 'none'

export interface SendableMedia {
  type: 'image' | 'audio'
  /** Base64. */
  data: string
  /** The media type by the first bytes. */
  mediaType: string
}

type Block =
  | ContentBlock
  | { type: 'image' | 'audio'; data: string; mimeType: string; fromTool?: string }

/** The media of a block; of an embedded resource only if its declared type is one of media. */
function mediaOf(block: Block): { type: 'image' | 'audio'; data: string } | undefined {
  if (block.type === 'image' || block.type === 'audio') return block
  if (block.type !== 'resource') return undefined
  const { blob, mimeType = '' } = block.resource
  const type = /^(image|audio)\//i.exec(mimeType)?.[1]?.toLowerCase()
  if (blob === undefined || type === undefined) return undefined
  return { type: type === 'image' ? 'image' : 'audio', data: blob }
}

/** A picture or sound that a tool gave, itself or in an embedded resource, where the API carries its type. */
export function sendableMedia(
  block: Block,
  { kind, toolMedia }: { kind: ModelProviderKind; toolMedia: ToolMediaPolicy },
): SendableMedia | undefined {
  const media = mediaOf(block)
  if (!media || toolMedia === 'none') return undefined
  if (media.type === 'audio' && toolMedia === 'pictures') return undefined
  const mediaType = (media.type === 'image' ? sendablePicture : sendableAudio)(media.data)
  if (mediaType === undefined || !isSupportedMedia(mediaType, kind)) return undefined
  return { ...media, mediaType }
}

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
function sendableAudio(base64: string): string | undefined {
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
