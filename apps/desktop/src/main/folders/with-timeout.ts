/** Waits for a look at the file system no longer than so many milliseconds; a lost network drive can take minutes. */
export async function withTimeout<Found, Late>(
  looking: Promise<Found>,
  ms: number,
  late: () => Late,
): Promise<Found | Late> {
  let timer: NodeJS.Timeout | undefined
  const waiting = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), ms)
    timer.unref()
  })
  const found = await Promise.race([looking, waiting]).finally(() => clearTimeout(timer))
  return found === LATE ? late() : found
}

const LATE = Symbol('late')
