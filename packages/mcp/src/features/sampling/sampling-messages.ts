import type {
  SamplingAnswer,
  SamplingMessage,
  SamplingRequest,
} from '@gatehouse/domain/server-requests'

/**
 * What is wrong with the pairing of tool calls and their results, in words for the server (MCP
 * 2025-11-25, client/sampling, "Message Content Constraints").
 */
export function messageFault(messages: SamplingMessage[]): string | undefined {
  let open = new Set<string>()
  for (const { role, content } of messages) {
    const uses = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    const results = content.flatMap((block) => (block.type === 'tool_result' ? [block] : []))
    if (uses.length > 0 && role !== 'assistant') return 'Tool use in a message of the user.'
    if (results.length > 0 && role !== 'user') return 'Tool result in a message of the assistant.'
    if (results.length > 0 && results.length < content.length)
      return 'Tool results mixed with other content.'
    const answered = new Set(results.map((result) => result.toolUseId))
    if (answered.size < results.length) return 'Tool result given twice.'
    for (const id of answered) if (!open.has(id)) return 'Tool result without its tool use.'
    if (answered.size < open.size) return 'Tool result missing in request.'
    open = new Set(uses)
    if (open.size < uses.length) return 'Tool use with an id that is not its own.'
  }
  return open.size > 0 ? 'Tool result missing in request.' : undefined
}

type Block = SamplingAnswer['content'][number]

/**
 * The content of an answer as it goes out. Only a request that offers tools may get a list (MCP
 * 2025-11-25, client/sampling); for all others text is put together.
 */
export function answerContent({ content }: SamplingAnswer, request: SamplingRequest) {
  const blocks = content.map(bareBlock)
  const [first, ...more] = blocks
  if (first !== undefined && more.length === 0) return first
  if (request.tools !== undefined || request.toolChoice !== undefined) return blocks
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  const media = blocks.find((block) => block.type === 'image' || block.type === 'audio')
  return text.length === 0 && media ? media : textBlock(text.join('\n\n'))
}

const textBlock = (text: string) => ({ type: 'text' as const, text })

/** Without hints and metadata: an answer has none of its own. */
function bareBlock(block: Block) {
  switch (block.type) {
    case 'text':
      return textBlock(block.text)
    case 'image':
    case 'audio':
      return { type: block.type, data: block.data, mimeType: block.mimeType }
    case 'tool_use':
      return { type: block.type, id: block.id, name: block.name, input: block.input }
  }
}
