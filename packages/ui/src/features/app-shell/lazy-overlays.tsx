import { createLazyPart } from '../../lib/windows/lazy-part.tsx'

export const Palette = createLazyPart(async () => (await import('./palette.tsx')).Palette, null)
export const ShortcutsDialog = createLazyPart(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  null,
)
