/** Lets at most so many pass in one second; `last` is the one after which nothing more passes. */
export function createLogRateLimit(limit: number, now: () => number): () => 'yes' | 'last' | 'no' {
  let second = 0
  let count = 0
  return () => {
    const present = Math.floor(now() / 1000)
    if (present !== second) {
      second = present
      count = 0
    }
    count += 1
    if (count < limit) return 'yes'
    return count === limit ? 'last' : 'no'
  }
}
