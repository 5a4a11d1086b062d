export interface DeferredStartOptions<Thing> {
  begin(): Promise<Thing>
  /** Milliseconds without a `touch` after which it begins. */
  quietMs: number
  /** Milliseconds after which it begins whatever happens. */
  limitMs: number
}

/** Starts something heavy once urgent work is done, or when it is needed. */
export interface DeferredStart<Thing> {
  /** There was urgent work just now. */
  touch(): void
  /** Begins now unless it has begun; always the same promise. */
  get(): Promise<Thing>
  /** The result of `get`; does not begin the work. */
  begun(): Promise<Thing> | undefined
}

export function createDeferredStart<Thing>(
  options: DeferredStartOptions<Thing>,
): DeferredStart<Thing> {
  let thing: Promise<Thing> | undefined
  let quiet: ReturnType<typeof setTimeout> | undefined
  const get = (): Promise<Thing> => {
    clearTimeout(quiet)
    clearTimeout(limit)
    thing ??= options.begin()
    return thing
  }
  const start = (): void => void get()
  const limit = setTimeout(start, options.limitMs)
  return {
    get,
    begun: () => thing,
    touch() {
      clearTimeout(quiet)
      if (!thing) quiet = setTimeout(start, options.quietMs)
    },
  }
}
