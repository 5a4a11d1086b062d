import type { SamplingMessage } from './sampling.ts'

// Without a schema library: the cards use it.

/** Characters of base64 that the pictures and sounds which a person adds to one request may have. */
export const MAX_ADDED_MEDIA = 3_000_000

/**
 * Returns the fault in the pairing of tool calls and results, for the sender (MCP 2025-11-25, client/sampling,
 * "Message Content Constraints").
 */
export function messageFault(messages: readonly SamplingMessage[]): string | undefined {
  let open = new Set<string>()
  for (const { role, content } of messages) {
    const uses = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    const results = content.flatMap((block) => (block.type === 'tool_result' ? [block] : []))
    if (uses.length > 0 && role !== 'assistant') return 'Tool use in a message of the user.'
    if (results.length > 0 && role !== 'user') return 'Tool result in a message of the assistant.'
    if (results.length > 0 && results.length < content.length)
      return 'Tool results mixed with other content.'
    const withResult = new Set(results.map((result) => result.toolUseId))
    if (withResult.size < results.length) return 'Tool result given twice.'
    for (const id of withResult) if (!open.has(id)) return 'Tool result without its tool use.'
    if (withResult.size < open.size) return 'Tool result missing in request.'
    open = new Set(uses)
    if (open.size < uses.length) return 'Tool use with an id that is not its own.'
  }
  return open.size > 0 ? 'Tool result missing in request.' : undefined
}

/**
 * Returns the places where a message may be moved: each message begins one, except that a tool call and the message
 * with its results stay together (as {@link messageFault} requires).
 */
export function movableMessages(messages: readonly SamplingMessage[]): number[] {
  const starts: number[] = []
  let isBound = false
  for (const [place, { content }] of messages.entries()) {
    if (!isBound) starts.push(place)
    isBound = content.some((block) => block.type === 'tool_use')
  }
  return starts
}
