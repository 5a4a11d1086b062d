import type { JsonObject, JsonValue } from '@gatehouse/domain'
import {
  listOf,
  objectOf,
  objectsOf,
  sizeOf,
  textOf,
  type ProductAttachment,
} from './product-chat.ts'

/** The content of a message of ChatGPT's. */
interface Content {
  text: string
  reasoning: string
  /** Text of the person's settings, by or about them. */
  isInstructions: boolean
  isError: boolean
  /** Pictures and sounds by what points at them. */
  pictures: JsonObject[]
  /** Parts of a kind that is not known. */
  unknown: number
}

export function readContent(content: JsonObject | undefined): Content {
  const read: Content = {
    text: '',
    reasoning: '',
    isInstructions: false,
    isError: false,
    pictures: [],
    unknown: 0,
  }
  if (!content) return read
  switch (content['content_type']) {
    case 'text':
    case 'multimodal_text':
      return { ...read, ...readParts(listOf(content['parts'])) }
    case 'code':
    case 'execution_output':
      return { ...read, text: textOf(content['text']) }
    case 'system_error':
      return { ...read, text: textOf(content['text']), isError: true }
    case 'tether_quote':
      return {
        ...read,
        text: [content['title'], content['url'], content['text']].map(textOf).join('\n').trim(),
      }
    case 'tether_browsing_display':
      return { ...read, text: textOf(content['result']) || textOf(content['summary']) }
    case 'thoughts':
      return { ...read, reasoning: listOf(content['thoughts']).map(thoughtOf).join('\n\n') }
    case 'reasoning_recap':
      return read
    case 'user_editable_context':
    case 'model_editable_context':
      return { ...read, isInstructions: true, text: 'instructions' }
    default: {
      const text = textOf(content['text'])
      return { ...read, text, unknown: text === '' ? 1 : 0 }
    }
  }
}

function thoughtOf(thought: JsonValue): string {
  const { summary, content } = objectOf(thought) ?? {}
  return [summary, content].map(textOf).filter(Boolean).join('\n')
}

function readParts(parts: readonly JsonValue[]): Pick<Content, 'text' | 'pictures' | 'unknown'> {
  const texts: string[] = []
  const pictures: JsonObject[] = []
  let unknown = 0
  for (const part of parts) {
    const object = objectOf(part)
    const type = textOf(object?.['content_type'])
    if (typeof part === 'string') texts.push(part)
    else if (object && type === 'audio_transcription') texts.push(textOf(object['text']))
    else if (object && type.endsWith('_asset_pointer')) pictures.push(object)
    else unknown += 1
  }
  return { text: texts.filter(Boolean).join('\n\n'), pictures, unknown }
}

/** The attachments of a message: the list of chats has only their names. */
export function attachmentsOf(
  metadata: JsonObject,
  pictures: readonly JsonObject[],
): ProductAttachment[] {
  const named = objectsOf(metadata['attachments'])
  const ids = new Set(named.map(({ id }) => textOf(id)).filter(Boolean))
  const others = pictures.filter((picture) => !ids.has(nameOf(picture)))
  return [
    ...named.map((one) => ({
      name: textOf(one['name']) || textOf(one['id']),
      mimeType: textOf(one['mimeType']) || textOf(one['mime_type']),
      bytes: sizeOf(one['size']),
      text: null,
    })),
    ...others.map((picture) => ({
      name: nameOf(picture),
      mimeType: textOf(picture['content_type']).startsWith('image') ? 'image/png' : 'audio/wav',
      bytes: sizeOf(picture['size_bytes']),
      text: null,
    })),
  ]
}

/** The end of a pointer such as `file-service://file-map`: the id of its attachment, if there is one. */
function nameOf(picture: JsonObject): string {
  const pointer = textOf(picture['asset_pointer'])
  return pointer.slice(pointer.lastIndexOf('/') + 1)
}
