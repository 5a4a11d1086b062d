import { createLazyPart } from '../../../lib/windows/lazy-part.tsx'

export const FileUndo = createLazyPart(async () => (await import('./file-undo.tsx')).FileUndo, null)
