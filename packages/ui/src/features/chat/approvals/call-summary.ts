import type { TFunction } from '../../../lib/words/i18n.ts'
import type { JsonObject, StoredResult } from '@gatehouse/domain'
import { textSize } from '../../../lib/formats/data-size.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** Members that are looked at, and shown, in a line. */
const MAX_MEMBERS = 50
const MAX_SHOWN = 6
/** Characters of one value, and of the line. */
const MAX_VALUE = 60
const MAX_LINE = 160

/**
 * Summarises the arguments in one line: `path: a.txt · 2 edits · dryRun: true`. Texts and numbers come first, then
 * lists by their length and true values. False, null, empty and object values are left out.
 */
export function summarizeArguments(value: JsonObject, t: TFunction<'chat'>): string {
  const plain: string[] = []
  const further: string[] = []
  for (const key of Object.keys(value).slice(0, MAX_MEMBERS)) {
    const one = value[key]
    const name = oneLine(key, MAX_VALUE)
    if (Array.isArray(one) && one.length > 0)
      further.push(t('call.summary.list', { name, count: one.length }))
    else if (one === true) further.push(`${name}: true`)
    else if ((typeof one === 'string' && one.trim() !== '') || typeof one === 'number')
      plain.push(`${name}: ${oneLine(String(one), MAX_VALUE)}`)
  }
  const room = Math.max(1, MAX_SHOWN - further.length)
  return oneLine([...plain.slice(0, room), ...further].slice(0, MAX_SHOWN).join(' · '), MAX_LINE)
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
