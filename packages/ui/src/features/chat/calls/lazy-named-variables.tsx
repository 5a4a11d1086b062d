import { createLazyPart } from '../../../lib/windows/lazy-part.tsx'

export const NamedVariables = createLazyPart(
  async () => (await import('./named-variables.tsx')).NamedVariables,
  null,
)
