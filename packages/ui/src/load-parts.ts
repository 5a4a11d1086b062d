import { lazyChatParts } from './features/chat/index.ts'
import { lazyScreens } from './lazy-screens.tsx'
import type { LazyPart } from './lib/windows/lazy-part.tsx'
import { whenIdle } from './lib/windows/when-idle.ts'

type Part = Pick<LazyPart<never>, 'preload'>

/** The time between two keys of a person who types slowly is shorter. */
const PAUSE_MS = 400

/**
 * One part after the other, each when the window has nothing better to do, from the person's first press on: a window
 * that only stands there holds no more than it shows. Never between two keys of somebody who types: to read a part
 * can take longer than a frame.
 */
export function loadPartsOncePressed(
  all: readonly Part[] = [...lazyChatParts, ...lazyScreens],
): () => void {
  const parts = [...all]
  let pressedAt = 0
  let stop: (() => void) | undefined
  const later = (ms: number): void => {
    const timer = setTimeout(inPause, ms)
    stop = () => clearTimeout(timer)
  }
  const inPause = (): void => {
    stop = whenIdle(() => {
      const rest = pressedAt + PAUSE_MS - performance.now()
      if (rest > 0) return later(rest)
      const part = parts.shift()
      if (!part) return presses.abort()
      return void part.preload().then(() => presses.signal.aborted || inPause())
    })
  }
  const presses = new AbortController()
  const noticed = (): void => {
    pressedAt = performance.now()
    if (!stop) later(PAUSE_MS)
  }
  for (const press of ['pointerdown', 'keydown'] as const)
    addEventListener(press, noticed, { capture: true, passive: true, signal: presses.signal })
  return () => {
    presses.abort()
    stop?.()
  }
}
