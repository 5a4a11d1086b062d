import { useEffect, useState, type RefObject } from 'react'
import type { VListHandle } from 'virtua'

export interface FollowListEnd {
  following: boolean
  setFollowing: (following: boolean) => void
  /** Give this to the list: scrolling up by hand ends the following, reaching the end resumes it. */
  onScroll: (offset: number) => void
}

/**
 * Keeps a growing virtual list scrolled to its end while the person stays there. `rows`: a new array
 * whenever some came, also when as many went: a full list keeps its length.
 */
export function useFollowListEnd(
  list: RefObject<VListHandle | null>,
  rows: readonly unknown[],
): FollowListEnd {
  const [following, setFollowing] = useState(true)
  useEffect(() => {
    if (following && rows.length > 0) list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
  }, [list, following, rows])
  return {
    following,
    setFollowing,
    onScroll(offset) {
      const handle = list.current
      if (!handle) return
      setFollowing(offset >= handle.scrollSize - handle.viewportSize - 4)
    },
  }
}
