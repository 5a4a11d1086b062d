import type { StoredBlock, ToolCall } from '@gatehouse/domain'
import type { Root } from 'mdast'
import { readText, type BlobReader } from '../../../lib/media/blobs.ts'
import type { Formats } from '../../../lib/formats/formats.ts'
import type { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

export interface CallTextWords {
  t: ReturnType<typeof useT<'chat'>>
  bytes: Formats['bytes']
  blobs: BlobReader
}

/** A call with its arguments and what came of it: texts whole, anything else by its type and size. */
export async function callTree(call: ToolCall, words: CallTextWords): Promise<Root> {
  const { t } = words
  const { toolName, serverName, arguments: args, result, error } = call
  const heading = oneLine(t('copy.call', { tool: toolName, server: serverName }))
  const root: Root = {
    type: 'root',
    children: [
      { type: 'heading', depth: 3, children: [{ type: 'text', value: heading }] },
      ...part(t('call.arguments'), JSON.stringify(args, null, 2), 'json'),
    ],
  }
  if (error !== undefined) root.children.push(...part(t('call.result'), error))
  if (!result) return root
  const texts: string[] = []
  for (const block of result.content) texts.push(await textOf(block, words))
  if (result.more) texts.push(await textOfKept(result.more.kept.hash, words))
  // Where there is text as well, it says the same for older hosts.
  const { structured, structuredContent } = result
  if (texts.length === 0 && structured) texts.push(await textOfKept(structured.kept.hash, words))
  if (texts.length === 0 && structuredContent !== undefined)
    texts.push(JSON.stringify(structuredContent, null, 2))
  if (texts.length === 0) texts.push(t('call.emptyResult'))
  root.children.push(...part(t('call.result'), texts.join('\n\n')))
  return root
}

function part(title: string, value: string, lang: string | null = null): Root['children'] {
  const strong = { type: 'strong' as const, children: [{ type: 'text' as const, value: title }] }
  return [
    { type: 'paragraph', children: [strong] },
    { type: 'code', lang, value },
  ]
}

async function textOf(block: StoredBlock, words: CallTextWords): Promise<string> {
  const leftOut = (type: string, size: number): string =>
    words.t('copy.leftOut', { type: oneLine(type, 80), size: words.bytes(size) })
  switch (block.type) {
    case 'text':
      return block.kept ? textOfKept(block.kept.hash, words) : block.text
    case 'image':
    case 'audio':
      return leftOut(block.mimeType, block.kept.bytes)
    case 'resource_link':
      return block.uri
    case 'resource': {
      const { text, kept, uri, mimeType } = block.resource
      if (text === undefined) return kept ? leftOut(mimeType ?? kept.mimeType, kept.bytes) : uri
      return kept ? textOfKept(kept.hash, words) : text
    }
  }
}

/** All of a text that is kept apart. */
async function textOfKept(hash: string, { t, blobs }: CallTextWords): Promise<string> {
  try {
    return await readText(blobs, hash)
  } catch {
    return t('call.notOnDisk')
  }
}
