import type { ContentBlock, JsonValue, ToolResult } from '@gatehouse/domain'
import { JsonView } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { FoldedText } from './folded-text.tsx'
import { AudioBlock, ImageBlock } from '../../lib/media-blocks.tsx'
import { EmbeddedResourceBlock, ResourceLinkBlock } from './resource-blocks.tsx'

interface ToolResultViewProps {
  result: ToolResult
  serverName: string
}

function Block({
  block,
  serverName,
  isError,
}: {
  block: ContentBlock
  serverName: string
  isError: boolean
}) {
  const t = useT('chat')
  switch (block.type) {
    case 'text':
      return (
        <FoldedText
          text={block.text}
          label={t('call.text')}
          tone={isError ? 'danger' : undefined}
        />
      )
    case 'image':
      return <ImageBlock data={block.data} mimeType={block.mimeType} serverName={serverName} />
    case 'audio':
      return <AudioBlock data={block.data} mimeType={block.mimeType} serverName={serverName} />
    case 'resource_link':
      return <ResourceLinkBlock block={block} />
    case 'resource':
      return <EmbeddedResourceBlock block={block} serverName={serverName} />
  }
}

/** Servers repeat structured content as text for older hosts; once is enough. */
function repeatsStructured(block: ContentBlock, structured: JsonValue | undefined): boolean {
  if (structured === undefined || block.type !== 'text') return false
  const squeeze = (text: string): string => text.replace(/\s+/gu, '')
  return squeeze(block.text) === squeeze(JSON.stringify(structured))
}

/** Everything a tool gave back, in its order. */
export function ToolResultView({ result, serverName }: ToolResultViewProps) {
  const t = useT('chat')
  const structured = result.structuredContent
  const blocks = result.content.filter((block) => !repeatsStructured(block, structured))
  if (blocks.length === 0 && structured === undefined) {
    return <p className="text-note text-fg-3">{t('call.emptyResult')}</p>
  }
  return (
    <div className="flex flex-col gap-3">
      {blocks.map((block, index) => (
        <Block key={index} block={block} serverName={serverName} isError={result.isError} />
      ))}
      {structured !== undefined && (
        <div className="rounded-lg border border-line">
          <JsonView value={structured} label={t('call.structured')} />
        </div>
      )}
    </div>
  )
}
