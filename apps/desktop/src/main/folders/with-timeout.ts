/** Waits no longer than so many milliseconds: for a lost network drive, which can take minutes, or a hung process. */
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
