// Written out without a schema library: the window uses it.
import type { JsonObject, JsonValue } from '../json/json.ts'
import { parseJson } from '../json/parse-json.ts'

/** Limits of the prompts that a person keeps: they are in the settings, which the window has as a whole. */
export const OWN_PROMPT_LIMITS = {
  count: 200,
  name: 80,
  text: 20_000,
  /** Characters of all texts. */
  all: 400_000,
} as const

/** A prompt without its id, as files have it. */
export interface PromptText {
  name: string
  /** With variables as `{{name}}`. */
  text: string
}

const VARIABLE = /\{\{([^{}\n]{1,40})\}\}/g

/** Names of the variables in a text, in the order of their first places. */
export function promptVariables(text: string): string[] {
  const names = [...text.matchAll(VARIABLE)].map(([, name = '']) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The text with values for its variables, which are not read for variables themselves. */
export function fillPrompt(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(VARIABLE, (whole, name: string) => values[name.trim()] ?? whole)
}

const FORMAT = { format: 'gatehouse-prompts', version: 1 } as const

/** The text of a file with prompts. */
export function writePromptFile(prompts: readonly PromptText[]): string {
  const kept = prompts.map(({ name, text }) => ({ name, text }))
  return `${JSON.stringify({ ...FORMAT, prompts: kept }, null, 2)}\n`
}

/** The prompts of a file; `null` for another file, or one beyond the limits. */
export function readPromptFile(file: string): PromptText[] | null {
  const parsed = parseJson(file)
  if (!parsed.ok || !isJsonObject(parsed.value)) return null
  const { format, version, prompts } = parsed.value
  if (format !== FORMAT.format || version !== FORMAT.version || !Array.isArray(prompts)) return null
  if (prompts.length === 0 || prompts.length > OWN_PROMPT_LIMITS.count) return null
  const read: PromptText[] = []
  let characters = 0
  for (const prompt of prompts) {
    if (!isJsonObject(prompt)) return null
    const { name, text } = prompt
    if (typeof name !== 'string' || typeof text !== 'string') return null
    if (name.trim() === '' || name.trim().length > OWN_PROMPT_LIMITS.name) return null
    if (text === '' || text.length > OWN_PROMPT_LIMITS.text) return null
    characters += text.length
    if (characters > OWN_PROMPT_LIMITS.all) return null
    read.push({ name: name.trim(), text })
  }
  return read
}

const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
