import { base64Schema } from '@gatehouse/domain/base64'
import { readPicture } from '@gatehouse/domain/picture'
import { PICTURE_LIMITS } from '@gatehouse/domain/pictures'
import { pictureError } from '@gatehouse/host/picture-error'
import type { DrawnPicture, PictureToDraw } from '@gatehouse/host/ports'
import { z } from 'zod'

const { edge } = PICTURE_LIMITS
const side = z.number().int().min(1)
const size = z.object({ width: side.max(edge), height: side.max(edge) })

const reportSchema = z.discriminatedUnion('state', [
  size.extend({
    state: z.literal('drawn'),
    mimeType: z.enum(['image/png', 'image/jpeg']),
    data: base64Schema,
    original: size,
    frames: z.number().int().min(1).max(100_000),
  }),
  z.object({ state: z.literal('too-large'), width: side, height: side }),
  z.object({ state: z.enum(['damaged', 'too-much-memory']) }),
])

/**
 * Reads the report of the page that draws, which a hostile picture may have written: a still PNG or JPEG of the stated
 * size within the limits of the request. Throws `attachment/picture-…`.
 */
export function readDrawnPicture(
  report: unknown,
  limits: Pick<PictureToDraw, 'edge' | 'maxBytes'>,
): DrawnPicture {
  const read = reportSchema.safeParse(report)
  if (!read.success) throw pictureError('damaged')
  if (read.data.state === 'too-large') throw pictureError('too-large', read.data)
  if (read.data.state !== 'drawn') throw pictureError(read.data.state)
  const { data, mimeType, width, height, original, frames } = read.data
  if (data.length > (limits.maxBytes * 4) / 3 + 4) throw pictureError('damaged')
  const bytes = new Uint8Array(Buffer.from(data, 'base64'))
  const facts = readPicture(bytes)
  const isAsStated =
    facts !== null &&
    `image/${facts.format}` === mimeType &&
    facts.frames === 1 &&
    facts.width === width &&
    facts.height === height
  if (!isAsStated || Math.max(width, height) > limits.edge) throw pictureError('damaged')
  return { bytes, mimeType, width, height, original, frames }
}
