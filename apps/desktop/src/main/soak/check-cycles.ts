import type { CycleReport } from './server-cycles.ts'

/** Growth of a process that is no leak. */
const NOISE = { handles: 2, descriptors: 2, heapBytes: 10_000_000 }

/** Returns the faults of a run, in words; empty if there are none. Compares the first and the last look. */
export function checkCycles({ samples, left }: CycleReport): string[] {
  const [first] = samples
  const last = samples.at(-1)
  const problems = left.map((pid) => `the server process ${pid} outlived its stop`)
  if (!first || !last || first === last) return [...problems, 'there were fewer than two looks']
  for (const what of ['handles', 'descriptors', 'heapBytes'] as const)
    if (last[what] - first[what] > NOISE[what])
      problems.push(
        `${what} grew from ${first[what]} after cycle ${first.cycle} to ${last[what]} after cycle ${last.cycle}`,
      )
  return problems
}
