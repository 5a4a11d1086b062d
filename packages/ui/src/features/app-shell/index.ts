export { AppShell } from './app-shell.tsx'
export type { SectionContent } from './sections.ts'
