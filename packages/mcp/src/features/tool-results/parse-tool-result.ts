import {
  contentBlockSchema,
  MAX_RESULT_BLOCKS,
  type ContentBlock,
  type JsonObject,
  type JsonValue,
  type ToolResult,
} from '@gatehouse/domain'
import { groupedDigits } from '@gatehouse/domain/text'
import { z } from 'zod'
import { isDeeperThan } from '../../message-parsing/json-depth.ts'

/** Levels that structured content and notes may nest. */
const MAX_DEPTH = 256

/** The shape of any tool result; its parts are validated one by one. */
export const looseResultSchema = z.object({
  content: z.array(z.unknown()).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
})
export type LooseResult = z.infer<typeof looseResultSchema>

/**
 * A tool result as the host keeps it (MCP 2025-11-25, server/tools, "Tool Result"). Content of an
 * unknown or broken kind becomes a text that says so: nothing is lost silently.
 */
export function parseResult(result: LooseResult): ToolResult {
  const { structuredContent, _meta } = result
  const isTooDeep = isDeeperThan(structuredContent, MAX_DEPTH)
  const note = isTooDeep ? [textNote('Structured content that nests too deeply was left out.')] : []
  return {
    content: [...keptBlocks(result.content), ...note],
    ...(structuredContent === undefined || isTooDeep
      ? {}
      : { structuredContent: structuredContent as JsonValue }),
    isError: result.isError ?? false,
    ...(_meta === undefined || isDeeperThan(_meta, MAX_DEPTH)
      ? {}
      : { _meta: _meta as JsonObject }),
  }
}

function keptBlocks(blocks: unknown[]): ContentBlock[] {
  const kept = blocks.slice(0, MAX_RESULT_BLOCKS).map(parseBlock)
  const left = blocks.length - kept.length
  if (left === 0) return kept
  const words = `${groupedDigits(left)} more blocks of this result were left out: at most ${MAX_RESULT_BLOCKS} are used.`
  return [...kept, textNote(words)]
}

function parseBlock(value: unknown): ContentBlock {
  const type =
    typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  const kind = typeof type === 'string' ? `"${type.slice(0, 64)}"` : 'without a type'
  if (isDeeperThan(value, MAX_DEPTH)) return textNote(`Content ${kind} nests too deeply.`)
  const whole = contentBlockSchema.safeParse(value)
  if (whole.success) return whole.data
  const bare = contentBlockSchema.safeParse(withoutExtras(value))
  if (bare.success) return bare.data
  const shown = JSON.stringify(value).slice(0, 2000)
  return textNote(`Content of a kind that cannot be shown (${kind}): ${shown}`)
}

function withoutExtras(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { annotations: _annotations, _meta, ...rest } = value as Record<string, unknown>
  return rest
}

function textNote(text: string): ContentBlock {
  return { type: 'text', text: `[${text}]` }
}
