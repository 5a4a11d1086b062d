import { useEffect, useState } from 'react'

/** Runs `task` when the window has nothing better to do, unless the result is called before. */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(task, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 1500 })
  return () => cancelIdleCallback(handle)
}

/** False while the first screen is being drawn, true for good once the window came to rest. */
export function useIsIdle(): boolean {
  const [settled, settle] = useState(false)
  useEffect(() => whenIdle(() => settle(true)), [])
  return settled
}
