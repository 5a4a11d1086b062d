import { ATTACHMENT_LIMITS } from './attachment-limits.ts'

/** Limits of reading one document. */
export const DOCUMENT_LIMITS = {
  /** Bytes of the file. */
  fileBytes: ATTACHMENT_LIMITS.documentBytes,
  /** Milliseconds until its process is ended. */
  ms: 30_000,
  /** Bytes of memory that its process may take. */
  memory: 600_000_000,
  /** Megabytes that the engine of the process may use for values. */
  heapMegabytes: 512,
  /** Bytes that an archive may unpack to, in all and for one entry. */
  unpackedBytes: 200_000_000,
  entryBytes: 100_000_000,
  /** Entries of an archive. */
  entries: 20_000,
  /** Characters of the text that is made of it. */
  characters: 2_000_000,
  /** Cells of all sheets. */
  cells: 500_000,
  /** Pages, sheets, slides or chapters. */
  parts: 5000,
  /** Pages of which pictures are sent, and bytes of each picture. */
  pictures: ATTACHMENT_LIMITS.media,
  pictureBytes: 700_000,
  /** Ranges of parts that the person chose. */
  ranges: 100,
  /** Characters of a sheet's name. */
  nameCharacters: 200,
  /** Names of sheets that are listed. */
  names: 200,
} as const
