import type { StoredBlock } from '@gatehouse/domain'
import { CardSection } from '../../kit/index.ts'
import { AudioBlock, ImageBlock } from '../../lib/media/media-blocks.tsx'

/** Blocks of a result among which pictures and sounds are looked for. */
const LOOKED_AT = 20

type Media = Extract<StoredBlock, { type: 'image' | 'audio' }>
const isMedia = (block: StoredBlock): block is Media =>
  block.type === 'image' || block.type === 'audio'

interface ResultMediaProps {
  content: readonly StoredBlock[]
  serverName: string
}

/** The pictures and sounds of a result whose card is folded. */
export function ResultMedia({ content, serverName }: ResultMediaProps) {
  const media = content.slice(0, LOOKED_AT).filter(isMedia)
  if (media.length === 0) return null
  return (
    <CardSection className="flex flex-wrap gap-3">
      {media.map(({ type, kept, mimeType }, index) =>
        type === 'image' ? (
          <ImageBlock key={index} data={kept} mimeType={mimeType} serverName={serverName} />
        ) : (
          <AudioBlock key={index} data={kept} mimeType={mimeType} serverName={serverName} />
        ),
      )}
    </CardSection>
  )
}
