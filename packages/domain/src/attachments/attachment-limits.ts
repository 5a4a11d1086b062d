/** Limits of the attachments of one message. Anything over them is refused with a message before it is stored. */
export const ATTACHMENT_LIMITS = {
  /** Attachments of one message: a folder of source files has tens. */
  count: 100,
  /** Bytes of one file. */
  fileBytes: 5_000_000,
  /** Bytes of one document, of which the text is sent. */
  documentBytes: 20_000_000,
  /** Bytes of all that the attachments of one message hold: what one request takes in base64. */
  allBytes: 15_000_000,
  /** Pictures and sounds of one message. */
  media: 20,
  /** Characters of the texts of one attachment that a model is given at once; it can read on. */
  textCharacters: 100_000,
  /** Pixels of an edge of a picture, and of the whole. */
  edge: 8000,
  pixels: 40_000_000,
} as const
