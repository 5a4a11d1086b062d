import type { ContentBlock, PromptResult } from '@gatehouse/domain'
import { estimateTokens } from '@gatehouse/domain/text'

/** The text of a block that a chat's draft can hold; `null` for pictures, sound and bytes. */
function textOf(block: ContentBlock): string | null {
  switch (block.type) {
    case 'text':
      return block.text
    case 'resource_link':
      return block.uri
    case 'resource':
      return block.resource.text === undefined
        ? null
        : `${block.resource.uri}\n${block.resource.text}`
    case 'image':
    case 'audio':
      return null
  }
}

export interface PromptText {
  text: string
  /** Parts that are not text. */
  leftOut: number
}

/** A prompt as one text to send; the roles are named once both have messages. */
export function promptText(
  result: PromptResult,
  roles: Record<'user' | 'assistant', string>,
): PromptText {
  const mixed = result.messages.some(({ role }) => role === 'assistant')
  let leftOut = 0
  const parts = result.messages.flatMap(({ role, content }) => {
    const text = textOf(content)
    if (text === null) leftOut += 1
    if (text === null || text.trim() === '') return []
    return [mixed ? `${roles[role]}: ${text}` : text]
  })
  return { text: parts.join('\n\n'), leftOut }
}

/** Rough count for its text; pictures and sound are not counted. */
export function promptTokens(result: PromptResult): number {
  return result.messages.reduce(
    (sum, { content }) => sum + estimateTokens(textOf(content) ?? ''),
    0,
  )
}
