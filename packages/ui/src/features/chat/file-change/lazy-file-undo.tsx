import { createLazyPart } from '../../../lib/lazy-part.tsx'

export const FileUndo = createLazyPart(async () => (await import('./file-undo.tsx')).FileUndo, null)
