import type { ParsedInput } from '@gatehouse/contract'
import { raceAbort, SerialQueue, withTimeout } from '@gatehouse/base'
import { readDrawn, type DrawnDiagram } from './read-drawn.ts'

export type DiagramRequest = ParsedInput<'diagram.draw'>

/** Draws one for the page that asks. */
export type DrawDiagram = (request: DiagramRequest) => Promise<DrawnDiagram>

/** A process that draws one diagram. */
export interface DiagramProcess {
  /** Resolves once it can draw; rejects when it cannot. */
  ready: Promise<void>
  /** The outcome that it reports. Rejects when it died. */
  draw(request: DiagramRequest): Promise<unknown>
  /** Ends it, whatever it does. */
  end(): void
}

/** Time limits of a process's start on a slow machine, and of the drawing alone. */
const START_MS = 20_000
const DRAW_MS = 3000
/** Maximum number of diagrams: the drawn one and the queued ones. */
const MAX_AT_ONCE = 10

export interface DiagramQueue {
  /** `gone`: the page that asks is gone. Its process is ended then, and what waits for it is not begun. */
  draw(request: DiagramRequest, gone: AbortSignal): Promise<DrawnDiagram>
}

/**
 * Draws one diagram at a time, each in a process of its own, so that no text learns or changes anything of another
 * one, and ends what takes too long.
 */
export function createDiagramQueue(start: () => DiagramProcess): DiagramQueue {
  let atOnce = 0
  const drawings = new SerialQueue()

  async function drawNow(request: DiagramRequest, gone: AbortSignal): Promise<DrawnDiagram> {
    if (gone.aborted) return { state: 'failed' }
    const process = start()
    try {
      await raceAbort(withTimeout(process.ready, START_MS, { onTimeout: fail }), gone)
      const drawing = process.draw(request).then(readDrawn)
      return await raceAbort(withTimeout(drawing, DRAW_MS, { onTimeout: tooSlow }), gone)
    } catch {
      return { state: 'failed' }
    } finally {
      process.end()
    }
  }

  return {
    draw(request, gone) {
      if (atOnce >= MAX_AT_ONCE) return Promise.resolve({ state: 'busy' })
      atOnce += 1
      return drawings.run(() => drawNow(request, gone)).finally(() => (atOnce -= 1))
    },
  }
}

const tooSlow = (): DrawnDiagram => ({ state: 'too-slow' })

function fail(): never {
  throw new Error('The process that draws diagrams did not start.')
}
