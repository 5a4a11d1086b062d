import type { JsonObject, StoredResult } from '@gatehouse/domain'
import { textSize } from '../../lib/data-size.ts'
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
export function resultSize(result: StoredResult): number {
  const { content, more, structured, structuredContent } = result
  let size = (more?.kept.bytes ?? 0) + (structured?.kept.bytes ?? 0)
  if (structuredContent !== undefined) size += textSize(JSON.stringify(structuredContent))
  for (const block of content) {
    switch (block.type) {
      case 'text':
        size += block.kept?.bytes ?? textSize(block.text)
        break
      case 'image':
      case 'audio':
        size += block.kept.bytes
        break
      case 'resource':
        size += block.resource.kept?.bytes ?? textSize(block.resource.text ?? '')
        break
      case 'resource_link':
        break
    }
  }
  return size
}
