import { useEffect, useState, type RefObject } from 'react'
import type { VListHandle } from 'virtua'

export interface FollowListEnd {
  following: boolean
  setFollowing: (following: boolean) => void
  /** Give this to the list: scrolling up by hand ends the following, reaching the end resumes it. */
  onScroll: (offset: number) => void
}

/** Keeps a growing virtual list scrolled to its end while the person stays there. */
export function useFollowListEnd(
  list: RefObject<VListHandle | null>,
  count: number,
): FollowListEnd {
  const [following, setFollowing] = useState(true)
  useEffect(() => {
    if (following && count > 0) list.current?.scrollToIndex(count - 1, { align: 'end' })
  }, [list, following, count])
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
