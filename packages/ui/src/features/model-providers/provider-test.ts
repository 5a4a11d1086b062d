import type { ModelList, ModelProvider } from '@gatehouse/domain'
import { useState } from 'react'
import { isBridgeError } from '../../lib/bridge/bridge-error.ts'
import { useSetModelIfUnset } from '../../lib/servers/connect-discovered.ts'
import { useErrorWords } from '../../lib/words/error-words.ts'
import { useAction } from '../../lib/queries/index.ts'
import { providerDraft, typedModels, type ProviderForm } from './provider-form-state.ts'

export interface ProviderTest {
  /** Models that the endpoint named at the last test of what is typed now; `null` before one. */
  found: ModelList | null
  /** Failure of the test or the saving, in words. */
  failure: string | null
  testing: boolean
  saving: boolean
  test: () => void
  /** Tests first unless models are known or typed, then saves. */
  connect: () => void
  /** Discards the last test after the input changed. */
  forget: () => void
}

/** The person themselves did not allow it: nothing failed. */
function isRefusal(error: Error): boolean {
  return isBridgeError(error) && error.code === 'provider/not-allowed'
}

/** Asks the endpoint for its models, and saves it with them. */
export function useProviderTest(
  form: ProviderForm,
  options: {
    known: ModelProvider | undefined
    chosen: string | null
    onSaved: (provider: ModelProvider) => void
  },
): ProviderTest {
  const words = useErrorWords()
  const adopt = useSetModelIfUnset()
  const [found, setFound] = useState<ModelList | null>(null)
  const testing = useAction('provider.test', { quiet: true })
  const saving = useAction('provider.save', { quiet: true })
  const error = saving.error ?? testing.error
  const save = (list: ModelList): void => {
    const { models } = list
    if (models.length === 0) return
    saving.perform({ draft: providerDraft(form), ...list }, (provider) => {
      const model = models.find((one) => one.id === options.chosen) ?? models[0]
      if (!options.known && model) adopt(provider, model.id)
      options.onSaved(provider)
    })
  }
  const test = (then: (list: ModelList) => void): void => {
    saving.reset()
    setFound(null)
    testing.perform(providerDraft(form), (list) => {
      setFound(list)
      then(list)
    })
  }
  return {
    found,
    failure: error && !isRefusal(error) ? words(error) : null,
    testing: testing.isPending,
    saving: saving.isPending,
    test: () => test(() => undefined),
    connect() {
      const typed = typedModels(form.typedModels)
      if (typed.length > 0) save({ models: typed })
      else if (found && found.models.length > 0) save(found)
      else test(save)
    },
    forget() {
      setFound(null)
      testing.reset()
      saving.reset()
    },
  }
}
