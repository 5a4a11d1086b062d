import type { Tool } from '@gatehouse/domain'
import { truncateText } from '@gatehouse/domain/text'

/** Characters of a description in an ask, which is read by a person. */
const MAX_DESCRIPTION = 16_000
/** Characters of a schema in an ask; without it arguments are edited as plain JSON. */
const MAX_SCHEMA = 64_000

const askedTools = new WeakMap<Tool, Tool>()

/**
 * The part of a tool's definition that an ask holds: no more than its card shows. A definition may be a megabyte, a
 * step makes up to 64 calls, and each of their asks goes to the disk and to the window.
 */
export function toolForApproval(tool: Tool): Tool {
  const known = askedTools.get(tool)
  if (known) return known
  const { outputSchema: _outputSchema, icons: _icons, _meta, description, ...rest } = tool
  const isLarge = JSON.stringify(tool.inputSchema).length > MAX_SCHEMA
  const asked: Tool = {
    ...rest,
    ...(description === undefined ? {} : { description: truncatedText(description) }),
    ...(isLarge ? { inputSchema: { type: 'object' } } : {}),
  }
  askedTools.set(tool, asked)
  return asked
}

function truncatedText(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text
  return `${truncateText(text, MAX_DESCRIPTION)}\n[The rest of this description is left out here.]`
}
