import { Cpu } from 'lucide-react'
import { useMemo } from 'react'
import type { PaletteItem } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { oneLine } from '../../lib/formats/one-line.ts'
import { useAction, useConversations, useProviders } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** The models that the chat in view could use instead of its own. */
export function useModelItems(): PaletteItem[] {
  const t = useT('appShell')
  const providers = useProviders().data
  const id = useUi((ui) => ui.conversationId)
  const isInView = useUi((ui) => ui.section === 'chats')
  const chat = useConversations().data?.find((one) => isInView && one.id === id)
  const { mutate } = useAction('chat.set-model')
  return useMemo(() => {
    if (!chat) return []
    const isUsed = (providerId: string, modelId: string): boolean =>
      chat.model?.providerId === providerId && chat.model.modelId === modelId
    return (providers ?? []).flatMap((provider) =>
      provider.models
        .filter((model) => !isUsed(provider.id, model.id))
        .map((model) => ({
          id: `model-${provider.id}-${model.id}`,
          label: t('palette.useModel', { model: oneLine(model.name ?? model.id, 80) }),
          keywords: `${model.id} ${provider.name}`,
          detail: provider.name,
          icon: Cpu,
          onSelect: () =>
            mutate({ id: chat.id, model: { providerId: provider.id, modelId: model.id } }),
        })),
    )
  }, [providers, chat, t, mutate])
}
