import { canonicalJson, type ModelInfo, type ModelList } from '@gatehouse/domain'
import type { ModelClients, ModelEndpoint, ModelEvent } from '../ports/index.ts'
import { maskedError, withMaskedError } from '../masking/masked-connection.ts'
import type { SecretMask } from '../masking/secret-mask.ts'
import { createKeyMask, type KeyMask } from './key-mask.ts'

/**
 * The one place where what comes from a model's endpoint is cleared of the key and the secret headers that it was given: text,
 * calls and their arguments, lists of models and the words of errors, before any of it is shown, kept or
 * sent to a server.
 */
export function maskModels(models: ModelClients): ModelClients {
  return {
    discover: (signal) => models.discover(signal),
    client(endpoint) {
      const mask = createKeyMask(endpoint)
      const inner = models.client(hiding(endpoint, mask))
      if (mask.isEmpty) return inner
      return {
        ...inner,
        stream: (request, signal) => maskStream(inner.stream(request, signal), mask),
      }
    },
    async listModels(endpoint, signal) {
      const mask = createKeyMask(endpoint)
      const list = await withMaskedError(mask, models.listModels(hiding(endpoint, mask), signal))
      return mask.isEmpty ? list : withoutKey(list, mask)
    },
    async describe(endpoint, given, signal) {
      const mask = createKeyMask(endpoint)
      const list = (await models.describe?.(hiding(endpoint, mask), given, signal)) ?? given
      return mask.isEmpty ? list : withoutKey(list, mask)
    },
  }
}

function hiding(endpoint: ModelEndpoint, mask: SecretMask): ModelEndpoint {
  return mask.isEmpty ? endpoint : { ...endpoint, hide: mask.text }
}

async function* maskStream(
  events: AsyncIterable<ModelEvent>,
  mask: KeyMask,
): AsyncGenerator<ModelEvent, void, undefined> {
  const texts = { 'text-delta': mask.stream(), 'reasoning-delta': mask.stream() }
  function* rest(): Generator<ModelEvent> {
    for (const type of ['reasoning-delta', 'text-delta'] as const) {
      const text = texts[type].end()
      if (text !== '') yield { type, text }
    }
  }
  try {
    for await (const event of events) {
      if (event.type === 'text-delta' || event.type === 'reasoning-delta') {
        const text = texts[event.type].push(event.text)
        if (text !== '') yield { type: event.type, text }
      } else {
        if (event.type !== 'tool-input-delta') yield* rest()
        const shown = mask.value(event)
        // What was changed is of no use to the provider any more.
        if (event.type !== 'step-parts' || canonicalJson(shown) === canonicalJson(event))
          yield shown
      }
    }
    yield* rest()
  } catch (error) {
    yield* rest()
    throw maskedError(mask, error)
  }
}

/** A model whose id holds the key cannot be named without it, so it cannot be used. */
function withoutKey(list: ModelList, mask: SecretMask): ModelList {
  const models = list.models.flatMap((model): ModelInfo[] => {
    const shown = mask.value(model)
    return shown.id === model.id ? [shown] : []
  })
  const more = list.models.length - models.length
  if (more === 0) return { ...list, models }
  const { unusable, tooMany } = list.leftOut ?? { unusable: 0, tooMany: 0 }
  return { ...list, models, leftOut: { unusable: unusable + more, tooMany } }
}
