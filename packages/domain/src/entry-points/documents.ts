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
} from '../attachments/document.ts'
export { DOCUMENT_LIMITS } from '../attachments/document-limits.ts'
export { readDocumentSchema, type ReadDocument } from '../attachments/read-document.ts'
