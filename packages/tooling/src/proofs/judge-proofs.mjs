/** @typedef {import('./proofs-of-runs.mjs').Proof} Proof */
/** @typedef {import('./read-requirements.mjs').Obligation} Obligation */

/** @param {{ clause: string, variant?: string | undefined }} one */
const nameOf = ({ clause, variant }) => (variant === undefined ? clause : `${clause} [${variant}]`)

/**
 * What is wrong: clauses that nothing proves, and proofs of what nobody demands.
 * @param {readonly Obligation[]} obligations
 * @param {readonly Proof[]} proofs
 * @returns {string[]}
 */
export function faultsOfProofs(obligations, proofs) {
  if (obligations.length === 0) return ['No requirement has a clause']
  const demanded = new Set(obligations.map(nameOf))
  const proved = new Set(proofs.map(nameOf))
  const missing = obligations
    .filter((one) => !proved.has(nameOf(one)))
    .map((one) => `No passing test proves ${nameOf(one)}: ${one.says}`)
  const unknown = proofs
    .filter((proof) => !demanded.has(nameOf(proof)))
    .map(
      (proof) =>
        `“${proof.title}” of ${proof.file} proves ${nameOf(proof)}, which e2e/requirements does not list`,
    )
  return [...missing, ...new Set(unknown)]
}

/**
 * Every requirement with its clauses and what proves each.
 * @param {Readonly<Record<string, { promise: string }>>} requirements by id
 * @param {readonly Obligation[]} obligations
 * @param {readonly Proof[]} proofs
 * @returns {string[]} lines
 */
export function listProofs(requirements, obligations, proofs) {
  /** @type {Map<string, Proof[]>} */
  const byName = new Map()
  for (const proof of proofs)
    byName.set(nameOf(proof), [...(byName.get(nameOf(proof)) ?? []), proof])
  return Object.entries(requirements).flatMap(([id, { promise }]) => {
    const own = obligations.filter(({ requirement }) => requirement === id)
    return [
      `${id}: ${promise}`,
      ...own.flatMap((one) => linesOf(one, byName.get(nameOf(one)) ?? [])),
    ]
  })
}

/**
 * @param {Obligation} obligation
 * @param {readonly Proof[]} proofs
 */
function linesOf(obligation, proofs) {
  const { says, section } = obligation
  const where = section === undefined ? '' : ` (${section})`
  const tests = [...new Set(proofs.map(({ file, title }) => `${file}: ${title}`))]
  return [
    `  ${nameOf(obligation)}: ${says}${where}`,
    ...(tests.length > 0 ? tests : ['NOTHING PROVES IT']).map((line) => `    ${line}`),
  ]
}
