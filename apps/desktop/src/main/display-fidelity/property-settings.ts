const usual = process.env['GATEHOUSE_NIGHTLY'] === undefined ? 24 : 300

/** Number of runs of a property. More, or again the same, with GATEHOUSE_CASES and GATEHOUSE_SEED. */
export const propertyRuns = Number(process.env['GATEHOUSE_CASES'] ?? usual)
const seed = Number(process.env['GATEHOUSE_SEED'] ?? 20_261_122)

/** `share`: of the usual number of cases. */
export const propertyOptions = (share: number) => ({
  seed,
  numRuns: Math.ceil(propertyRuns * share),
  endOnFailure: true,
})
