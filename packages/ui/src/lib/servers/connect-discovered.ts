import type { DiscoveredProvider, ModelInfo, ModelProvider } from '@gatehouse/domain'
import { withoutTrailing } from '@gatehouse/domain/text'
import { useCallback, useRef } from 'react'
import { useAction, type Action } from '../queries/action.ts'
import { useSettings, useProviders } from '../queries/app.ts'
import { useConversations } from '../queries/chats.ts'
import { useUi } from '../ui-store.tsx'

/** Makes a model the one of new chats, and of the chat that is open when that has none. */
export function useSetModelIfUnset(): (provider: ModelProvider, modelId: string) => void {
  const settings = useSettings().data
  const conversationId = useUi((ui) => ui.conversationId)
  const conversation = useConversations().data?.find((one) => one.id === conversationId)
  const { mutate: changeSettings } = useAction('app.change-settings')
  const { mutate: setModel } = useAction('chat.set-model')
  return useCallback(
    (provider, modelId) => {
      const model = { providerId: provider.id, modelId }
      if (!settings?.defaultModel) changeSettings({ defaultModel: model })
      if (conversation && conversation.model === null) setModel({ id: conversation.id, model })
    },
    [settings, conversation, changeSettings, setModel],
  )
}

/** Connects a model server that was found on loopback, without another question. */
export function useConnectDiscovered(): Action<'provider.save'> & {
  connect: (found: DiscoveredProvider, model: ModelInfo) => void
} {
  const adopt = useSetModelIfUnset()
  const chosen = useRef<string | null>(null)
  // Not with the call: the offer is gone as soon as the provider is there, and its callbacks with it.
  const save = useAction('provider.save', {
    onSuccess: (provider) => chosen.current !== null && adopt(provider, chosen.current),
  })
  const { mutate } = save
  const connect = useCallback(
    (found: DiscoveredProvider, model: ModelInfo) => {
      chosen.current = model.id
      mutate({
        draft: { kind: 'openai-compatible', name: found.name, baseUrl: found.baseUrl, key: null },
        models: found.models,
        ...(found.leftOut ? { leftOut: found.leftOut } : {}),
      })
    },
    [mutate],
  )
  return { ...save, connect }
}

/** Found model servers that are not connected yet and have a model to use. */
export function useUnconnectedProviders(
  discovered: readonly DiscoveredProvider[] | undefined,
): DiscoveredProvider[] {
  const providers = useProviders().data
  if (!providers || !discovered) return []
  const known = new Set(providers.map((provider) => withoutTrailing(provider.baseUrl, '/')))
  return discovered.filter(
    (found) => found.models.length > 0 && !known.has(withoutTrailing(found.baseUrl, '/')),
  )
}
