import type { ContentBlock } from '@gatehouse/domain'

/** Characters of one result that a model is given, whatever kind of block they are in. */
export const MAX_RESULT_CHARACTERS = 50_000
/** Base64 of one picture or sound, and how many of them a result may bring. */
export const MAX_MEDIA = 7_000_000
export const MAX_MEDIA_BLOCKS = 20

/** The same for all results of a turn, and again for all turns before it. */
const MAX_MEDIA_IN_ALL = 20_000_000
const MAX_MEDIA_BLOCKS_IN_ALL = 20

/** The budget left for pictures and audio in one request. */
export interface MediaBudget {
  characters: number
  blocks: number
}

export const mediaBudget = (): MediaBudget => ({
  characters: MAX_MEDIA_IN_ALL,
  blocks: MAX_MEDIA_BLOCKS_IN_ALL,
})

/** The content of a result as far as a model may be given it. */
export interface ModelContent {
  blocks: ModelContentBlock[]
  /** Blocks that the result has. */
  count: number
}

/** `total`: characters of the whole text, where only its beginning is here. */
export type ModelContentBlock = ContentBlock & { total?: number }
