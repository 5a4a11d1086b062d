import {
  MAX_RESULT_BLOCKS,
  type ContentBlock,
  type JsonObject,
  type JsonValue,
  type ToolResult,
} from '@gatehouse/domain'
import { groupedDigits } from '@gatehouse/domain/text'
import { z } from 'zod'
import { parseBlock, textNote } from '../../message-parsing/content-block.ts'
import { isDeeperThan } from '../../message-parsing/json-depth.ts'

/** Levels that structured content and notes may nest. */
const MAX_DEPTH = 256

const membersSchema = z.record(z.string(), z.unknown())

/**
 * The parts of any tool result, which are read one by one: a block or a text alone is a list of one, and members of
 * another type are absent.
 */
export const looseResultSchema = z.object({
  content: z.unknown().optional().transform(listOfBlocks),
  structuredContent: z.unknown().optional(),
  isError: z
    .unknown()
    .optional()
    .transform((flag) => flag === true || flag === 'true'),
  _meta: membersSchema.optional().catch(undefined),
})
export type LooseResult = z.infer<typeof looseResultSchema>

function listOfBlocks(content: unknown): unknown[] {
  if (Array.isArray(content)) return content
  return content === undefined || content === null ? [] : [content]
}

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
    isError: result.isError,
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
