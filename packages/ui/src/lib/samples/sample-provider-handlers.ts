import { GatehouseError, type ModelProvider } from '@gatehouse/domain'
import type { InMemoryBridge, InMemoryHandlers } from '../bridge/in-memory-bridge.ts'
import { sampleDiscovered } from './sample-chats.ts'
import { SAMPLE_NOW } from './sample-now.ts'

export function providerHandlers(
  first: ModelProvider[],
  bridge: () => InMemoryBridge,
): InMemoryHandlers {
  let providers = first
  return {
    'provider.list': () => providers,
    'provider.discover': () => sampleDiscovered,
    'provider.test': (draft) => {
      if (draft.key === 'wrong')
        throw new GatehouseError('model/failed', 'Refused.', {
          data: {
            failure: {
              code: 'key-refused',
              message: 'Refused.',
              status: 401,
              detail: 'invalid x-api-key',
            },
          },
        })
      return { models: [{ id: 'qwen3:32b', name: 'qwen3 32b' }, { id: 'gemma3:12b' }] }
    },
    'provider.save': ({ draft, models }) => {
      const saved: ModelProvider = {
        id: draft.id ?? `provider-${providers.length}`,
        kind: draft.kind,
        name: draft.name,
        baseUrl: draft.baseUrl,
        local: draft.baseUrl.includes('127.0.0.1'),
        hasKey: draft.key !== null,
        models,
        createdAt: SAMPLE_NOW,
      }
      providers = [...providers.filter((one) => one.id !== saved.id), saved]
      bridge().emit('provider.changed', saved)
      return saved
    },
    'provider.refresh': ({ id }) => {
      const found = providers.find((one) => one.id === id)
      if (!found) throw new GatehouseError('model/failed', 'Gone.')
      return found
    },
    'provider.remove': ({ id }) => {
      providers = providers.filter((one) => one.id !== id)
      bridge().emit('provider.removed', { id })
    },
  }
}
