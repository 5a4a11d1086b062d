/** A knip reporter that says how many files were looked at. */
export default function report(
  /** @type {{ counters: { processed: number, total: number } }} */ { counters },
) {
  console.log(`knip looked at ${counters.total} files`)
}
