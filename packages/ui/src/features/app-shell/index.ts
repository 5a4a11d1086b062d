export { AppShell } from './app-shell.tsx'
export { ChatWindowShell } from './chat-window-shell.tsx'
export type { SectionContent } from './sections.ts'
