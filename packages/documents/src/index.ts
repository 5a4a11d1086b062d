export { ReadingProblem, type DocumentProblem } from './document-error.ts'
export { readDocument } from './read-document.ts'
