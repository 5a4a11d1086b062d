import { createLaterPart } from '../../lib/lazy-part.tsx'

export const Palette = createLaterPart(async () => (await import('./palette.tsx')).Palette, null)
export const ShortcutsDialog = createLaterPart(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  null,
)
