import { canonicalJson } from './canonical-json.ts'
import { valueOfJson } from './parse-json.ts'

/** True when the text is JSON of the same value; `json` is canonical. */
export function isSameJson(text: string, json: string): boolean {
  // Most texts are prose: they are not parsed.
  if (!/^\s*["[{\d\-tfn]/.test(text)) return false
  const value = valueOfJson(text)
  return value !== undefined && canonicalJson(value) === json
}
