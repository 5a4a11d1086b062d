import type { AssumedFacts, ModelFacts } from '@gatehouse/domain/models'
import { networkZoneOf } from '@gatehouse/domain/launch'
import type { AssumptionSubject } from '@gatehouse/host/ports'
import { MODEL_MAKERS, type ModelMaker } from './model-families.ts'
import { parseUrl } from './parse-url.ts'

/** Longer names are of no family. */
const MAX_NAME = 128

interface Family {
  maker: ModelMaker
  facts: ModelFacts
}

const FAMILIES: ReadonlyMap<string, Family> = new Map(
  MODEL_MAKERS.flatMap((maker) =>
    Object.entries(maker.families).map(([name, facts]) => [name, { maker, facts }] as const),
  ),
)

/** `us.anthropic.` in Bedrock's names: makers, which are in letters alone. */
const MAKER_PREFIX = /^(?:[a-z]{2,20}\.){1,2}(?=[a-z])/

/** Returns the name without its host and maker, in one spelling: `meta-llama/Llama-3.1-8B` is `llama-3.1-8b`. */
function nameOf(modelId: string): string {
  const last = modelId.slice(modelId.lastIndexOf('/') + 1, MAX_NAME * 2)
  return last
    .toLowerCase()
    .replaceAll(/[_:@ ]/g, '-')
    .replace(MAKER_PREFIX, '')
    .slice(0, MAX_NAME)
}

/** The family with the longest name with which this one begins, up to a hyphen. */
function familyOf(modelId: string): Family | undefined {
  let name = nameOf(modelId)
  while (name !== '') {
    const family = FAMILIES.get(name)
    if (family) return family
    name = name.slice(0, Math.max(0, name.lastIndexOf('-')))
  }
  return undefined
}

/** Ollama's own, unless it has much memory or was configured otherwise; it cuts longer requests silently. */
export const OLLAMA_CONTEXT = 4096

/**
 * The properties assumed of a model by its name, where its provider states none. The context size of a local engine
 * depends on how it was started, and prices hold only at the maker's own address: neither is assumed elsewhere.
 */
export function assumeFacts(subject: AssumptionSubject, modelId: string): AssumedFacts | undefined {
  const host = parseUrl(subject.baseUrl)?.hostname ?? ''
  const own = subject.engine === 'ollama' ? { contextWindow: OLLAMA_CONTEXT } : undefined
  const family = familyOf(modelId)
  if (!family) return own
  const { price, contextWindow, ...facts } = family.facts
  const { maker } = family
  const isElsewhere = networkZoneOf(host) === 'elsewhere'
  const isPriced = price !== undefined && maker.pricedIn !== undefined && maker.host === host
  return {
    ...facts,
    ...(contextWindow !== undefined && isElsewhere ? { contextWindow } : {}),
    ...(isPriced ? { price, pricedIn: maker.pricedIn } : {}),
    ...own,
  }
}
