/**
 * Runs each step after the one before it, whatever that one did; those without a promise in one turn of the event loop.
 * Rejects once all are through: with the error of a step, or with all of them when there are several.
 */
export async function runEach(steps: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps)
    try {
      const done = step()
      if (done instanceof Promise) await done
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 1)
    throw new AggregateError(errors, errors.map((error) => String(error)).join('; '))
  if (errors.length > 0) throw errors[0]
}
