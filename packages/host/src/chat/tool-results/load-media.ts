import { isGatehouseError, type BlobRef } from '@gatehouse/domain'
import type { BlobStore } from '../../ports/index.ts'
import { MAX_MEDIA, type MediaBudget } from './model-content-limits.ts'

export const DATA_MISSING = '[The data of this part is not on disk any more.]'
const NOT_AGAIN =
  'not sent to you, as there are too many pictures and sounds, and later ones take its place; the user sees it'
const TOO_LARGE = 'too large or one too many to be sent to you; the user sees it'
const NOT_TAKEN = 'not sent to you, as this model takes none; the user sees it'

/** A picture or a sound that is in a file. */
export interface StoredMedia {
  type: 'image' | 'audio'
  mimeType: string
  kept: BlobRef
}

interface Sources {
  blobs: Pick<BlobStore, 'data'>
  media: MediaBudget
  /** One more than a result may bring. */
  isTooMany?: boolean
  takes(mimeType: string): boolean | undefined
  isTooLarge(media: StoredMedia): boolean
}

type LoadedMedia =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }

/** Its data, or in words why a model gets none. */
export async function loadMedia(
  one: StoredMedia,
  { blobs, media, isTooMany = false, takes, isTooLarge }: Sources,
): Promise<LoadedMedia> {
  const { type, mimeType, kept } = one
  // Four characters of base64 for three bytes.
  const characters = (kept.bytes * 4) / 3
  if (takes(mimeType) === false) return mediaNote({ type, mimeType }, NOT_TAKEN)
  if (characters > MAX_MEDIA || isTooMany || isTooLarge(one))
    return mediaNote({ type, mimeType }, TOO_LARGE)
  if (!hasRoom(media, characters)) return mediaNote({ type, mimeType }, NOT_AGAIN)
  const data = await textOrMissing(blobs.data(kept))
  return data === DATA_MISSING ? { type: 'text', text: DATA_MISSING } : { type, data, mimeType }
}

/** The same for a block that holds its data. */
export function mediaOrNote(
  { media, takes }: Pick<Sources, 'media' | 'takes'>,
  block: { type: 'image' | 'audio'; data: string; mimeType: string },
): LoadedMedia {
  if (takes(block.mimeType) === false) return mediaNote(block, NOT_TAKEN)
  return hasRoom(media, block.data.length) ? block : mediaNote(block, NOT_AGAIN)
}

/** True if the request takes this media and has room for it. */
function hasRoom(media: MediaBudget, characters: number): boolean {
  if (media.blocks === 0 || media.characters < characters) return false
  media.blocks -= 1
  media.characters -= characters
  return true
}

const mediaNote = (
  { type, mimeType }: { type: string; mimeType: string },
  why: string,
): LoadedMedia => ({
  type: 'text',
  text: `[${type}, ${mimeType.slice(0, 200)}: ${why}]`,
})

export async function textOrMissing(reading: Promise<string>): Promise<string> {
  try {
    return await reading
  } catch (error) {
    if (isGatehouseError(error) && error.code === 'store/blob-missing') return DATA_MISSING
    throw error
  }
}
