import { acceptsMedia, bareMediaType, type ModelRef } from '@gatehouse/domain'
import type { SamplingBlock, SamplingRequest } from '@gatehouse/domain/server-requests'
import { EyeOff } from 'lucide-react'
import { Callout, CardSection } from '../../../kit/index.ts'
import { useSamplingWords } from '../../../lib/words/sampling-words.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useProviders } from '../../../lib/queries/index.ts'

type Kind = 'image' | 'audio'

/** A model's handling of a picture or sound. */
type MediaHandling = 'unseen' | 'unknown' | 'named'

interface MediaNoteProps {
  /** As it would be sent. */
  request: SamplingRequest
  model: ModelRef | null
}

/** Shows before sending which pictures and sounds the model will not get, or perhaps not. */
export function MediaNote({ request, model }: MediaNoteProps) {
  const words = useSamplingWords()
  const provider = useProviders().data?.find(({ id }) => id === model?.providerId)
  if (!provider || !model) return null
  const takes = (mimeType: string) => acceptsMedia(provider, model.modelId, mimeType)
  const handlings = mediaHandlings(request, takes)
  if (handlings.length === 0) return null
  const info = provider.models.find(({ id }) => id === model.modelId)
  const name = oneLine(info?.name ?? model.modelId, 60)
  return (
    <CardSection className="flex flex-col gap-2">
      {handlings.map(({ kind, handling }) => (
        <Callout
          key={`${kind}/${handling}`}
          role="status"
          icon={EyeOff}
          tone={handling === 'unknown' ? 'info' : 'warning'}
        >
          {words(`media.${handling}.${kind}`, { model: name })}
        </Callout>
      ))}
    </CardSection>
  )
}

/** Each note that is to be shown, once. */
function mediaHandlings(
  { messages }: Pick<SamplingRequest, 'messages'>,
  takes: (mimeType: string) => boolean | undefined,
): { kind: Kind; handling: MediaHandling }[] {
  const found = new Map<string, { kind: Kind; handling: MediaHandling }>()
  const note = (kind: Kind, handling: MediaHandling) =>
    found.set(`${kind}/${handling}`, { kind, handling })
  for (const { role, content } of messages)
    for (const { type, mimeType } of content.flatMap(mediaOf)) {
      const taken = takes(bareMediaType(mimeType))
      // The words that stand for it are all that an assistant's message can hold.
      if (role === 'assistant') note(type, 'named')
      else if (taken === false) note(type, 'unseen')
      else if (taken === undefined) note(type, 'unknown')
    }
  return [...found.values()]
}

interface Media {
  type: Kind
  mimeType: string
}

function mediaOf(block: SamplingBlock): Media[] {
  switch (block.type) {
    case 'image':
    case 'audio':
      return [{ type: block.type, mimeType: block.mimeType }]
    case 'tool_result':
      return block.content.flatMap((part) =>
        part.type === 'image' || part.type === 'audio'
          ? [{ type: part.type, mimeType: part.mimeType }]
          : [],
      )
    case 'text':
    case 'tool_use':
      return []
  }
}
