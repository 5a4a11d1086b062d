/** Puts an item in the place of the one with the same id, or at the end. */
export function upsert<Item>(items: Item[], item: Item, idOf: (item: Item) => string): Item[] {
  const id = idOf(item)
  const index = items.findIndex((other) => idOf(other) === id)
  return index < 0 ? [...items, item] : items.with(index, item)
}

export interface ListBounds<Item> {
  maxItems: number
  maxSize: number
  sizeOf: (item: Item) => number
}

/** Appends numbered items that are newer than the last one, and drops the oldest beyond the bounds. */
export function appendNewer<Item extends { seq: number }>(
  items: Item[],
  added: readonly Item[],
  { maxItems, maxSize, sizeOf }: ListBounds<Item>,
): Item[] {
  const last = items.at(-1)?.seq ?? 0
  const fresh = added.filter((item) => item.seq > last)
  if (fresh.length === 0) return items
  const all = [...items, ...fresh].slice(-maxItems)
  let size = 0
  // The newest stays, whatever its size.
  const tooMuch = all.findLastIndex((item, index) => {
    size += sizeOf(item)
    return size > maxSize && index < all.length - 1
  })
  return tooMuch < 0 ? all : all.slice(tooMuch + 1)
}

/** Adds a text once; beyond the bounds the oldest are dropped. */
export function addOnce(texts: string[], text: string, maxItems: number): string[] {
  return texts.includes(text) ? texts : [...texts, text].slice(-maxItems)
}
