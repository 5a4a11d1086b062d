import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { createCheck } from './check-value.ts'
import type { ChoiceOption } from './read-field.ts'

const nothingChosen: ReadonlyMap<string, number> = new Map()

/** The option that a given value fits best: the one with the fewest problems. */
export function matchingOption(
  options: readonly ChoiceOption[],
  value: JsonValue,
  root: JsonObject,
): number {
  const definitions = Object.fromEntries(
    Object.entries(root).filter(([key]) => key === '$defs' || key === 'definitions'),
  )
  const counts = options.map(
    ({ schema }) => createCheck({ ...definitions, ...schema })(value, nothingChosen).length,
  )
  return counts.indexOf(Math.min(...counts))
}
