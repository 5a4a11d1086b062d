import { contentBlockSchema, type ContentBlock } from '@gatehouse/domain'
import { isDeeperThan } from './json-depth.ts'

/** Levels that a block may nest. */
const MAX_DEPTH = 256

/** A block of content; a text in its place is one, and what cannot be read becomes a text that says so. */
export function parseBlock(value: unknown): ContentBlock {
  if (typeof value === 'string') return { type: 'text', text: value }
  const type =
    typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  const kind = typeof type === 'string' ? `"${type.slice(0, 64)}"` : 'without a type'
  if (isDeeperThan(value, MAX_DEPTH)) return textNote(`Content ${kind} nests too deeply.`)
  const whole = contentBlockSchema.safeParse(value)
  if (whole.success) return whole.data
  const bare = contentBlockSchema.safeParse(withoutExtras(value))
  if (bare.success) return bare.data
  const shown = (JSON.stringify(value) ?? '').slice(0, 2000)
  return textNote(`Content of a kind that cannot be shown (${kind}): ${shown}`)
}

function withoutExtras(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { annotations: _annotations, _meta, ...rest } = value as Record<string, unknown>
  return rest
}

/** A text of the host's own in place of content. */
export function textNote(text: string): ContentBlock {
  return { type: 'text', text: `[${text}]` }
}
