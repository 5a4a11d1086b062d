import { join } from 'node:path'
import { importSource } from '../import-source.mjs'
import { root } from '../paths.mjs'

/**
 * One clause of `e2e/requirements`, in one variant if it lists variants.
 * @typedef {object} Obligation
 * @property {string} requirement id
 * @property {string} clause `id.name`
 * @property {string} says
 * @property {string} [section]
 * @property {string} [variant] transport and era
 */

/** @typedef {{ says: string, section?: string, variants?: readonly string[] }} Clause */
/** @typedef {{ promise: string, section?: string, variants?: readonly string[], clauses: Record<string, string | Clause> }} Requirement */

/** @returns {Promise<Record<string, Requirement>>} by id */
export async function readRequirements() {
  /** @type {{ requirements?: Record<string, Requirement> }} */
  const { requirements } = await importSource(join(root, 'e2e/requirements/index.ts'))
  if (requirements === undefined) throw new Error('e2e/requirements exports no requirements')
  return requirements
}

/**
 * Everything that needs a proof.
 * @param {Record<string, Requirement>} requirements
 * @returns {Obligation[]}
 */
export function obligationsOf(requirements) {
  return Object.entries(requirements).flatMap(([id, requirement]) =>
    Object.entries(requirement.clauses).flatMap(([name, given]) => {
      const clause = typeof given === 'string' ? { says: given } : given
      const section = clause.section ?? requirement.section
      const obligation = {
        requirement: id,
        clause: `${id}.${name}`,
        says: clause.says,
        ...(section === undefined ? {} : { section }),
      }
      const variants = clause.variants ?? requirement.variants
      return variants === undefined
        ? [obligation]
        : variants.map((variant) => ({ ...obligation, variant }))
    }),
  )
}
