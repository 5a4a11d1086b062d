import type { ContentBlock, JsonValue, KeptBlock, KeptResult } from '@gatehouse/domain'
import { useMemo } from 'react'
import { Button, Callout, JsonView, useSteps } from '../../kit/index.ts'
import { DrawnSafely } from '../../lib/drawn-safely.tsx'
import { useT } from '../../lib/i18n.ts'
import { FoldedText } from '../../lib/folded-text.tsx'
import { KeptText } from '../../lib/kept-text.tsx'
import { AudioBlock, ImageBlock } from '../../lib/media-blocks.tsx'
import { KeptJson, KeptParts } from './kept-parts.tsx'
import { EmbeddedResourceBlock, ResourceLinkBlock } from './resource-blocks.tsx'

interface ToolResultViewProps {
  result: KeptResult
  serverName: string
}

interface BlockProps {
  /** As it is kept, or as a server sent it. */
  block: KeptBlock | ContentBlock
  serverName: string
  isError: boolean
}

function Block({ block, serverName, isError }: BlockProps) {
  const t = useT('chat')
  const tone = isError ? 'danger' : undefined
  switch (block.type) {
    case 'text': {
      const { text } = block
      return 'kept' in block && block.kept ? (
        <KeptText preview={text} kept={block.kept} label={t('call.text')} tone={tone} />
      ) : (
        <FoldedText text={text} label={t('call.text')} tone={tone} />
      )
    }
    case 'image':
      return <ImageBlock data={dataOf(block)} mimeType={block.mimeType} serverName={serverName} />
    case 'audio':
      return <AudioBlock data={dataOf(block)} mimeType={block.mimeType} serverName={serverName} />
    case 'resource_link':
      return <ResourceLinkBlock block={block} />
    case 'resource':
      return <EmbeddedResourceBlock block={block} serverName={serverName} />
  }
}

const dataOf = (block: Extract<KeptBlock | ContentBlock, { type: 'image' | 'audio' }>) =>
  'data' in block ? block.data : block.kept

/** Blocks that are drawn at first, and by each press of "Show more". */
const BLOCKS = { first: 20, step: 50 }

/** Servers repeat structured content as text for older hosts; once is enough. */
function withoutRepeated(
  content: readonly KeptBlock[],
  structured: JsonValue | undefined,
): readonly KeptBlock[] {
  if (structured === undefined) return content
  const squeeze = (text: string): string => text.replace(/\s+/gu, '')
  const isWhole = (block: KeptBlock): boolean => block.type === 'text' && !block.kept
  if (!content.slice(0, BLOCKS.first).some(isWhole)) return content
  const own = squeeze(JSON.stringify(structured))
  return content.filter(
    (block, index) =>
      index >= BLOCKS.first ||
      block.type !== 'text' ||
      !isWhole(block) ||
      block.text.length < own.length ||
      squeeze(block.text) !== own,
  )
}

/** Everything a tool gave back, in its order; a long result a stretch at a time. */
export function ToolResultView({ result, serverName }: ToolResultViewProps) {
  const t = useT('chat')
  const { content, structuredContent, structured, more, isError } = result
  const blocks = useMemo(
    () => withoutRepeated(content, structuredContent),
    [content, structuredContent],
  )
  if (blocks.length === 0 && structuredContent === undefined && !structured) {
    return <p className="text-note text-fg-3">{t('call.emptyResult')}</p>
  }
  return (
    <div className="flex flex-col gap-3" data-testid="result-blocks">
      <Blocks blocks={blocks} serverName={serverName} isError={isError} />
      {more && (
        <KeptParts {...more}>
          {(parts) => <Blocks blocks={parts} serverName={serverName} isError={isError} />}
        </KeptParts>
      )}
      <LeftOut leftOut={result.leftOut} />
      {structuredContent !== undefined && (
        <div className="rounded-lg border border-line">
          <JsonView value={structuredContent} label={t('call.structured')} />
        </div>
      )}
      {structured && <KeptJson {...structured} label={t('call.structured')} />}
    </div>
  )
}

interface BlocksProps extends Omit<BlockProps, 'block'> {
  blocks: readonly BlockProps['block'][]
}

function Blocks({ blocks, ...about }: BlocksProps) {
  const t = useT('chat')
  const steps = useSteps(blocks.length, BLOCKS)
  return (
    <>
      {blocks.slice(0, steps.shown).map((block, index) => (
        <DrawnSafely key={index} of={block} text={() => JSON.stringify(block)}>
          <Block block={block} {...about} />
        </DrawnSafely>
      ))}
      {steps.left > 0 && (
        <Button size="small" className="self-start" onClick={steps.more}>
          {t('call.moreParts', { count: steps.next, left: steps.left })}
        </Button>
      )}
    </>
  )
}

/** What an older file holds beyond what is read of it. */
function LeftOut({ leftOut }: Pick<KeptResult, 'leftOut'>) {
  const t = useT('chat')
  if (!leftOut) return null
  const { blocks, characters, values, kept } = leftOut
  return (
    <Callout>
      {blocks > 0 && <p>{t('call.partsLeftOut', { count: blocks })}</p>}
      {characters > 0 && <p>{t('call.charactersLeftOut', { count: characters })}</p>}
      {values > 0 && <p>{t('call.valuesLeftOut', { count: values })}</p>}
      {kept && <KeptText preview="" kept={kept} label={t('call.wholeRecord')} />}
    </Callout>
  )
}
