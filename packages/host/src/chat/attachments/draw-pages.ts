import { isGatehouseError, type FileAttachment } from '@gatehouse/domain'
import { DOCUMENT_LIMITS } from '@gatehouse/domain/documents'
import type { BlobStore, Pictures } from '../../ports/index.ts'
import { pictureCost, type AttachedCost } from './attachment-cost.ts'

export interface PageSources {
  pictures: Pictures
  /** Pixels of the longer side that the model of the chat looks at. */
  edge: number
  /** Pictures that the draft has room for. */
  room: number
}

interface DrawnPages {
  pages: NonNullable<FileAttachment['pages']>
  cost: AttachedCost
}

/** Draws the first of these pages of a PDF, as many as a message takes. A page that cannot be drawn is left out. */
export async function drawPages(
  bytes: Uint8Array,
  numbers: readonly number[],
  { pictures, blobs, edge, room }: PageSources & { blobs: BlobStore },
): Promise<DrawnPages> {
  const drawn: DrawnPages = { pages: [], cost: { bytes: 0, tokens: 0 } }
  for (const number of numbers.slice(0, Math.min(room, DOCUMENT_LIMITS.pictures))) {
    const page = { format: 'pdf', page: number, bytes, edge } as const
    const picture = await pictures
      .draw({ ...page, maxBytes: DOCUMENT_LIMITS.pictureBytes })
      .catch((error: unknown) => {
        if (isGatehouseError(error) && error.code.startsWith('attachment/picture-')) return null
        throw error
      })
    if (!picture) continue
    const { mimeType, width, height } = picture
    const kept = await blobs.put({ data: picture.bytes, encoding: 'bytes', mimeType })
    const { bytes: size, tokens } = pictureCost({ width, height, bytes: picture.bytes.length })
    drawn.pages.push({ number, mimeType, kept })
    drawn.cost = { bytes: drawn.cost.bytes + size, tokens: drawn.cost.tokens + tokens }
  }
  return drawn
}
