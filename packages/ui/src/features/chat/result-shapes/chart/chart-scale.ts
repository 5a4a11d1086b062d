/** Round values from at most `min` to at least `max`, about `count` of them. Both may be equal. */
export function ticksOf(min: number, max: number, count = 4): number[] {
  const range = max - min || Math.abs(max) || 1
  const rough = range / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5].find((one) => one * power >= rough) ?? 10) * power
  const first = Math.floor(min / step)
  const last = Math.max(first + 1, Math.ceil(max / step))
  // From whole numbers: sums of steps would drift.
  return Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  )
}

/** Maps values between the first and last tick to a stretch of pixels. */
export function scaleOf(ticks: readonly number[], from: number, to: number) {
  const [first = 0] = ticks
  const last = ticks.at(-1) ?? 1
  return (value: number): number => from + ((value - first) / (last - first)) * (to - from)
}
