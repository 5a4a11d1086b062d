import type { Tool } from '@gatehouse/domain'
import { estimateTokensOf } from '@gatehouse/domain/text'

const counted = new WeakMap<Tool, number>()

/** Estimated tokens of the definition of a tool as a model is sent it. Counted once: it may be a megabyte. */
export function toolTokens(tool: Tool): number {
  const { name, description, inputSchema } = tool
  const tokens = counted.get(tool) ?? estimateTokensOf({ name, description, inputSchema })
  counted.set(tool, tokens)
  return tokens
}
