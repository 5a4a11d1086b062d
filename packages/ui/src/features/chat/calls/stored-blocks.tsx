import type { ContentBlock, StoredBlock } from '@gatehouse/domain'
import { Button, useIncrementalList } from '../../../kit/index.ts'
import { PlainTextFallback } from '../../../lib/media/plain-text-fallback.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { AudioBlock, ImageBlock } from '../../../lib/media/media-blocks.tsx'
import { ShapedStoredText, ShapedText } from '../result-shapes/shaped-result.tsx'
import { EmbeddedResourceBlock } from './resource-blocks.tsx'
import { ResourceLinkBlock } from './resource-link.tsx'

/** Blocks that are drawn at first, and by each press of "Show more". */
const FIRST_BLOCKS = 20
const BLOCKS = { first: FIRST_BLOCKS, step: 50 }

interface BlockProps {
  /** As it is kept, or as a server sent it. */
  block: StoredBlock | ContentBlock
  serverName: string
  isError?: boolean | undefined
}

/** One part of what a server gave, as it is kept or as it came. */
export function StoredBlockView({ block, serverName, isError }: BlockProps) {
  const t = useT('chat')
  const tone = isError ? 'danger' : undefined
  switch (block.type) {
    case 'text': {
      const { text } = block
      return 'kept' in block && block.kept ? (
        <ShapedStoredText preview={text} kept={block.kept} label={t('call.text')} tone={tone} />
      ) : (
        <ShapedText text={text} label={t('call.text')} tone={tone} />
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

const dataOf = (block: Extract<StoredBlock | ContentBlock, { type: 'image' | 'audio' }>) =>
  'data' in block ? block.data : block.kept

interface BlocksProps extends Omit<BlockProps, 'block'> {
  blocks: readonly BlockProps['block'][]
}

/** Parts in their order, a stretch at a time. */
export function StoredBlocksView({ blocks, ...about }: BlocksProps) {
  const t = useT('chat')
  const steps = useIncrementalList(blocks.length, BLOCKS)
  return (
    <>
      {blocks.slice(0, steps.shown).map((block, index) => (
        <PlainTextFallback key={index} of={block} text={() => JSON.stringify(block)}>
          <StoredBlockView block={block} {...about} />
        </PlainTextFallback>
      ))}
      {steps.left > 0 && (
        <Button size="small" className="self-start" onClick={steps.more}>
          {t('call.moreParts', { count: steps.next, left: steps.left })}
        </Button>
      )}
    </>
  )
}
