import { parse } from 'yaml'

/** Parsing holds everything else up; no frontmatter in use is anywhere near this long. */
const MAX_CHARACTERS = 65_536

/**
 * The YAML at the head of a SKILL.md as the JSON object that its skill's entry must equal. Throws in
 * words when it is no mapping, is not YAML or is too long to be looked at.
 */
export function parseFrontmatter(yaml: string): Record<string, unknown> {
  if (yaml.length > MAX_CHARACTERS) throw new Error(`it has more than ${MAX_CHARACTERS} characters`)
  // The core schema has only the types of JSON: a date stays text.
  const parsed: unknown = parse(yaml, { schema: 'core', logLevel: 'error' })
  if (!isMapping(parsed)) throw new Error('it is no mapping of names to values')
  return parsed
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
