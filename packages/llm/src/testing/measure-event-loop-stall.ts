/**
 * Runs `work`, and measures the longest that the process worked on something without coming to its
 * timers, in milliseconds of processor time: a machine that is shared with others does not count.
 */
export async function measureEventLoopStall<Value>(
  work: () => Promise<Value>,
): Promise<{ value: Value; longestMs: number }> {
  let longest = 0
  let before = process.cpuUsage()
  const tick = (): void => {
    const { user, system } = process.cpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.cpuUsage()
  }
  const timer = setInterval(tick, 1)
  try {
    const value = await work()
    tick()
    return { value, longestMs: longest }
  } finally {
    clearInterval(timer)
  }
}
