import type { SamplingAnswer, SamplingRequest } from '@gatehouse/domain/server-requests'

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

/** The block without annotations and metadata: an answer has none of its own. */
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
