import type { JsonObject, ToolResult } from '@gatehouse/domain'
import { base64Size, textSize } from '../../lib/data-size.ts'
import { oneLine } from '../../lib/one-line.ts'

/** The arguments in a few words: the values a person would recognise the call by. */
export function summarizeArguments(value: JsonObject): string {
  const values = Object.keys(value)
    .slice(0, 50)
    .map((key) => value[key])
  const parts = values.flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' ? [oneLine(String(one), 60)] : [],
  )
  return oneLine(
    parts
      .filter((part) => part !== '')
      .slice(0, 3)
      .join(' · '),
    120,
  )
}

/** Bytes of all that a result holds. */
export function resultSize(result: ToolResult): number {
  let size =
    result.structuredContent === undefined ? 0 : textSize(JSON.stringify(result.structuredContent))
  for (const block of result.content) {
    switch (block.type) {
      case 'text':
        size += textSize(block.text)
        break
      case 'image':
      case 'audio':
        size += base64Size(block.data)
        break
      case 'resource':
        size += textSize(block.resource.text ?? '') + base64Size(block.resource.blob ?? '')
        break
      case 'resource_link':
        break
    }
  }
  return size
}
