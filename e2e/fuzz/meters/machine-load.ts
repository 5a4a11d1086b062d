import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Delay } from './delays.ts'

/** Largest factor that other load on the machine may explain of a delay; the rest is the application's. */
const MOST = 3
/** Looks at both sides of a delay that tell how slow the machine was. */
const AROUND_MS = 1000
/** The share of all looks that were on a machine that nobody else used. */
const QUIET = 0.05

export interface Look {
  at: number
  /** Milliseconds of processor for the fixed piece of work. */
  took: number
}

/**
 * Measures the factor by which the machine was slower than at the best times of the same run: while other programs
 * use the same core, the same work takes more processor time, in the application as in the measured process.
 */
export class MachineLoadMeter {
  private readonly looks: Look[] = []
  private readonly child = fork(join(import.meta.dirname, 'machine-load.cjs'), { stdio: 'inherit' })

  constructor() {
    this.child.on('message', (look) => this.looks.push(look as Look))
  }

  /** The same delay on the machine as it is when nobody else uses it. */
  judge(delay: Delay): Delay {
    const slowness = slownessOf(this.looks, delay)
    return { ...delay, slowness, busy: delay.busy / slowness }
  }

  close(): void {
    if (this.child.connected) this.child.disconnect()
  }
}

/** 1 where it was as fast as ever in this run, or where nothing is known. */
export function slownessOf(
  looks: readonly Look[],
  { at, late }: Pick<Delay, 'at' | 'late'>,
): number {
  const near = looks.filter((look) => look.at >= at - late - AROUND_MS && look.at <= at + AROUND_MS)
  const usual = shareOf(near, 0.5)
  const best = shareOf(looks, QUIET)
  return usual === undefined || !best ? 1 : Math.min(MOST, Math.max(1, usual / best))
}

function shareOf(looks: readonly Look[], share: number): number | undefined {
  const sorted = looks.map(({ took }) => took).toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)]
}
