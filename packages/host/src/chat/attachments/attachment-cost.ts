import { ATTACHMENT_LIMITS, type ContentBlock } from '@gatehouse/domain'
import { estimateTokens, truncateText } from '@gatehouse/domain/text'
import type { SniffedMedia } from './sniff-media.ts'

/** Pixels that cost one token, and the most that one picture costs: it is made smaller first. */
const PIXELS_OF_TOKEN = 750
const MOST_OF_PICTURE = 1600
/** Bytes of audio per token: a second of MP3 has about 16,000 bytes. */
const BYTES_OF_TOKEN = 500

/** The contents of attached blocks, and their cost in a request. */
export interface AttachedCost {
  bytes: number
  tokens: number
  shortened?: true
}

interface CostedBlock {
  block: ContentBlock
  /** Kind and size that were detected of a picture or a sound. */
  sniffed?: SniffedMedia | undefined
  /** Absent: they are counted. */
  bytes?: number | undefined
}

/** Adds up blocks as they came. */
export function costOf(blocks: readonly CostedBlock[]): AttachedCost {
  let sum = 0
  let tokens = 0
  let room: number = ATTACHMENT_LIMITS.textCharacters
  let shortened = false
  for (const { block, sniffed, bytes = bytesOf(block) } of blocks) {
    sum += bytes
    if (sniffed) tokens += mediaTokens(sniffed, bytes)
    const text = textOf(block)
    tokens += estimateTokens(truncateText(text, Math.max(0, room)))
    if (text.length > room) shortened = true
    room -= text.length
  }
  return { bytes: sum, tokens, ...(shortened ? { shortened } : {}) }
}

/** The cost of one picture. */
export const pictureCost = ({
  width,
  height,
  bytes,
}: {
  width: number
  height: number
  bytes: number
}): AttachedCost => ({
  bytes,
  tokens: mediaTokens({ media: 'image', mimeType: '', width, height }, bytes),
})

function mediaTokens(sniffed: SniffedMedia, bytes: number): number {
  if (sniffed.media === 'audio') return Math.ceil(bytes / BYTES_OF_TOKEN)
  return Math.min(MOST_OF_PICTURE, Math.ceil((sniffed.width * sniffed.height) / PIXELS_OF_TOKEN))
}

function textOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'resource':
      return `${block.resource.uri} ${block.resource.text ?? ''}`
    case 'resource_link':
      return `${block.name} ${block.uri} ${block.description ?? ''}`
    case 'image':
    case 'audio':
      return ''
  }
}

function bytesOf(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return utf8Bytes(block.text)
    case 'image':
    case 'audio':
      return base64Bytes(block.data)
    case 'resource': {
      const { text, blob } = block.resource
      return text === undefined ? base64Bytes(blob ?? '') : utf8Bytes(text)
    }
    case 'resource_link':
      return utf8Bytes(textOf(block))
  }
}

const base64Bytes = (data: string): number =>
  Math.floor((data.length * 3) / 4) - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0)

function utf8Bytes(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    // A pair has four bytes: two for each half.
    if (unit >= 0x80) bytes += unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return bytes
}
