import { createLazyPart } from '../../../lib/windows/lazy-part.tsx'

// Beside the card that shows it: the lazy parts of a chat lead to that card.
export const FileComparison = createLazyPart(
  async () => (await import('./file-comparison.tsx')).FileComparison,
  null,
)
