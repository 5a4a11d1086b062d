/** Puts an item in the place of the one with the same id, or at the end. */
export function upsert<Item>(items: Item[], item: Item, idOf: (item: Item) => string): Item[] {
  const id = idOf(item)
  const index = items.findIndex((other) => idOf(other) === id)
  return index < 0 ? [...items, item] : items.with(index, item)
}

/** Appends numbered items that are newer than the last one, and drops the oldest beyond `limit`. */
export function appendNewer<Item extends { seq: number }>(
  items: Item[],
  added: readonly Item[],
  limit: number,
): Item[] {
  const last = items.at(-1)?.seq ?? 0
  const fresh = added.filter((item) => item.seq > last)
  return fresh.length === 0 ? items : [...items, ...fresh].slice(-limit)
}
