import {
  blocksIn,
  type BlobRef,
  type ContentBlock,
  type JsonValue,
  type StoredBlock,
  type StoredResult,
  type ToolResult,
} from '@gatehouse/domain'
import { parseJson } from '@gatehouse/domain/json'
import type { BlobStore } from '../../ports/index.ts'

type Blobs = Pick<BlobStore, 'data'>

/** A stored result as the server sent it, with `structuredContent` and `_meta`. Rejects with `store/…`. */
export async function wholeResult(stored: StoredResult, blobs: Blobs): Promise<ToolResult> {
  const { content, more, structuredContent, structured, isError, _meta, meta } = stored
  const blocks = await Promise.all(content.map((block) => wholeBlock(block, blobs)))
  const rest = more ? blocksIn(await readJson(more.kept, blobs)) : []
  const value = structured ? await readJson(structured.kept, blobs) : structuredContent
  const ownMeta = meta ? await readJson(meta, blobs) : _meta
  return {
    content: [...blocks, ...rest],
    ...(value === undefined ? {} : { structuredContent: value }),
    isError,
    ...(typeof ownMeta === 'object' && ownMeta !== null && !Array.isArray(ownMeta)
      ? { _meta: ownMeta }
      : {}),
  }
}

async function wholeBlock(block: StoredBlock, blobs: Blobs): Promise<ContentBlock> {
  switch (block.type) {
    case 'text': {
      const { kept, ...text } = block
      return kept ? { ...text, text: await blobs.data(kept) } : text
    }
    case 'image':
    case 'audio': {
      const { kept, ...media } = block
      return { ...media, data: await blobs.data(kept) }
    }
    case 'resource_link':
      return block
    case 'resource': {
      const { kept, ...resource } = block.resource
      if (!kept) return { ...block, resource }
      const data = await blobs.data(kept)
      const isText = kept.characters !== undefined
      return { ...block, resource: { ...resource, ...(isText ? { text: data } : { blob: data }) } }
    }
  }
}

async function readJson(ref: BlobRef, blobs: Blobs): Promise<JsonValue> {
  const read = parseJson(await blobs.data(ref))
  return read.ok ? read.value : null
}
