/** Documents: what is sent of them, and how they are read. */
export {
  documentFormSchema,
  hasSourceText,
  isChosen,
  normalRanges,
  parseRanges,
  partRangesSchema,
  rangesText,
  type DocumentFacts,
  type DocumentForm,
  type DocumentFormat,
  type DocumentGap,
  type DocumentUnit,
  type PartRange,
} from '../document.ts'
export { DOCUMENT_LIMITS } from '../document-limits.ts'
export { readDocumentSchema, type ReadDocument } from '../read-document.ts'
