/** Documents: what is sent of them, and how they are read. Folders of files to attach. */
export {
  documentFormSchema,
  documentForms,
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
  readDocumentSchema,
  type ReadDocument,
} from '../attachments/document.ts'
export {
  attachmentsInRoom,
  documentAsText,
  documentRoom,
  fileOfDocument,
  PAGE_TOKENS,
  takeDocumentRoom,
  type DocumentRoom,
} from '../attachments/document-file.ts'
export { DOCUMENT_LIMITS } from '../attachments/document-limits.ts'
export {
  FOLDER_LISTING_LIMITS,
  folderListingSchema,
  listingChoiceSchema,
  type FolderListing,
  type ListedFile,
  type ListingChoice,
} from '../attachments/folder-listing.ts'
