/** Milliseconds in which equal notices count as one. */
const WINDOW_MS = 100
/** Different notices of one window that are kept. */
const MAX_KEPT = 100

/** Passes each key on at once, and again at most once in every tenth of a second. */
export function coalesce(tell: (key: string) => void): (key: string) => void {
  const told = new Set<string>()
  const again = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function endWindow(): void {
    timer = undefined
    const keys = [...again]
    told.clear()
    again.clear()
    for (const key of keys) pass(key)
  }

  function pass(key: string): void {
    if (timer === undefined) {
      timer = setTimeout(endWindow, WINDOW_MS)
      timer.unref()
    }
    if (told.has(key)) again.add(key)
    else if (told.size < MAX_KEPT) {
      told.add(key)
      tell(key)
    }
  }

  return pass
}
