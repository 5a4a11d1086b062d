/** One time that a thread kept others waiting, in milliseconds. */
export interface Delay {
  /** When it was over. */
  at: number
  /** Delay of a timer. */
  late: number
  /** The part of it that is the thread's own: without waiting for a processor. */
  own: number
  /** The part of that in which it computed. */
  busy: number
  /** Factor by which the machine was slower than it can be; `busy` excludes it. */
  slowness?: number
}

/** All looks at one thread: a histogram of the busy milliseconds of most, and the long delays one by one. */
export class Delays {
  readonly long: Delay[] = []
  private readonly counts = new Map<number, number>()

  add(taken: { delays: readonly Delay[]; counts: readonly (readonly [number, number])[] }): void {
    this.long.push(...taken.delays)
    for (const [busy, count] of taken.counts) {
      this.counts.set(busy, (this.counts.get(busy) ?? 0) + count)
    }
  }

  get looks(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, this.long.length)
  }

  /** Busy milliseconds that this share of all looks does not exceed. */
  percentile(share: number): number {
    let left = this.looks * share
    const long = this.long.map(({ busy }): [number, number] => [Math.round(busy), 1])
    for (const [busy, count] of [...this.counts, ...long].toSorted(([a], [b]) => a - b)) {
      left -= count
      if (left <= 0) return busy
    }
    return 0
  }

  get summary(): DelaySummary {
    const most = (part: 'late' | 'own' | 'busy') =>
      Math.round(Math.max(0, ...this.long.map((delay) => delay[part])))
    return {
      looks: this.looks,
      p50: this.percentile(0.5),
      p99: this.percentile(0.99),
      busyMax: Math.max(most('busy'), this.percentile(1)),
      ownMax: most('own'),
      lateMax: most('late'),
      longest: this.long.toSorted((a, b) => b.busy - a.busy).slice(0, 8),
    }
  }
}

export interface DelaySummary {
  looks: number
  p50: number
  p99: number
  busyMax: number
  ownMax: number
  lateMax: number
  /** With their times, so that they can be found in the log of actions. */
  longest: Delay[]
}
