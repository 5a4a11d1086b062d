import type { TranscriptTurn } from '@gatehouse/domain'
import { Repeat2 } from 'lucide-react'
import { IconButton, Menu, type MenuEntry } from '../../kit/index.ts'
import { oneLine } from '../../lib/formats/one-line.ts'
import { useAction, useProviders } from '../../lib/queries/index.ts'
import { useResultWords } from './result-shapes/result-words.ts'

/** More models of a provider than this stand in a menu of their own. */
const MAX_LISTED = 6

interface RegenerateWithProps {
  turn: TranscriptTurn
  disabled: boolean
}

/** A menu of the other models. The chosen one becomes the chat's model and answers the turn's message again. */
export function RegenerateWith({ turn, disabled }: RegenerateWithProps) {
  const t = useResultWords()
  const providers = useProviders().data ?? []
  const choose = useAction('chat.set-model')
  const retry = useAction('chat.retry')
  const entries = providers.flatMap((provider): MenuEntry[] => {
    const models = provider.models
      .map(({ id, name }) => ({ modelId: id, label: oneLine(name ?? id, 60) }))
      .filter(({ modelId }) => !isOf(turn, provider.id, modelId))
      .map(({ modelId, label }) => ({
        label,
        onSelect: () =>
          choose.perform(
            { id: turn.conversationId, model: { providerId: provider.id, modelId } },
            () => retry.mutate({ id: turn.conversationId, turnId: turn.id }),
          ),
      }))
    if (models.length === 0) return []
    const kind = models.length > MAX_LISTED ? 'submenu' : 'group'
    return [{ kind, label: provider.name, entries: models }]
  })
  if (entries.length === 0) return null
  return (
    <Menu
      side="top"
      trigger={
        <IconButton
          size="small"
          icon={Repeat2}
          label={t('regenerateWith')}
          disabled={disabled || choose.isPending || retry.isPending}
        />
      }
      entries={entries}
    />
  )
}

const isOf = ({ model }: TranscriptTurn, providerId: string, modelId: string): boolean =>
  model?.providerId === providerId && model.modelId === modelId
