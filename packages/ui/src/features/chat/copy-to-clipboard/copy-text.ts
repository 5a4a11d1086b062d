/** Functions that write copied text: one chunk, loaded once something is copied. */
export { plainText } from '../markdown/plain-text.ts'
export { callTree } from './call-text.ts'
export { writeMarkdown } from './write-markdown.ts'
