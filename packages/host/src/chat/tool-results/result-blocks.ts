import type { ContentBlock } from '@gatehouse/domain'

type EmbeddedResource = Extract<ContentBlock, { type: 'resource' }>['resource']

/** The kind of media that an embedded resource declares to be. */
export function mediaTypeOf({
  mimeType = '',
}: Pick<EmbeddedResource, 'mimeType'>): 'image' | 'audio' | undefined {
  if (/^image\//i.test(mimeType)) return 'image'
  return /^audio\//i.test(mimeType) ? 'audio' : undefined
}

/** A block as text: all the text it holds, or else its kind and its origin. */
export function textOfBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return `[${block.type}]`
    case 'resource_link': {
      const { uri, name, title, description } = block
      return `[resource ${title ?? name}: ${uri}]${description === undefined ? '' : ` ${description}`}`
    }
    case 'resource': {
      const { uri, text } = block.resource
      return text === undefined ? `[resource ${uri}]` : `[resource ${uri}]\n${text}`
    }
  }
}

/** The picture or sound that a block is, or has embedded. */
export function mediaOfBlock(
  block: ContentBlock,
): { type: 'image' | 'audio'; data: string; mimeType: string } | undefined {
  if (block.type === 'image' || block.type === 'audio') {
    const { type, data, mimeType } = block
    return { type, data, mimeType }
  }
  if (block.type !== 'resource') return undefined
  const { blob, mimeType = '' } = block.resource
  const type = mediaTypeOf(block.resource)
  return type && blob !== undefined ? { type, data: blob, mimeType } : undefined
}
