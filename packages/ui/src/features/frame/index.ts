export { AppFrame, type AppFrameProps } from './app-frame.tsx'
export type { SectionContent } from './sections.ts'
