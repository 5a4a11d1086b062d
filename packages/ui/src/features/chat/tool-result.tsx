import type { ContentBlock, JsonValue, ToolResult } from '@gatehouse/domain'
import { useMemo } from 'react'
import { Button, Callout, JsonView, useSteps } from '../../kit/index.ts'
import { DrawnSafely } from '../../lib/drawn-safely.tsx'
import { useT } from '../../lib/i18n.ts'
import { FoldedText } from '../../lib/folded-text.tsx'
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

/** Longer texts are not compared with the structured content: both are shown then. */
const MAX_COMPARED = 200_000
/** Blocks that are drawn at first, and by each press of "Show more". */
const BLOCKS = { first: 20, step: 50 }

/** Servers repeat structured content as text for older hosts; once is enough. */
function withoutRepeated(
  content: readonly ContentBlock[],
  structured: JsonValue | undefined,
): readonly ContentBlock[] {
  if (structured === undefined) return content
  const squeeze = (text: string): string => text.replace(/\s+/gu, '')
  const isShort = (block: ContentBlock): boolean =>
    block.type === 'text' && block.text.length <= MAX_COMPARED
  if (!content.slice(0, BLOCKS.first).some(isShort)) return content
  const own = squeeze(JSON.stringify(structured))
  return content.filter(
    (block, index) =>
      index >= BLOCKS.first ||
      block.type !== 'text' ||
      !isShort(block) ||
      block.text.length < own.length ||
      squeeze(block.text) !== own,
  )
}

/** Everything a tool gave back, in its order; a long result a stretch at a time. */
export function ToolResultView({ result, serverName }: ToolResultViewProps) {
  const t = useT('chat')
  const { content, structuredContent: structured, isError } = result
  const blocks = useMemo(() => withoutRepeated(content, structured), [content, structured])
  const steps = useSteps(blocks.length, BLOCKS)
  if (blocks.length === 0 && structured === undefined) {
    return <p className="text-note text-fg-3">{t('call.emptyResult')}</p>
  }
  return (
    <div className="flex flex-col gap-3" data-testid="result-blocks">
      {blocks.slice(0, steps.shown).map((block, index) => (
        <DrawnSafely key={index} of={block} text={() => JSON.stringify(block)}>
          <Block block={block} serverName={serverName} isError={isError} />
        </DrawnSafely>
      ))}
      {steps.left > 0 && (
        <Button size="small" className="self-start" onClick={steps.more}>
          {t('call.moreParts', { count: steps.next, left: steps.left })}
        </Button>
      )}
      <LeftOut leftOut={result.leftOut} />
      {structured !== undefined && (
        <div className="rounded-lg border border-line">
          <JsonView value={structured} label={t('call.structured')} />
        </div>
      )}
    </div>
  )
}

/** What an older file holds beyond what is read of it. */
function LeftOut({ leftOut }: Pick<ToolResult, 'leftOut'>) {
  const t = useT('chat')
  if (!leftOut) return null
  const { blocks, characters, values } = leftOut
  return (
    <Callout>
      {blocks > 0 && <p>{t('call.partsLeftOut', { count: blocks })}</p>}
      {characters > 0 && <p>{t('call.charactersLeftOut', { count: characters })}</p>}
      {values > 0 && <p>{t('call.valuesLeftOut', { count: values })}</p>}
    </Callout>
  )
}
