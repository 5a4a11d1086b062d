import {
  canonicalJson,
  type JsonValue,
  type StoredBlock,
  type StoredResult,
} from '@gatehouse/domain'
import { isSameJson } from '@gatehouse/domain/text'
import { isObject } from './table-data.ts'

/** Blocks of a result to draw. Texts and structured content that say the same are drawn once. */
export type ResultParts = Pick<StoredResult, 'content' | 'structuredContent' | 'structured'>

/** Characters of all texts that are compared. */
const MAX_COMPARED = 200_000

const wholeText = (block: StoredBlock | undefined): string | null =>
  block?.type === 'text' && !block.kept ? block.text : null

/**
 * Takes out what stands twice. Servers repeat structured content as text for older hosts, and libraries wrap a text
 * as `{ "result": text }`, or a list as one text for each of its items.
 */
export function partsOnce(parts: ResultParts): ResultParts {
  const { content, structuredContent: value, structured } = parts
  if (structured) {
    const { hash } = structured.kept
    const others = content.filter((block) => block.type !== 'text' || block.kept?.hash !== hash)
    return { ...parts, content: others }
  }
  if (value === undefined || content.length === 0) return parts
  const size = content.reduce((sum, block) => sum + (wholeText(block)?.length ?? 0), 0)
  if (size > MAX_COMPARED) return parts
  const result = resultOf(value)
  if (typeof result === 'string' && content.length === 1 && wholeText(content[0]) === result)
    return { content }
  if (Array.isArray(result) && isItemByItem(content, result)) return { ...parts, content: [] }
  const json = canonicalJson(value)
  const others = content.filter((block) => {
    const text = wholeText(block)
    return text === null || !isSameJson(text, json)
  })
  return { ...parts, content: others }
}

/** The value that a library wrapped because structured content is an object. */
function resultOf(value: JsonValue): JsonValue | undefined {
  return isObject(value) && Object.keys(value).length === 1 ? value['result'] : undefined
}

function isItemByItem(content: readonly StoredBlock[], items: readonly JsonValue[]): boolean {
  if (content.length !== items.length || items.length === 0) return false
  return items.every((item, at) => {
    const text = wholeText(content[at])
    return text !== null && (text === item || isSameJson(text, canonicalJson(item)))
  })
}
