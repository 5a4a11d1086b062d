import type { ModelProvider } from './model.ts'
import type { ModelFacts } from './model-facts.ts'

/** The origin of a property of a model: its provider or engine, a table of names, or the person. */
export type FactOrigin = 'stated' | 'assumed' | 'overridden'

export interface WithOrigin<Value> {
  value: Value
  origin: FactOrigin
}

type FactName = keyof ModelFacts

/** The known properties of a model, each with its origin; undefined: unknown. */
export type KnownModel = {
  [Name in FactName]-?: WithOrigin<NonNullable<ModelFacts[Name]>> | undefined
} & {
  /** When an assumed price was written down, e.g. `2026-03`. */
  pricedIn: string | undefined
}

export type ModelFactsSource = Pick<ModelProvider, 'models' | 'overrides'>

/**
 * Combines the known properties of a model: the person's own values win, then those its provider states, then those
 * assumed by its name. A model that is not listed has only the person's own.
 */
export function knownModel(provider: ModelFactsSource | undefined, modelId: string): KnownModel {
  const listed = provider?.models.find(({ id }) => id === modelId)
  const sources: readonly [FactOrigin, ModelFacts | undefined][] = [
    ['overridden', provider?.overrides?.find(({ id }) => id === modelId)],
    ['stated', listed],
    ['assumed', listed?.assumed],
  ]
  function of<Name extends FactName>(name: Name): KnownModel[Name] | undefined {
    for (const [origin, facts] of sources) {
      const value = facts?.[name]
      if (value !== undefined) return { value, origin } as KnownModel[Name]
    }
    return undefined
  }
  const price = of('price')
  return {
    contextWindow: of('contextWindow'),
    images: of('images'),
    sounds: of('sounds'),
    tools: of('tools'),
    reasoning: of('reasoning'),
    price,
    pricedIn: price?.origin === 'assumed' ? listed?.assumed?.pricedIn : undefined,
  }
}

/** {@link knownModel} of a model that is named with its provider. */
export function knownModelOf(
  providers: readonly (ModelFactsSource & Pick<ModelProvider, 'id'>)[],
  model: { providerId: string; modelId: string } | null,
): KnownModel | undefined {
  const provider = providers.find(({ id }) => id === model?.providerId)
  return provider && model ? knownModel(provider, model.modelId) : undefined
}
