import type { Compatibility } from './compatibility.ts'

/** The forms of request that were learned, by address and model. */
export interface CompatibilityMemory {
  of(model: string): Compatibility
  remember(model: string, form: Compatibility): void
}

/** Returns a memory that ends with the app. */
export function createCompatibilityMemory(): CompatibilityMemory {
  const forms = new Map<string, Compatibility>()
  return {
    of: (model) => forms.get(model) ?? {},
    remember: (model, form) => void forms.set(model, form),
  }
}
