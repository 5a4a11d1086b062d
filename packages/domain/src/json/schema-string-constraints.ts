import type { JsonObject, JsonValue } from './json.ts'
import { MAX_BACKTRACKING, backtrackingCost, isSafePattern } from '../text/safe-pattern.ts'

/** Formats run on short texts only: some cost a power of the length. */
const MAX_FORMAT_TEXT = 400

/** Rules of a JSON schema from outside for texts, as expressions, which may take forever. */
export interface SchemaStringConstraints {
  /** True if checking every rule against every text of the value is fast enough. */
  areCheapFor(value: JsonValue): boolean
  /** The schema without such rules. */
  readonly without: JsonObject
}

/** Judges the expressions of a schema before any is run. */
export function createSchemaStringConstraints(schema: JsonObject): SchemaStringConstraints {
  const patterns = patternsIn(schema)
  const areSafe = patterns.every(isSafePattern)
  const without = withoutStringConstraints(schema)
  const hasNone = JSON.stringify(without) === JSON.stringify(schema)
  return {
    areCheapFor: (value) => hasNone || (areSafe && isCheap(patterns, textsIn(value))),
    without,
  }
}

const byNamePatterns = new Set([
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
])
const noKeywords: ReadonlySet<string> = new Set()

function withoutStringConstraints(value: JsonObject): JsonObject {
  const copy = (one: JsonValue): JsonValue => {
    if (Array.isArray(one)) return one.map(copy)
    if (!isObject(one)) return one
    // Which names are left for these to judge is known by the patterns alone.
    const dropped = isObject(one['patternProperties']) ? byNamePatterns : noKeywords
    const kept = Object.entries(one).filter(
      ([key, rule]) =>
        !dropped.has(key) && !((key === 'pattern' || key === 'format') && typeof rule === 'string'),
    )
    return Object.fromEntries(
      kept.map(([key, rule]) => [key, key === 'const' || key === 'enum' ? rule : copy(rule)]),
    )
  }
  const result = copy(value)
  return isObject(result) ? result : {}
}

/** Every pattern of a schema, those that names of properties are held against too. */
function patternsIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(patternsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, rule]) => {
    if (key === 'const' || key === 'enum' || key === 'default') return []
    if (key === 'pattern' && typeof rule === 'string') return [rule]
    const names = key === 'patternProperties' && isObject(rule) ? Object.keys(rule) : []
    return [...names, ...patternsIn(rule)]
  })
}

/** The texts that patterns may be tested on: how many texts and names, and characters of the longest. */
interface Texts {
  count: number
  longest: number
}

function textsIn(value: JsonValue, texts: Texts = { count: 0, longest: 0 }): Texts {
  const note = (text: string): void => {
    texts.count += 1
    texts.longest = Math.max(texts.longest, text.length)
  }
  if (typeof value === 'string') note(value)
  else if (Array.isArray(value)) for (const item of value) textsIn(item, texts)
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) {
      note(name)
      textsIn(member, texts)
    }
  return texts
}

/** True if checking every pattern against every text is fast enough, whatever they are. */
function isCheap(patterns: readonly string[], { count, longest }: Texts): boolean {
  if (longest > MAX_FORMAT_TEXT) return false
  let backtracks = 0
  for (const pattern of patterns) {
    backtracks += backtrackingCost(pattern, longest) * count
    if (backtracks > MAX_BACKTRACKING) return false
  }
  return true
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
