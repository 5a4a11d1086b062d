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
  /** Files of one prompt. */
  files: 10,
  /** Bytes of one file, and of all files of all prompts. */
  fileBytes: 10_000_000,
  allFileBytes: 20_000_000,
  /** Bytes of a file with prompts: the texts, and the files in Base64. */
  exported: 32_000_000,
} as const

/** A prompt without its id, as files have it. */
export interface PromptText {
  name: string
  /** With variables as `{{name}}`. */
  text: string
  files?: readonly WrittenFile[]
}

/** A file of a prompt in a file with prompts. */
export interface WrittenFile {
  name: string
  mimeType: string
  /** Base64. */
  data: string
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

const FORMAT = 'gatehouse-prompts'

/** The text of a file with prompts. Version 2 has files; earlier versions of the app read version 1. */
export function writePromptFile(prompts: readonly PromptText[]): string {
  const kept = prompts.map(({ name, text, files = [] }) => ({
    name,
    text,
    ...(files.length > 0 && { files }),
  }))
  const version = kept.some(({ files }) => files) ? 2 : 1
  return `${JSON.stringify({ format: FORMAT, version, prompts: kept }, null, 2)}\n`
}

/** The prompts of a file; `null` for another file, or one beyond the limits. */
export function readPromptFile(file: string): PromptText[] | null {
  const parsed = parseJson(file)
  if (!parsed.ok || !isJsonObject(parsed.value)) return null
  const { format, version, prompts } = parsed.value
  const isKnown = format === FORMAT && (version === 1 || version === 2)
  if (!isKnown || !Array.isArray(prompts)) return null
  if (prompts.length === 0 || prompts.length > OWN_PROMPT_LIMITS.count) return null
  const read: PromptText[] = []
  let characters = 0
  let fileBytes = 0
  for (const prompt of prompts) {
    if (!isJsonObject(prompt)) return null
    const { name, text } = prompt
    if (typeof name !== 'string' || typeof text !== 'string') return null
    if (name.trim() === '' || name.trim().length > OWN_PROMPT_LIMITS.name) return null
    if (text === '' || text.length > OWN_PROMPT_LIMITS.text) return null
    characters += text.length
    if (characters > OWN_PROMPT_LIMITS.all) return null
    const files = readFiles(prompt['files'])
    if (!files) return null
    fileBytes += files.reduce((sum, { data }) => sum + sizeOfBase64(data), 0)
    if (fileBytes > OWN_PROMPT_LIMITS.allFileBytes) return null
    read.push({ name: name.trim(), text, ...(files.length > 0 && { files }) })
  }
  return read
}

/** `null` for files beyond the limits, or without a name or data. */
function readFiles(files: JsonValue | undefined): WrittenFile[] | null {
  if (files === undefined || files === null) return []
  if (!Array.isArray(files) || files.length > OWN_PROMPT_LIMITS.files) return null
  const read: WrittenFile[] = []
  for (const file of files) {
    if (!isJsonObject(file)) return null
    const { name, mimeType, data } = file
    if (typeof name !== 'string' || name.trim() === '' || typeof data !== 'string') return null
    if (data === '' || sizeOfBase64(data) > OWN_PROMPT_LIMITS.fileBytes || !isBase64(data))
      return null
    // A label and no path.
    const label = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    const type = typeof mimeType === 'string' ? mimeType.slice(0, 200) : ''
    read.push({ name: label.trim().slice(0, 255) || 'file', mimeType: type, data })
  }
  return read
}

/** Bytes that a text in Base64 stands for. */
export const sizeOfBase64 = (base64: string): number =>
  (base64.length * 3) / 4 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)

const isBase64 = (data: string): boolean =>
  data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data)

const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
