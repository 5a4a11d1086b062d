import { PICTURE_BYTES } from './picture-name.ts'

/** Limits of reading one picture that a person attaches. Beyond them it is refused before or while it is drawn. */
export const PICTURE_LIMITS = {
  /** Bytes of the file. */
  fileBytes: PICTURE_BYTES,
  /** Pixels of one side and of all of them: a photo of 48 megapixels, not a few bytes that unpack to gigabytes. */
  edge: 20_000,
  pixels: 64_000_000,
  /** Passes over the whole picture that a file may ask of a decoder. */
  scans: 100,
  /** Milliseconds until the process that draws it is ended, and bytes of memory that this process may take. */
  ms: 30_000,
  memory: 1_200_000_000,
  /** Bytes of a picture that is made smaller: every API takes so many. */
  fittedBytes: 3_500_000,
} as const
