import { lazyChatParts } from './features/chat/index.ts'
import { lazyScreens } from './lazy-screens.tsx'
import { whenIdle } from './lib/when-idle.ts'

/**
 * One part after the other, each when the window has nothing better to do, from the person's first press on: a window
 * that only stands there holds no more than it shows.
 */
export function loadPartsOncePressed(): () => void {
  const parts = [...lazyChatParts, ...lazyScreens]
  let stop = (): void => undefined
  const next = (): void => {
    const part = parts.shift()
    if (part) stop = whenIdle(() => void part.preload().then(next))
  }
  const pressed = new AbortController()
  const begin = (): void => {
    pressed.abort()
    next()
  }
  for (const press of ['pointerdown', 'keydown'] as const)
    addEventListener(press, begin, { capture: true, passive: true, signal: pressed.signal })
  return () => {
    pressed.abort()
    parts.length = 0
    stop()
  }
}
