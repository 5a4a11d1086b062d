import { TestRunner } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Clauses of requirements that this test asserted before it ended; see {@link proves}. */
    proofs?: { clause: string; variant?: string }[]
  }
}

type RunningTest = NonNullable<ReturnType<typeof TestRunner.getCurrentTest>>

/**
 * Records that the running vitest test has just asserted a clause of `e2e/requirements`: call it after the
 * assertion. It counts when the test passes as a whole.
 *
 * @param variant transport and era, for a clause that lists variants
 * @param test the context's `task`; needed in concurrent tests, of which several run at a time
 */
export function proves(clause: string, variant?: string, test?: RunningTest): void {
  const running = test ?? TestRunner.getCurrentTest()
  if (!running) throw new Error(`proves('${clause}') is called outside of a test.`)
  if (!test && running.concurrent === true)
    throw new Error(`proves('${clause}') needs the task of the concurrent test that calls it.`)
  const proofs = (running.meta.proofs ??= [])
  proofs.push(variant === undefined ? { clause } : { clause, variant })
}
