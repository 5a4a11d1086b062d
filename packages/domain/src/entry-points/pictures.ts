/** Pictures that a person attaches: their formats, limits and metadata, and what is sent of them. */
export {
  pictureChoiceSchema,
  type PictureChoice,
  type PictureFacts,
} from '../pictures/picture-facts.ts'
export {
  isSentAsIs,
  pictureFormatOf,
  SVG_TYPE,
  type PictureFormat,
} from '../pictures/picture-format.ts'
export { PICTURE_LIMITS } from '../pictures/picture-limits.ts'
export {
  readMetadata,
  withoutMetadata,
  type PictureMetadata,
} from '../pictures/picture-metadata.ts'
export { pictureEdge } from '../models/picture-limits.ts'
