import { ATTACHMENT_LIMITS } from '@gatehouse/domain'
import { readPicture } from '@gatehouse/domain/picture'
import {
  isSentAsIs,
  PICTURE_LIMITS,
  readMetadata,
  withoutMetadata,
  type PictureChoice,
  type PictureFormat,
  type PictureMetadata,
} from '@gatehouse/domain/pictures'
import type { BlobStore, Pictures } from '../../ports/index.ts'
import { refusal } from './attachment-refusal.ts'
import { pictureCost } from './attachment-cost.ts'
import type { ReadFile } from './read-attachment.ts'

interface PictureFile {
  bytes: Uint8Array
  format: PictureFormat
}

interface PictureSources {
  blobs: BlobStore
  pictures: Pictures
  /** Pixels of the longer side that the model of the chat looks at. */
  edge: number
}

/** A picture as it is sent. */
interface SentPicture {
  bytes: Uint8Array
  mimeType: string
  width: number
  height: number
  frames: number
  /** The file, where another picture is sent. */
  original?: { format: PictureFormat; width: number; height: number; bytes: number }
}

/**
 * Reads a picture. PNG, JPEG and WebP that are upright, still and small enough are sent pixel for pixel; anything else
 * is drawn anew. Throws `attachment/file-too-large`, `attachment/picture-…`.
 */
export async function readPictureFile(
  file: PictureFile,
  choice: PictureChoice,
  { blobs, pictures, edge }: PictureSources,
): Promise<ReadFile> {
  const { bytes, format } = file
  assertPicture(file)
  const found = readMetadata(bytes, format)
  const limits =
    choice.size === 'full'
      ? { edge: ATTACHMENT_LIMITS.edge, maxBytes: ATTACHMENT_LIMITS.fileBytes }
      : { edge, maxBytes: PICTURE_LIMITS.fittedBytes }
  const plain = plainCopy(file, found, limits)
  const sent: SentPicture = plain
    ? { ...plain, bytes: choice.metadata === 'kept' ? bytes : plain.bytes }
    : await draw(file, limits, pictures)
  const { width, height, mimeType, original, frames } = sent
  const hasDetails = found.hasDetails || (plain !== undefined && plain.bytes.length < bytes.length)
  const ref = await blobs.put({ data: sent.bytes, encoding: 'bytes', mimeType })
  const canChoose = original !== undefined || hasDetails
  const source = canChoose
    ? await blobs.put({ data: bytes, encoding: 'bytes', mimeType: `image/${format}` })
    : undefined
  return {
    cost: pictureCost({ width, height, bytes: sent.bytes.length }),
    mimeType,
    content: { type: 'image', mimeType, kept: ref },
    ...(source && { source }),
    picture: {
      width,
      height,
      size: choice.size,
      ...(original && { original }),
      ...(frames > 1 && { frames }),
      ...(hasDetails && { metadata: original ? 'removed' : choice.metadata }),
      ...(found.hasLocation && { hasLocation: true as const }),
    },
  }
}

/** Refuses by the headers, before anything decodes the pixels. */
function assertPicture({ bytes }: PictureFile): void {
  const { fileBytes, edge, pixels, scans } = PICTURE_LIMITS
  if (bytes.length > fileBytes) throw refusal.pictureFileTooLarge()
  const facts = readPicture(bytes)
  if (!facts) return
  const { width, height } = facts
  if (width > edge || height > edge || width * height > pixels || facts.scans > scans)
    throw refusal.pictureTooLarge(width, height)
}

interface SentLimits {
  edge: number
  maxBytes: number
}

/** The file without its metadata; undefined if it has to be drawn. */
function plainCopy(
  { bytes, format }: PictureFile,
  { orientation }: PictureMetadata,
  { edge, maxBytes }: SentLimits,
): SentPicture | undefined {
  const facts = readPicture(bytes)
  if (!facts || !isSentAsIs(format) || orientation !== 1 || facts.frames > 1) return undefined
  const { width, height } = facts
  if (Math.max(width, height) > edge || bytes.length > maxBytes) return undefined
  const plain = withoutMetadata(bytes, format)
  return plain && { bytes: plain, mimeType: `image/${format}`, width, height, frames: 1 }
}

async function draw(
  { bytes, format }: PictureFile,
  limits: SentLimits,
  pictures: Pictures,
): Promise<SentPicture> {
  const drawn = await pictures.draw({ bytes, format, ...limits })
  const { original, ...sent } = drawn
  // A decoder in another process may know less about an animation than the headers do.
  const frames = Math.max(drawn.frames, readPicture(bytes)?.frames ?? 1)
  return { ...sent, frames, original: { ...original, format, bytes: bytes.length } }
}
