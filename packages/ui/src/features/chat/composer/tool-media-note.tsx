import type { Conversation } from '@gatehouse/domain'
import { knownModel } from '@gatehouse/domain/models'
import { EyeOff } from 'lucide-react'
import { Icon } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useConversation, useProviders } from '../../../lib/queries/index.ts'
import { unsupportedToolMedia } from './unsupported-tool-media.ts'

/** Shows once, before sending, that what tools gave in this chat does not reach the model that is chosen. */
export function ToolMediaNote({ conversation: { id, model } }: { conversation: Conversation }) {
  const t = useT('chat')
  const turns = useConversation(id).data?.turns ?? []
  const provider = useProviders().data?.find((one) => one.id === model?.providerId)
  const unsupported = provider && model ? unsupportedToolMedia(turns, provider, model) : undefined
  if (!provider || !model || unsupported === undefined) return null
  const { images, sounds } = knownModel(provider, model.modelId)
  const isAssumed = (unsupported === 'sounds' ? sounds : images)?.origin === 'assumed'
  return (
    <p role="status" className="flex items-start gap-1.5 px-3.5 pt-2 text-small text-fg-3">
      <Icon icon={EyeOff} size={14} className="mt-0.5" />
      {t(isAssumed ? `toolMedia.assumed.${unsupported}` : `toolMedia.known.${unsupported}`, {
        model: oneLine(model.modelId, 80),
      })}
    </p>
  )
}
