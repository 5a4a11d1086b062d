import type { Proof } from './proofs-of-runs.ts'
import type { RequiredClause } from './read-requirements.ts'

const nameOf = ({ clause, variant }: { clause: string; variant?: string | undefined }) =>
  variant === undefined ? clause : `${clause} [${variant}]`

/**
 * The faults: clauses that nothing proves, and proofs of clauses that do not exist.
 * @param leftOut proofs that tests give which this run left to the nightly one
 */
export function faultsOfProofs(
  clauses: readonly RequiredClause[],
  proofs: readonly Proof[],
  leftOut: readonly Proof[] = [],
): string[] {
  if (clauses.length === 0) return ['No requirement has a clause']
  const demanded = new Set(clauses.map(nameOf))
  const proved = new Set([...proofs, ...leftOut].map(nameOf))
  const missing = clauses
    .filter((one) => !proved.has(nameOf(one)))
    .map((one) => `No passing test proves ${nameOf(one)}: ${one.statement}`)
  const unknown = [...proofs, ...leftOut]
    .filter((proof) => !demanded.has(nameOf(proof)))
    .map(
      (proof) =>
        `“${proof.title}” of ${proof.file} proves ${nameOf(proof)}, which e2e/requirements does not list`,
    )
  return [...missing, ...new Set(unknown)]
}

/** The number of clauses that this run proved, and of those that it left to the nightly one. */
export function countProved(
  clauses: readonly RequiredClause[],
  proofs: readonly Proof[],
  leftOut: readonly Proof[],
): string {
  const names = clauses.map(nameOf)
  const proved = new Set(proofs.map(nameOf))
  const left = new Set(leftOut.map(nameOf).filter((name) => !proved.has(name)))
  const here = names.filter((name) => proved.has(name)).length
  return `${here} proved here, ${names.filter((name) => left.has(name)).length} left to nightly`
}

/**
 * Every requirement with its clauses and what proves each.
 * @param requirements by id
 * @returns lines
 */
export function listProofs(
  requirements: Readonly<Record<string, { promise: string }>>,
  clauses: readonly RequiredClause[],
  proofs: readonly Proof[],
): string[] {
  const byName = new Map<string, Proof[]>()
  for (const proof of proofs)
    byName.set(nameOf(proof), [...(byName.get(nameOf(proof)) ?? []), proof])
  return Object.entries(requirements).flatMap(([id, { promise }]) => {
    const own = clauses.filter(({ requirement }) => requirement === id)
    return [
      `${id}: ${promise}`,
      ...own.flatMap((one) => linesOf(one, byName.get(nameOf(one)) ?? [])),
    ]
  })
}

function linesOf(obligation: RequiredClause, proofs: readonly Proof[]) {
  const { statement, section } = obligation
  const where = section === undefined ? '' : ` (${section})`
  const tests = [...new Set(proofs.map(({ file, title }) => `${file}: ${title}`))]
  return [
    `  ${nameOf(obligation)}: ${statement}${where}`,
    ...(tests.length > 0 ? tests : ['NOTHING PROVES IT']).map((line) => `    ${line}`),
  ]
}
