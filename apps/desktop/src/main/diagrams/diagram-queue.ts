import type { ParsedInput } from '@gatehouse/contract'
import { raceAbort } from '@gatehouse/domain'
import { withTimeout } from '../folders/with-timeout.ts'
import { readDrawn, type DrawnDiagram } from './read-drawn.ts'

export type DiagramRequest = ParsedInput<'diagram.draw'>

/** A process that draws one diagram. */
export interface DiagramProcess {
  /** Resolves once it can draw; rejects when it cannot. */
  ready: Promise<void>
  /** The outcome that it reports. Rejects when it died. */
  draw(request: DiagramRequest): Promise<unknown>
  /** Ends it, whatever it does. */
  end(): void
}

/** What a process may take to start, on a slow machine, and what the drawing alone may take. */
const START_MS = 20_000
const DRAW_MS = 3000
/** The one that is drawn and those that wait. */
const MAX_AT_ONCE = 10

export interface DiagramQueue {
  draw(request: DiagramRequest): Promise<DrawnDiagram>
  /** Ends the process and forgets what waits: the page that asked is gone. */
  endAll(): void
}

/**
 * Draws one diagram at a time, each in a process of its own, so that no text learns or changes anything of another
 * one, and ends what takes too long.
 */
export function createDiagramQueue(start: () => DiagramProcess): DiagramQueue {
  let atOnce = 0
  let last: Promise<unknown> = Promise.resolve()
  let ending = new AbortController()

  async function drawNow(request: DiagramRequest, ended: AbortSignal): Promise<DrawnDiagram> {
    if (ended.aborted) return { state: 'failed' }
    const process = start()
    try {
      await raceAbort(withTimeout(process.ready, START_MS, fail), ended)
      const drawing = process.draw(request).then(readDrawn)
      return await raceAbort(withTimeout(drawing, DRAW_MS, tooSlow), ended)
    } catch {
      return { state: 'failed' }
    } finally {
      process.end()
    }
  }

  return {
    draw(request) {
      if (atOnce >= MAX_AT_ONCE) return Promise.resolve({ state: 'busy' })
      atOnce += 1
      const { signal } = ending
      const drawing = last.then(() => drawNow(request, signal))
      last = drawing.then(() => (atOnce -= 1))
      return drawing
    },
    endAll() {
      ending.abort()
      ending = new AbortController()
    },
  }
}

const tooSlow = (): DrawnDiagram => ({ state: 'too-slow' })

function fail(): never {
  throw new Error('The process that draws diagrams did not start.')
}
