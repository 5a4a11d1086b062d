import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** One line of the table. */
export interface Measure {
  what: string
  seen: string
  target: string
  isMet: boolean
}

/** Hands the table to the command that prints it. */
export function report(measures: readonly Measure[]): void {
  const file = process.env['GATEHOUSE_BENCH_FILE']
  if (file === undefined) throw new Error('Run it with: pnpm bench')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(measures))
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** @param part of a hundred */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * part) / 100))] ?? Number.NaN
}

/** Milliseconds, wanted to be at most `limit`; `beside`: what they are compared with, in words. */
export function atMost(
  what: string,
  ms: number,
  { limit, beside }: { limit: number; beside?: string },
): Measure {
  const seen = `${Math.round(ms)} ms${beside === undefined ? '' : ` (${beside})`}`
  return { what, seen, target: `at most ${limit} ms`, isMet: ms <= limit }
}
