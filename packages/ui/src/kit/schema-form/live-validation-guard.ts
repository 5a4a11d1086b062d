import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { isObject, ownMember } from './json-shape.ts'
import { createSchemaGraph, type SchemaGraph } from './schema-graph.ts'

/** Schemas that are held against a value, each time that it changes. */
const MAX_CHECKS = 50_000
/** Comparisons of two small values that take as long as one schema. */
const COMPARISONS_A_CHECK = 20

/** Names that are looked for in the time that one schema takes. */
const NAMES_A_CHECK = 4

class TooMuch extends Error {}

/** Reckons, in less time than the check would take, whether a value can be checked while it is edited. */
export type LiveValidationGuard = (value: JsonValue) => boolean

export function createLiveValidationGuard(root: JsonObject): LiveValidationGuard {
  const graph = createSchemaGraph(root)
  return (value) => {
    try {
      countChecks(root, value, { graph, left: MAX_CHECKS })
      return true
    } catch (error) {
      if (error instanceof TooMuch) return false
      throw error
    }
  }
}

interface Budget {
  graph: SchemaGraph
  left: number
}

function spend(budget: Budget, checks: number): void {
  budget.left -= checks
  if (budget.left < 0) throw new TooMuch()
}

function countChecks(schema: JsonValue | undefined, value: JsonValue, budget: Budget): void {
  spend(budget, 1)
  if (!isObject(schema)) return
  const compare = (times: number): void => spend(budget, times / COMPARISONS_A_CHECK)
  const options = ownMember(schema, 'enum')
  if (Array.isArray(options)) compare(options.length * sizeOf(value, budget))
  if (ownMember(schema, 'const') !== undefined) compare(sizeOf(value, budget))
  const target = budget.graph.target(schema)
  if (target !== undefined) countChecks(target, value, budget)
  for (const part of budget.graph.parts(schema)) countChecks(part, value, budget)
  if (Array.isArray(value)) countItems(schema, value, budget)
  else if (isObject(value)) countMembers(schema, value, budget)
}

function countItems(schema: JsonObject, items: JsonValue[], budget: Budget): void {
  if (ownMember(schema, 'uniqueItems') === true)
    spend(budget, (items.length * sizeOf(items, budget)) / COMPARISONS_A_CHECK)
  const first = ownMember(schema, 'prefixItems')
  const prefix = Array.isArray(first) ? first : []
  for (const [index, item] of items.entries()) {
    const rules = [
      prefix[index] ?? ownMember(schema, 'items'),
      ownMember(schema, 'contains'),
      ownMember(schema, 'unevaluatedItems'),
    ]
    for (const rule of rules) if (rule !== undefined) countChecks(rule, item, budget)
  }
}

function countMembers(schema: JsonObject, value: JsonObject, budget: Budget): void {
  const members = Object.entries(value)
  const named = ownMember(schema, 'properties')
  // Each name that is missing is a complaint of its own.
  const looks = [
    ownMember(schema, 'required'),
    ownMember(schema, 'dependentRequired'),
    isObject(named) ? Object.keys(named) : undefined,
  ]
  for (const names of looks)
    if (names !== undefined) spend(budget, sizeOf(names, budget) / NAMES_A_CHECK)
  const byPattern = ownMember(schema, 'patternProperties')
  const patterns = isObject(byPattern) ? Object.values(byPattern) : []
  const names = ownMember(schema, 'propertyNames')
  for (const [name, member] of members) {
    const property = isObject(named) ? ownMember(named, name) : undefined
    if (property !== undefined) countChecks(property, member, budget)
    for (const pattern of patterns) countChecks(pattern, member, budget)
    for (const key of ['additionalProperties', 'unevaluatedProperties']) {
      const rule = ownMember(schema, key)
      if (property === undefined && rule !== undefined) countChecks(rule, member, budget)
    }
    if (names !== undefined) countChecks(names, name, budget)
  }
}

/** Values in a value; counting them is paid for too. */
function sizeOf(value: JsonValue, budget: Budget): number {
  spend(budget, 1 / COMPARISONS_A_CHECK)
  if (typeof value !== 'object' || value === null) return 1
  let size = 1
  for (const one of Object.values(value)) size += sizeOf(one, budget)
  return size
}
