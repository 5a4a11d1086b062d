export { AppShell } from './app-shell.tsx'
export { OwnWindowShell } from './own-window-shell.tsx'
export type { SectionContent } from './sections.ts'
