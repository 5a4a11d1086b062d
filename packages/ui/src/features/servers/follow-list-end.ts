import { useEffect, useState, type RefObject } from 'react'
import type { VListHandle } from 'virtua'

export interface FollowEnd {
  following: boolean
  setFollowing: (following: boolean) => void
  /** Give this to the list: scrolling up by hand ends the following, reaching the end resumes it. */
  onScroll: (offset: number) => void
}

/** Keeps a growing virtual list at its end for as long as the person stays there. */
export function useFollowEnd(list: RefObject<VListHandle | null>, count: number): FollowEnd {
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
