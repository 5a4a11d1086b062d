/** Keeps the newest items within a count and a size; numbers them from 1 without gaps of its own. */
export interface RingBuffer<Item> {
  push(item: Item, size: number): number
  /** Items with a sequence number above `after`, oldest first, the newest `limit` of them. */
  since(after: number, limit: number): (Item & { seq: number })[]
}

export function createRingBuffer<Item extends object>(bounds: {
  maxItems: number
  maxSize: number
}): RingBuffer<Item> {
  const items: { item: Item & { seq: number }; size: number }[] = []
  let total = 0
  let seq = 0
  return {
    push(item, size) {
      seq += 1
      total += size
      items.push({ item: { ...item, seq }, size })
      while (items.length > bounds.maxItems || (total > bounds.maxSize && items.length > 1))
        total -= items.shift()?.size ?? 0
      return seq
    },
    since(after, limit) {
      return items
        .filter(({ item }) => item.seq > after)
        .slice(-limit)
        .map(({ item }) => item)
    },
  }
}
