import type { LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import { bareMediaType, type ContentBlock, type ModelProviderKind } from '@gatehouse/domain'
import type { ModelToolResult } from '@gatehouse/host/ports'
import { sendablePicture } from './sendable-picture.ts'

type Output = LanguageModelV4ToolResultPart['output']
type OutputPart = Extract<Output, { type: 'content' }>['value'][number]

function size(base64: string): string {
  const bytes = Math.floor((base64.length * 3) / 4)
  return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KB`
}

/** What a result says of a picture that stands in the message after it. */
const NEXT_MESSAGE = 'it is in the next message'

function blockText(block: ContentBlock, pictures?: PicturesAfterResult): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      if (pictures?.take(block))
        return `[${block.type}, ${bareMediaType(block.mimeType)}, ${size(block.data)}: ${NEXT_MESSAGE}]`
      return `[${block.type}, ${bareMediaType(block.mimeType)}, ${size(block.data)}: shown to the user, not to you]`
    case 'resource_link':
      return `[resource ${block.title ?? block.name}: ${block.uri}]${block.description ? ` ${block.description}` : ''}`
    case 'resource': {
      const { uri, text, blob, mimeType } = block.resource
      if (text !== undefined) return `[resource ${uri}]\n${text}`
      return `[resource ${uri}, ${mimeType ?? 'binary'}, ${size(blob ?? '')}: shown to the user, not to you]`
    }
  }
}

function allText(content: ContentBlock[], pictures?: PicturesAfterResult): string {
  const text = content.map((block) => blockText(block, pictures)).join('\n')
  return text.trim() === '' ? '(no output)' : text
}

/** The pictures that a result takes on these APIs; others are named, not sent. */
function contentPart(block: ContentBlock): OutputPart {
  const mediaType = block.type === 'image' ? sendablePicture(block.data) : undefined
  return block.type === 'image' && mediaType !== undefined
    ? { type: 'file', data: { type: 'data', data: block.data }, mediaType }
    : { type: 'text', text: blockText(block).trim() === '' ? '(no output)' : blockText(block) }
}

/** APIs whose results hold pictures themselves. */
export const PICTURES_IN_RESULTS: ReadonlySet<ModelProviderKind> = new Set([
  'anthropic',
  'openai-responses',
])
/** APIs that have a mark for a result that is an error. */
const MARKS_ERRORS: ReadonlySet<ModelProviderKind> = new Set(['anthropic', 'google'])

/** Pictures of the results of one step that go into a message of their own after them. */
export interface PicturesAfterResult {
  /** Whether this one does. */
  take(block: ContentBlock): boolean
}

/**
 * A tool's result as the API can carry it: chat completions and Gemini take text only, so that pictures
 * come `after` it; Anthropic's messages and Responses take images too. An error is marked where the API
 * has a mark, and said in words where not.
 */
export function toolResultOutput(
  result: ModelToolResult,
  { kind, resultPictures }: { kind: ModelProviderKind; resultPictures: boolean },
  after?: PicturesAfterResult,
): Output {
  const text = allText(result.content, after)
  if (result.isError)
    return MARKS_ERRORS.has(kind)
      ? { type: 'error-text', value: text }
      : { type: 'text', value: `The tool reported an error:\n${text}` }
  const hasImage = result.content.some((block) => block.type === 'image')
  return hasImage && PICTURES_IN_RESULTS.has(kind) && resultPictures
    ? { type: 'content', value: result.content.map(contentPart) }
    : { type: 'text', value: text }
}
