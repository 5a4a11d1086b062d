export { AppFrame } from './app-frame.tsx'
export type { SectionContent } from './sections.ts'
