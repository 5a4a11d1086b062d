import {
  parseJson,
  RECORD_BUDGET,
  type BlobRef,
  type ContentBlock,
  type StoredBlock,
  type StoredResult,
  type ToolResult,
} from '@gatehouse/domain'
import type { BlobStore } from '@gatehouse/host/ports'

/** A result as the server sent it, put together again from its record and its files; for tests. */
export async function loadWholeResult(kept: StoredResult, blobs: BlobStore): Promise<ToolResult> {
  const { content, more, structuredContent, structured, isError, _meta, meta } = kept
  const json = async (ref: BlobRef) => parsed(await blobs.data(ref)) as never
  const blocks: ContentBlock[] = await Promise.all(content.map((block) => wholeBlock(block, blobs)))
  if (more) blocks.push(...((await json(more.kept)) as ContentBlock[]))
  return {
    content: blocks,
    isError,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(structured ? { structuredContent: await json(structured.kept) } : {}),
    ...(_meta ? { _meta } : {}),
    ...(meta ? { _meta: await json(meta) } : {}),
  }
}

async function wholeBlock(block: StoredBlock, blobs: BlobStore): Promise<ContentBlock> {
  switch (block.type) {
    case 'text': {
      const { kept, ...rest } = block
      if (!kept) return rest
      const text = await blobs.data(kept)
      // A block whose names alone are large is kept whole as JSON.
      return kept.mimeType === 'application/json'
        ? (parsed(text) as ContentBlock)
        : { ...rest, text }
    }
    case 'image':
    case 'audio': {
      const { kept, ...rest } = block
      return { ...rest, data: await blobs.data(kept) }
    }
    case 'resource_link':
      return block
    case 'resource': {
      const { kept, ...resource } = block.resource
      if (!kept) return { ...block, resource }
      const data = await blobs.data(kept)
      const part = resource.text === undefined ? { blob: data } : { text: data }
      return { ...block, resource: { ...resource, ...part } }
    }
  }
}

function parsed(text: string): unknown {
  const json = parseJson(text, { budget: RECORD_BUDGET })
  if (!json.ok) throw new Error(json.problem.message)
  return json.value
}
