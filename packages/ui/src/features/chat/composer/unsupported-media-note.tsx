import {
  attachedMedia,
  attachmentName,
  isPictureTooLarge,
  acceptsMedia,
  type Attachment,
  type ModelInfo,
  type ModelProvider,
  type ModelProviderKind,
  type ModelRef,
} from '@gatehouse/domain'
import { EyeOff } from 'lucide-react'
import { Icon } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useProviders } from '../../../lib/queries/index.ts'

export interface UnsupportedMediaNoteProps {
  attachments: readonly Attachment[]
  model: ModelRef | null
}

/** Shows before sending which pictures and sounds the model is known not to take, or its provider not so large. */
export function UnsupportedMediaNote({ attachments, model }: UnsupportedMediaNoteProps) {
  const t = useT('chat')
  const { list } = useFormats()
  const provider = useProviders().data?.find(({ id }) => id === model?.providerId)
  if (!provider || !model) return null
  const unsupported = attachments.filter(
    (attachment) =>
      isTooLarge(attachment, provider.kind) ||
      attachedMedia(attachment).some(
        (type) => acceptsMedia(provider, model.modelId, type) === false,
      ),
  )
  if (unsupported.length === 0) return null
  const isAssumed = unsupported.every(
    (attachment) =>
      !isTooLarge(attachment, provider.kind) &&
      attachedMedia(attachment).every((type) => isByAssumption(provider, model.modelId, type)),
  )
  const names = list(unsupported.map((attachment) => oneLine(attachmentName(attachment), 80)))
  return (
    <p role="status" className="flex items-start gap-1.5 px-3.5 pt-2 text-small text-warning">
      <Icon icon={EyeOff} size={14} className="mt-0.5" />
      {t(isAssumed ? 'attached.unsupportedMediaAssumed' : 'attached.unsupportedMedia', {
        model: oneLine(model.modelId, 80),
        names,
      })}
    </p>
  )
}

/** True if a picture or sound is left out only because of an assumption about the model. */
function isByAssumption(provider: ModelProvider, modelId: string, mimeType: string): boolean {
  const withoutGuesses = { ...provider, models: provider.models.map(withoutAssumed) }
  return acceptsMedia(withoutGuesses, modelId, mimeType) !== false
}

const withoutAssumed = ({ assumed: _assumed, ...model }: ModelInfo): ModelInfo => model

function isTooLarge(attachment: Attachment, kind: ModelProviderKind): boolean {
  return (
    attachment.kind === 'file' &&
    attachment.content.type === 'image' &&
    isPictureTooLarge(kind, attachment.content.kept.bytes)
  )
}
