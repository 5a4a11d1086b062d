import { PICTURE_LIMITS } from '@gatehouse/domain/pictures'
import { SerialQueue, withTimeout } from '@gatehouse/base'
import { pictureError } from '@gatehouse/host/picture-error'
import type { DrawnPicture, Pictures, PictureToDraw } from '@gatehouse/host/ports'
import { base64Schema } from '@gatehouse/domain/base64'
import { readPicture } from '@gatehouse/domain/picture'
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

/** Time limit of a process's start on a slow machine, in milliseconds. */
const START_MS = 20_000

/** A process that draws one picture. */
export interface PictureProcess {
  /** Resolves once it can draw; rejects when it cannot. */
  ready: Promise<void>
  /** The outcome that it reports. Rejects when it died. */
  draw(picture: PictureToDraw): Promise<unknown>
  /** Ends it, whatever it does. */
  end(): void
}

interface DrawerParts {
  start: () => PictureProcess
  /** Milliseconds that one drawing may take. */
  ms?: number
}

/**
 * Draws each picture in a process of its own, one after the other: a picture that breaks its process, or takes too
 * much time or memory, costs no other one anything.
 */
export function createPictureDrawer({
  start,
  ms = PICTURE_LIMITS.ms,
}: DrawerParts): Pictures & { close(): void } {
  const queue = new SerialQueue()
  const running = new Set<PictureProcess>()

  async function drawNow(picture: PictureToDraw): Promise<DrawnPicture> {
    const process = start()
    running.add(process)
    try {
      await withTimeout(process.ready, START_MS, { onTimeout: crashed }).catch(crashed)
      const report = await withTimeout(process.draw(picture).catch(crashed), ms, {
        onTimeout: tooSlow,
      })
      return readDrawnPicture(report, picture)
    } finally {
      running.delete(process)
      process.end()
    }
  }

  return {
    draw: (picture) => queue.run(() => drawNow(picture)),
    close() {
      for (const one of running) one.end()
    },
  }
}

function crashed(): never {
  throw pictureError('crashed')
}

function tooSlow(): never {
  throw pictureError('too-slow')
}

/**
 * Reads the report of the page that draws, which a hostile picture may have written: a still PNG or JPEG of the stated
 * size within the limits of the request. Throws `attachment/picture-…`.
 */
function readDrawnPicture(
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
