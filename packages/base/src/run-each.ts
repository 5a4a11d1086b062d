/**
 * Runs each step after the one before it, even if that threw; synchronously up to the first that returns a promise.
 * Throws or rejects once all are through: with the error, or with an `AggregateError` of several.
 */
export function runEach(steps: Iterable<() => unknown>): Promise<void> | undefined {
  return runRest(steps[Symbol.iterator](), [])
}

function runRest(steps: Iterator<() => unknown>, errors: unknown[]): Promise<void> | undefined {
  for (let step = steps.next(); step.done !== true; step = steps.next())
    try {
      const done = step.value()
      if (done instanceof Promise)
        return done.catch((error: unknown) => errors.push(error)).then(() => runRest(steps, errors))
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 1)
    throw new AggregateError(errors, errors.map((error) => String(error)).join('; '))
  if (errors.length > 0) throw errors[0]
  return undefined
}
