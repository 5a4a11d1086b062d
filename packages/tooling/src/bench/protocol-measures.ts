/** Schema of the output of `pnpm bench protocol`, and its comparison with the targets. */
import { z } from 'zod'
import type { Measure } from './measures.ts'
import { median, percentile } from './statistics.ts'

export const timesSchema = z.array(z.number())
/** Milliseconds of the bare SDK client and of the connection layer. */
export const comparisonSchema = z.object({ bare: timesSchema, own: timesSchema })
/** Milliseconds without and with a sign-in, and how often the keychain was asked for anything. */
export const signedInSchema = z.object({
  open: timesSchema,
  guarded: timesSchema,
  accesses: z.number(),
})
export const floodSchema = z.object({
  seenPerSecond: z.number(),
  longestMs: z.number(),
  longestWallMs: z.number(),
  heapEarly: z.number(),
  heapLate: z.number(),
})

type Comparison = z.infer<typeof comparisonSchema>

export function callMeasures(over: string, { bare, own }: Comparison): Measure[] {
  return (
    [
      [50, 1.5],
      [99, 2],
    ] as const
  ).map(([part, limit]) => {
    const [of, by] = [percentile(own, part), percentile(bare, part)]
    return {
      what: `Call over ${over}, p${part}`,
      seen: `${of.toFixed(2)} ms, bare ${by.toFixed(2)} ms: ${(of / by).toFixed(2)}x`,
      target: `at most ${limit}x`,
      isMet: of / by <= limit,
    }
  })
}

export function signedInMeasures({
  open,
  guarded,
  accesses,
}: z.infer<typeof signedInSchema>): Measure[] {
  const [of, by] = [median(guarded), median(open)]
  return [
    {
      what: 'Call over HTTP, signed in',
      seen: `${of.toFixed(2)} ms, not signed in ${by.toFixed(2)} ms: ${(of / by).toFixed(2)}x`,
      target: 'at most 1.2x',
      isMet: of / by <= 1.2,
    },
    {
      what: 'Keychain accesses in these calls',
      seen: String(accesses),
      target: 'none',
      isMet: accesses === 0,
    },
  ]
}

/** @param count of servers that are connected at once */
export function startMeasure(count: number, { bare, own }: Comparison): Measure {
  const [of, by] = [median(own), median(bare)]
  return {
    what: `${count} stdio servers connected`,
    seen: `${Math.round(of)} ms, bare ${Math.round(by)} ms: ${(of / by).toFixed(2)}x`,
    target: 'at most 1.3x',
    isMet: of / by <= 1.3,
  }
}

export function mergeMeasure(times: readonly number[]): Measure {
  const took = median(times)
  return {
    what: '20 servers x 250 tools merged',
    seen: `${took.toFixed(1)} ms`,
    target: 'under 100 ms',
    isMet: took < 100,
  }
}

export function floodMeasures(flood: z.infer<typeof floodSchema>): Measure[] {
  const { seenPerSecond, longestMs, longestWallMs, heapEarly, heapLate } = flood
  const grown = (heapLate - heapEarly) / 1e6
  return [
    {
      what: 'Notifications taken',
      seen: `${seenPerSecond} a second`,
      target: 'at least 9500 a second',
      isMet: seenPerSecond >= 9500,
    },
    {
      what: 'Longest stall meanwhile',
      seen: `${longestMs.toFixed(1)} ms (${longestWallMs.toFixed(1)} ms with other processes' turns)`,
      target: 'under 50 ms',
      isMet: longestMs < 50,
    },
    {
      what: 'Heap after it',
      seen: `${(heapLate / 1e6).toFixed(1)} MB, ${grown >= 0 ? '+' : ''}${grown.toFixed(1)} MB`,
      target: 'at most 10 MB more',
      isMet: grown <= 10,
    },
  ]
}
