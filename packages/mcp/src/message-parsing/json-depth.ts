/** True when the value nests deeper than `limit` levels. Does not recurse, whatever the depth. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    const next: unknown[] = []
    for (const item of level)
      if (typeof item === 'object' && item !== null)
        for (const child of Object.values(item))
          if (typeof child === 'object' && child !== null) next.push(child)
    level = next
  }
  return false
}
