import type { ContentBlock } from '@gatehouse/domain'
import { parseBlock, textNote } from '../../message-parsing/content-block.ts'

type Members = Record<string, unknown>

/**
 * Converts the result of `prompts/get` to the form that the host checks, message by message. A text or a block in
 * place of the content counts as the content; a list of blocks as several messages. An unreadable part is named in
 * a message of the host's own, which the person reads with the others.
 */
export function readablePrompt({ description, messages }: Members): Members {
  const list = Array.isArray(messages) ? messages : messages === undefined ? [] : [messages]
  return {
    ...(typeof description === 'string' ? { description } : {}),
    messages: list.flatMap((message, index) => readMessage(message, index + 1)),
  }
}

function readMessage(message: unknown, number: number): { role: string; content: ContentBlock }[] {
  const { role, content } = isMembers(message) ? message : { role: 'user', content: message }
  if (role !== 'user' && role !== 'assistant') {
    const found = typeof role === 'string' ? `"${role.slice(0, 64)}"` : 'missing'
    return [
      note(
        `Message ${number} cannot be used: \`role\` is ${found}, expected "user" or "assistant".`,
      ),
    ]
  }
  if (content === undefined) return [note(`Message ${number} has no content.`)]
  const blocks = Array.isArray(content) ? content : [content]
  return blocks.map((block) => ({ role, content: parseBlock(block) }))
}

function note(words: string): { role: string; content: ContentBlock } {
  return { role: 'user', content: textNote(words) }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
