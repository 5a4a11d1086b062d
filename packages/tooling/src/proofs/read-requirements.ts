import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../command-support/paths.mjs'

/** One clause of `e2e/requirements`, in one variant if it lists variants. */
export interface RequiredClause {
  /** Id of the requirement. */
  requirement: string
  /** `id.name` */
  clause: string
  statement: string
  section?: string
  /** Transport and era. */
  variant?: string
}

const texts = z.array(z.string()).readonly()
const clauseSchema = z.object({
  statement: z.string(),
  section: z.string().optional(),
  variants: texts.optional(),
})
const requirementSchema = z.object({
  promise: z.string(),
  section: z.string().optional(),
  variants: texts.optional(),
  clauses: z.record(z.string(), z.union([z.string(), clauseSchema])),
})
/** As `e2e/requirements/requirement.ts` describes it. */
export type Requirement = z.infer<typeof requirementSchema>

const indexSchema = z.object({ requirements: z.record(z.string(), requirementSchema) })

/** @returns by id */
export async function readRequirements(): Promise<Record<string, Requirement>> {
  const index = join(root, 'e2e/requirements/index.ts')
  const module: unknown = await import(pathToFileURL(index).href)
  return indexSchema.parse(module).requirements
}

/** Everything that needs a proof. */
export function requiredClausesOf(requirements: Record<string, Requirement>): RequiredClause[] {
  return Object.entries(requirements).flatMap(([id, requirement]) =>
    Object.entries(requirement.clauses).flatMap(([name, given]) => {
      const clause = typeof given === 'string' ? { statement: given } : given
      const section = clause.section ?? requirement.section
      const obligation = {
        requirement: id,
        clause: `${id}.${name}`,
        statement: clause.statement,
        ...(section === undefined ? {} : { section }),
      }
      const variants = clause.variants ?? requirement.variants
      return variants === undefined
        ? [obligation]
        : variants.map((variant) => ({ ...obligation, variant }))
    }),
  )
}
