import type { ModelCompatibility } from '@gatehouse/domain/models'
import type { CompatibilityMemory } from '@gatehouse/host/ports'

/** Adds what a refusal told. */
export function joinCompatibility(
  known: ModelCompatibility,
  more: ModelCompatibility,
): ModelCompatibility {
  const joined = { ...known, ...more }
  if (more.hasRestoredTools) return joined
  for (const name of ['leftOutFields', 'leftOutTools'] as const)
    if (known[name] && more[name]) joined[name] = [...new Set([...known[name], ...more[name]])]
  return joined
}

/** Returns a memory that ends with the client. */
export function createCompatibilityMemory(): CompatibilityMemory {
  const forms = new Map<string, ModelCompatibility>()
  return {
    of: (modelId) => forms.get(modelId) ?? {},
    remember: (modelId, form) => void forms.set(modelId, form),
  }
}
