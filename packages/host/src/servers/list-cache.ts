/** A list that is read once, and again when it changed or its time is over: never by itself. */
export interface Shelf<Item> {
  read(): Promise<Item[]>
  drop(): void
  /** The server said for how many milliseconds what is being read may be used (`ttlMs`). */
  fresh(ttlMs: number): void
}

export interface ShelfOptions<Item> {
  load(): Promise<Item[]>
  /** What was read, for the next start. */
  keep(items: Item[]): void
  now(): number
}

export function createShelf<Item>({ load, keep, now }: ShelfOptions<Item>): Shelf<Item> {
  let items: Promise<Item[]> | null = null
  let freshUntil = Number.POSITIVE_INFINITY
  return {
    read() {
      if (items && now() < freshUntil) return items
      freshUntil = Number.POSITIVE_INFINITY
      const reading = load()
      items = reading
      reading.then(
        (list) => {
          if (items === reading) keep(list)
        },
        () => {
          // A list that could not be read is read again next time.
          if (items === reading) items = null
        },
      )
      return reading
    },
    drop() {
      items = null
    },
    fresh(ttlMs) {
      // The shortest of all pages.
      freshUntil = Math.min(freshUntil, now() + Math.max(0, ttlMs))
    },
  }
}
