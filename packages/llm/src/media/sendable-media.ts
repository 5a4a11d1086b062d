import type { ContentBlock, ModelProviderKind } from '@gatehouse/domain'
import { isSupportedMedia } from './supported-media.ts'
import { sendablePicture } from './sendable-picture.ts'
import { sendableAudio } from './sendable-audio.ts'

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
