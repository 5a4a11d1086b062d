import { PICTURE_LIMITS } from '@gatehouse/domain/pictures'
import { SerialQueue, withTimeout } from '@gatehouse/base'
import { pictureError } from '@gatehouse/host/picture-error'
import type { DrawnPicture, Pictures, PictureToDraw } from '@gatehouse/host/ports'
import { readDrawnPicture } from './read-drawn-picture.ts'

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
