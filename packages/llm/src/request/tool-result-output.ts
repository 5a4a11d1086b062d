import type { LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import { bareMediaType, type ContentBlock, type ModelProviderKind } from '@gatehouse/domain'
import type { ModelToolResult } from '@gatehouse/host/ports'
import { sendableMedia, type ToolMediaPolicy } from '../media/sendable-media.ts'

type Output = LanguageModelV4ToolResultPart['output']
type OutputPart = Extract<Output, { type: 'content' }>['value'][number]

function size(base64: string): string {
  const bytes = Math.floor((base64.length * 3) / 4)
  return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KB`
}

/** Notes in a result for media that follow in the next message, and for media that are not sent. */
const NEXT_MESSAGE = 'it is in the next message'
const NOT_SENT = 'shown to the user, not to you'

function blockText(block: ContentBlock, after?: MediaAfterResult): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio': {
      const place = after?.take(block) ? NEXT_MESSAGE : NOT_SENT
      return `[${block.type}, ${bareMediaType(block.mimeType)}, ${size(block.data)}: ${place}]`
    }
    case 'resource_link':
      return `[resource ${block.title ?? block.name}: ${block.uri}]${block.description ? ` ${block.description}` : ''}`
    case 'resource': {
      const { uri, text, blob, mimeType } = block.resource
      if (text !== undefined) return `[resource ${uri}]\n${text}`
      const place = after?.take(block) ? NEXT_MESSAGE : NOT_SENT
      return `[resource ${uri}, ${mimeType ?? 'binary'}, ${size(blob ?? '')}: ${place}]`
    }
  }
}

function allText(content: ContentBlock[], after?: MediaAfterResult): string {
  const text = content.map((block) => blockText(block, after)).join('\n')
  return text.trim() === '' ? '(no output)' : text
}

/** Blocks with the pictures that a result takes on these APIs; others are named, not sent. */
function contentParts(block: ContentBlock, rules: MediaRules): OutputPart[] {
  const media = sendableMedia(block, rules)
  if (media?.type !== 'image') {
    const text = blockText(block)
    return [{ type: 'text', text: text.trim() === '' ? '(no output)' : text }]
  }
  const { data, mediaType } = media
  const file: OutputPart = { type: 'file', data: { type: 'data', data }, mediaType }
  return block.type === 'resource'
    ? [{ type: 'text', text: `[resource ${block.resource.uri}]` }, file]
    : [file]
}

/** APIs whose results hold pictures themselves. */
const PICTURES_IN_RESULTS: ReadonlySet<ModelProviderKind> = new Set([
  'amazon-bedrock',
  'anthropic',
  'openai-responses',
])
/** APIs that have a mark for a result that is an error. */
const MARKS_ERRORS: ReadonlySet<ModelProviderKind> = new Set(['anthropic', 'google'])

/** An API that has a mark for errors takes text alone in those that bear it. */
const ERROR_TEXT = 'The tool reported an error:'

/** Pictures and sounds of the results of one step that go into a message of their own after them. */
export interface MediaAfterResult {
  /** True if the result takes this block. */
  take(block: ContentBlock): boolean
}

interface MediaRules {
  kind: ModelProviderKind
  toolMedia: ToolMediaPolicy
}

/**
 * A tool's result as the API can carry it: chat completions and Gemini take text only, so that pictures and sounds
 * come `after` it; Anthropic's messages and Responses take images too. An error is marked where the API has a
 * mark, with its pictures after it, and described in words where not.
 */
export function toolResultOutput(
  { content, isError }: ModelToolResult,
  rules: MediaRules,
  after: MediaAfterResult,
): Output {
  const isMarked = isError && MARKS_ERRORS.has(rules.kind)
  const parts = PICTURES_IN_RESULTS.has(rules.kind)
    ? content.flatMap((block) => contentParts(block, rules))
    : []
  if (!isMarked && parts.some(({ type }) => type === 'file'))
    return {
      type: 'content',
      value: isError ? [{ type: 'text', text: ERROR_TEXT }, ...parts] : parts,
    }
  const text = allText(content, after)
  if (isMarked) return { type: 'error-text', value: text }
  return { type: 'text', value: isError ? `${ERROR_TEXT}\n${text}` : text }
}
